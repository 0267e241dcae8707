"""Two Rings, and Uncle Sam: sevens up to their kings and sixes down to their aces."""

from cadogan_games.words import *


@patience("two_rings")
def two_rings(refill: str, helps: int = 8) -> Patience:
    """Two rings (or two letters) of foundations, fed by a reserve and the waste."""
    return Patience(
        groups=[
            foundations(same_suit & up, "seven_foundations", name="ring of sevens", count=8, base=NOTHING, full=7),
            foundations(same_suit & down, "six_foundations", name="ring of sixes", count=8, base=NOTHING, full=6),
            reserve(helps),
            stock(),
            waste(),
        ],
        deal=[
            set_out("seven_foundations", each_suit(7, copies=2)),
            set_out("six_foundations", each_suit(6, copies=2)),
            rounds("reserve", 1),
            rest(),
        ],
        moves={
            "1": top_of("reserve").home(),
            "2": top_of("waste").home(),
            "3": turn(),
            "5": redeal(1, shuffled=False),
        },
        forced={"4": refill_choices("reserve", refill)},
        auto=refilled("reserve", refill),
        goal=all_home(),
    )


two_rings.variant("uncle_sam", helps=13)
