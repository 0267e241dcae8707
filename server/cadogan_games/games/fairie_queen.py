"""Spenser's Fairie Queen: the pack is dealt over eight kings, then all is planning."""

from cadogan_games.games.salic_law import deal_over_kings, on_a_lone_king
from cadogan_games.words import *

KING_SET_ASIDE = 1 << card(KING, SPADES)


def first_king(dealer: Dealer) -> None:
    """Lay the king of spades at the head of the first column."""
    dealer.lay(dealer.first_of(KING_SET_ASIDE), dealer.piles("tableau")[0])


def home(table: Table, dealt: int) -> int | None:
    """Return the foundation that an ace begins; None for other cards."""
    return taker(table, dealt, "foundations") if rank_of(dealt) == ACE else None


@patience("fairie_queen")
def fairie_queen() -> Patience:
    """Foundations from ace to queen in suit; columns that hang from kings."""
    return Patience(
        groups=[
            tableau(8, down | on_a_lone_king, name="column"),
            foundations(same_suit & up_from(ACE), copies=2, full=12),
            stock(),
        ],
        deal=[first_king, rest()],
        moves={
            "1": deal_over_kings(home),
            "2": top_of("tableau").home(),
            "3, 4": top_of("tableau").to("tableau").only_when(stock_is_empty),
        },
        goal=all_home(of=96),
    )
