"""The Salic Law: eight kings dealt over, queens set aside, and foundations that ask for no suit."""

from collections.abc import Callable

from cadogan_games.words import *

ROW_OF = {QUEEN: "queens", ACE: "foundations"}
"""The group for cards of these ranks, which go by themselves to its next free place."""

on_a_lone_king = relation(
    "of any rank and suit, but only on a king that lies alone",
    lambda upper, lower: rank_of(lower) == KING and rank_of(upper) != KING,
)


def first_king(dealer: Dealer) -> None:
    """Begin the first pile with the first king in the pack."""
    dealer.lay(dealer.first_of(KINGS), dealer.piles("tableau")[0])


def deal_over_kings(place_of: Callable[[Table, int], int | None]) -> Action:
    """Return the action `deal`. It deals the next card to its own place, if it has one. A king begins the next pile, and
    other cards go on the newest."""

    def deal(table: Table) -> None:
        card = bare(table.stock[-1])
        dst = place_of(table, card)
        if dst is None:
            newest = max(pile for pile in table.numbers("tableau") if table.piles[pile])
            dst = newest + 1 if rank_of(card) == KING else newest
        table.turn_over(table.number("stock"), dst)

    rule = "the top card of the stock is dealt"
    return Action("deal", "Deal", deal, when=(stock_has_cards,), pile="stock", text=rule)


def next_free(table: Table, card: int) -> int | None:
    """Return the next free place for a queen or an ace."""
    group = ROW_OF.get(rank_of(card))
    return None if group is None else next(pile for pile in table.numbers(group) if not table.piles[pile])


@patience("salic_law")
def salic_law() -> Patience:
    """Cards are dealt on the latest king; jacks complete the foundations."""
    return Patience(
        groups=[
            tableau(8, on_a_lone_king, name="king pile"),
            foundations(up.named("one rank higher, of any suit"), count=8, base=NOTHING, full=11),
            fixed(8, "queens", "queens' row"),
            stock(),
        ],
        deal=[first_king, rest()],
        moves={
            "1": deal_over_kings(next_free),
            "2": top_of("tableau").home(),
            "3": top_of("tableau").to("tableau").only_when(stock_is_empty),
        },
        goal=all_home(of=88),
    )
