"""Canfield, the Demon: thirteen cards in reserve, four columns in alternate colours, and a stock turned by threes."""

from cadogan_games.words import *

packed = alternate_colour & down_wrapping


@patience("canfield")
def canfield(partial_runs: bool) -> Patience:
    """The reserve fills spaces by itself; when it is used up, the waste does if the player likes."""
    return Patience(
        groups=[
            reserve(1, counted=True),
            foundations_alike(same_suit & up_wrapping),
            tableau(4, packed, name="column"),
            stock(),
            waste(shows=3),
        ],
        deal=[rounds("reserve", 13, down=True), to_first("foundations"), rounds("tableau", 1), rest()],
        moves={
            "1": turn(3),
            "2": top_of("waste", "reserve", "tableau").home(),
            "3": top_of("waste", "reserve").to("tableau"),
            "4": (runs_of("tableau", packed) if partial_runs else whole_pile_of("tableau")).to("tableau"),
            "5": top_of("waste").to("tableau").only_into_spaces(ALL),
            "6": redeal(shuffled=False),
        },
        auto=[refill("tableau", "reserve"), turn_up("reserve")],
        goal=all_home(),
    )
