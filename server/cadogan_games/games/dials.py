"""The two Dials of Dick: every card has its place at the hours of a clock."""

from cadogan_games.words import *

ONE_TO_TWELVE = "6C 7H 8S 9D TC JH QS AD 2C 3H 4S 5D".split()
"""The first cards of The Dial, No. 2, by the hour. With one pack each lies four hours earlier."""


@patience("dial_no_1")
def dial_no_1(redeals: int) -> Patience:
    """Each hour is built with the four cards of its rank: diamond, black, heart, black."""
    return Patience(
        groups=[
            foundations(
                same_rank & alternate_colour,
                count=13,
                base=[1 << card(rank, DIAMONDS) for rank in range(ACE, KING + 1)],
                name="dial",
                full=4,
            ),
            stock(),
            waste(),
        ],
        deal=[rest()],
        moves={
            "1": turn(),
            "2": top_of("waste").home(),
            "3": redeal(redeals, shuffled=False),
        },
        goal=all_home(),
    )


@patience("dial_no_2")
def dial_no_2(single: bool = False) -> Patience:
    """Each hour is built up in suit until it is shown; kings go to the centre by themselves."""
    full = 4 if single else 8
    first = ONE_TO_TWELVE[4:] + ONE_TO_TWELVE[:4] if single else ONE_TO_TWELVE
    return Patience(
        groups=[
            foundations(
                same_suit & sequence(range(ACE, KING), wrap=True), count=12, base=NOTHING, name="dial", full=full
            ),
            foundations(same_rank, "centre", count=1, base=KINGS, name="kings' pile", full=full),
            stock(),
            waste(),
        ],
        deal=[set_out("foundations", [1 << parse(name) for name in first]), rest()],
        moves={
            "1": turn(),
            "2": top_of("waste").to("foundations"),
            "3": redeal(2, shuffled=False),
        },
        auto=[top_of("waste").to("centre")],
        goal=all_home(),
    )


dial_no_2.variant("dial_no_2_single", single=True)
