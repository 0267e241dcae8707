"""The Square: four foundations that go up to the king and down again, inside a square built both ways in suit."""

from cadogan_games.words import *

UP_AND_DOWN = [*range(1, KING + 1), *range(KING, 0, -1)]
ORDER = [[1 << card(rank, suit) for rank in UP_AND_DOWN] for suit in range(4)]
"""The cards of a suit's foundation, from the first ace to the last, by suit."""

there_and_back = (same_suit & (up | down)).named("of its suit, up to the king and from the other king down again")


def next_in_order(table: Table, pile: int) -> int:
    """Return the card that a foundation takes. The number of its cards tells which one is next."""
    return ORDER[pile - table.game.first["foundations"]][len(table.piles[pile])]


@patience("square")
def square(refill: str) -> Patience:
    """Sixteen piles round four foundations of twenty-six cards."""
    return Patience(
        groups=[
            foundations(there_and_back, count=4, base=each_suit(), full=26, wants=next_in_order, counted=True),
            tableau(16, same_suit & (up | down), name="square", counted=True),
            stock(),
            waste(),
        ],
        deal=[round_passing("tableau", "foundations", passing=ACES), rest()],
        moves={
            "1": top_of("tableau", "waste").home(),
            "2": top_of("tableau").to("tableau").only_onto_cards(),
            "3": top_of("waste").to("tableau").only_onto_cards(),
            "4": turn(),
            "6": top_of("tableau").to("tableau").only_when(stock_and_waste_are_empty).only_into_spaces(ALL),
        },
        forced={"5": refill_choices("tableau", refill)},
        auto=[top_of("tableau", "waste").home().only_into_spaces(), *refilled("tableau", refill)],
        goal=all_home(),
    )
