"""Anna: an N of jacks built down past the ace to the king, an A of helps that the queens take over."""

from cadogan_games.words import *

JACKS = ranks(JACK)
DOWN_TO_THE_KING = [*range(JACK, 0, -1), KING]
UP_FROM_THE_KING = [KING, *range(1, JACK)]

stock_fills_spaces = refill("tableau", "stock", "waste")


@patience("anna")
def anna(refill: str = "", after_dick: bool = False) -> Patience:
    """Eight helps built up in suit; after Dick a king goes on his queen, and the stock alone refills while it lasts."""
    helps_order = [QUEEN, *UP_FROM_THE_KING] if after_dick else UP_FROM_THE_KING
    return Patience(
        groups=[
            foundations(same_suit & sequence(DOWN_TO_THE_KING), count=8, base=JACKS, full=12),
            tableau(8, same_suit & sequence(helps_order), name="A", counted=True),
            stock(),
            waste(),
        ],
        deal=[round_passing("tableau", "foundations", passing=JACKS), rest()],
        moves={
            "1": top_of("tableau", "waste").home(),
            "2": top_of("tableau").to("tableau"),
            "3": top_of("waste").to("tableau"),
            "4": turn(),
            "6": redeal(2, shuffled=False),
        },
        forced={"5": [] if after_dick else refill_choices("tableau", refill)},
        auto=[
            top_of("tableau", "waste").home().only_into_spaces(),
            *([stock_fills_spaces] if after_dick else refilled("tableau", refill)),
        ],
        goal=all_home(of=96),
    )


anna.variant("anna_dick", after_dick=True)
