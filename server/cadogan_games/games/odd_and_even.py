"""Odd and Even: up by twos, first the odd ranks or first the even ones."""

from cadogan_games.words import *

ODD_FIRST = [1, 3, 5, 7, 9, 11, 13, 2, 4, 6, 8, 10, 12]
EVEN_FIRST = [2, 4, 6, 8, 10, 12, 1, 3, 5, 7, 9, 11, 13]


@patience("odd_and_even")
def odd_and_even() -> Patience:
    """Two foundations a suit, one up from the ace by twos, one from the two."""
    return Patience(
        groups=[
            foundations(same_suit & sequence(ODD_FIRST), "odd_foundations", count=4, base=each_suit()),
            foundations(same_suit & sequence(EVEN_FIRST), "even_foundations", count=4, base=each_suit(2)),
            reserve(9),
            stock(),
            waste(),
        ],
        deal=[rounds("reserve", 1), rest()],
        moves={
            "1": top_of("reserve").home(),
            "2": top_of("waste").home(),
            "3": turn(),
            "4": redeal(1, shuffled=False),
        },
        auto=[refill("reserve")],
        goal=all_home(),
    )
