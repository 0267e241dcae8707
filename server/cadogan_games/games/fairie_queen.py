"""Spenser's Fairie Queen: the pack is dealt over eight kings, then all is planning."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import stock_is_empty
from cadogan_games.engine.auto import taker
from cadogan_games.engine.cards import ACE, KING, SPADES, card, rank_of
from cadogan_games.engine.deals import Dealer, rest
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, stock, tableau
from cadogan_games.engine.layout import at, fanned, labelled, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import down, same_suit, up
from cadogan_games.engine.table import Table
from cadogan_games.games.salic_law import deal_over_kings, on_a_lone_king

KING_SET_ASIDE = 1 << card(KING, SPADES)


def first_king(dealer: Dealer) -> None:
    """The king of spades heads the first column."""
    dealer.lay(dealer.first_of(KING_SET_ASIDE), dealer.piles("tableau")[0])


def home(table: Table, dealt: int) -> int | None:
    """The foundation that an ace begins."""
    return taker(table, dealt, "foundations") if rank_of(dealt) == ACE else None


@patience(
    "fairie_queen",
    "Spenser's Fairie Queen",
    packs=2,
    family="deal by rows",
    source="Cadogan 1914",
    race="good",
    why="all cards are seen, and the end game is all planning",
)
def fairie_queen() -> Patience:
    """Foundations from ace to queen in suit; columns that hang from kings."""
    return Patience(
        groups=[
            tableau("tableau", fanned(row(0, 1.3, 8), dy=0.25), down | on_a_lone_king, name="column"),
            foundations(
                "foundations", labelled(row(0, 0, 8), "♣♣♦♦♥♥♠♠"), same_suit & up, each_suit(copies=2), full=12
            ),
            stock(at((8.3, 0))),
        ],
        deal=[first_king, rest()],
        moves=[
            deal_over_kings(home),
            top_of("tableau")
            .to("foundations")
            .says("2: the lowest card of a column goes home in suit, aces to queens"),
            top_of("tableau")
            .to("tableau")
            .only_when(stock_is_empty)
            .says("3, 4: when all is dealt, a lowest card goes on one a rank higher, or on a king that stands alone"),
        ],
        progress=cards_on("foundations"),
        progress_max=96,
    )
