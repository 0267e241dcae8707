"""The Salic Law: eight kings dealt over, queens set aside, and foundations that ask for no suit."""

from __future__ import annotations

from collections.abc import Callable

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, stock_has_cards, stock_is_empty
from cadogan_games.engine.cards import ACE, KING, KINGS, NOTHING, QUEEN, rank_of
from cadogan_games.engine.deals import Dealer, rest
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import fixed, foundations, stock, tableau
from cadogan_games.engine.layout import at, fanned, labelled, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import relation, up
from cadogan_games.engine.table import Table

ROW_OF = {QUEEN: "queens", ACE: "foundations"}
"""Where cards of these ranks go by themselves, each to the next free place."""

on_a_lone_king = relation(
    "of any rank and suit, but only on a king that lies alone",
    lambda upper, lower: rank_of(lower) == KING and rank_of(upper) != KING,
)


def first_king(dealer: Dealer) -> None:
    """The first king met in the pack begins the first pile."""
    dealer.lay(dealer.first_of(KINGS), dealer.piles("tableau")[0])


def deal_over_kings(place_of: Callable[[Table, int], int | None]) -> Action:
    """`deal`: the next card goes to the place it has, if any; a king begins the next pile, others go on the newest."""

    def deal(table: Table) -> None:
        src = table.game.first["stock"]
        card = table.piles[src][-1] & 63
        dst = place_of(table, card)
        if dst is None:
            newest = max(pile for pile in table.game.indexes("tableau") if table.piles[pile])
            dst = newest + 1 if rank_of(card) == KING else newest
        table.turn(src, dst)

    line = "1: the top card of the stock is dealt"
    return Action("deal", "Deal", deal, when=(stock_has_cards,), pile="stock", line=line)


def next_free(table: Table, card: int) -> int | None:
    """The next free place for a queen or an ace."""
    group = ROW_OF.get(rank_of(card))
    return None if group is None else next(pile for pile in table.game.indexes(group) if not table.piles[pile])


@patience(
    "salic_law",
    "The Salic Law",
    packs=2,
    family="deal by rows",
    source="Cadogan 1914",
    race="good",
    why="every card is seen, and the choice of what to free is the player's",
)
def salic_law() -> Patience:
    """Cards are dealt over the king that came last; jacks end the foundations."""
    return Patience(
        groups=[
            tableau("tableau", fanned(row(0, 2.6, 8), dy=0.25), on_a_lone_king, name="king pile"),
            foundations(
                "foundations",
                labelled(row(0, 1.3, 8), "A" * 8),
                up.named("one rank higher, of any suit"),
                NOTHING,
                full=11,
            ),
            fixed("queens", labelled(row(0, 0, 8), "Q" * 8), "queens' row"),
            stock(at((8.5, 0))),
        ],
        deal=[first_king, rest()],
        moves=[
            deal_over_kings(next_free),
            top_of("tableau").to("foundations").says("2: the lowest card of a king pile goes home, whatever its suit"),
            top_of("tableau")
            .to("tableau")
            .only_when(stock_is_empty)
            .says("3: when all is dealt, the lowest card of a king pile may lie on a king that lies alone"),
        ],
        progress=cards_on("foundations"),
        upright={"stock": at((3.5, -1.15))},
        progress_max=88,
    )
