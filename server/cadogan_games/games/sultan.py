"""The Sultan: eight queens round the king of hearts."""

from cadogan_games.words import *

FIRST_CARDS = [1 << parse(card) for card in "KC AH KC KS KS KD KH KD".split()]

TO_THE_QUEEN = [12 if card == FIRST_CARDS[1] else 13 for card in FIRST_CARDS]
"""The number of a foundation's cards when its queen lies on top, by foundation."""


@patience("sultan")
def sultan() -> Patience:
    """Seven kings and an ace are built up in suit to their queens, from the Divan and the waste."""
    return Patience(
        groups=[
            fixed(1, "sultan", "Sultan"),
            foundations(same_suit & up_wrapping, count=8, base=NOTHING, full=TO_THE_QUEEN),
            reserve(8, name="Divan"),
            stock(),
            waste(),
        ],
        deal=[set_out("sultan", [1 << parse("KH")]), set_out("foundations", FIRST_CARDS), rounds("reserve", 1), rest()],
        moves={
            "1": top_of("reserve", "waste").home(),
            "2": turn(),
            "3": redeal(2, shuffled=True),
        },
        auto=[refill("reserve")],
        goal=all_home(of=103),
    )
