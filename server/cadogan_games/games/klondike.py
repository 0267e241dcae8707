"""Canfield or Klondike, and Klondike as everybody knows it."""

from cadogan_games.words import *


@patience("klondike")
def klondike(draw: int, passes: int | str, partial_runs: bool, returns: bool) -> Patience:
    """Seven columns packed in alternate colours; draw and passes as the options say."""
    packed = alternate_colour & down
    back = ["foundations"] if returns else []
    return Patience(
        groups=[
            foundations(same_suit & up_from(ACE)),
            tableau(7, packed, space=KINGS, name="column"),
            stock(),
            waste(shows=draw),
        ],
        deal=[triangle("tableau"), rest()],
        by_number=[
            *(along("tableau", 6, n, down=True) for n in range(1, 7)),
            along("tableau", 6, 0),
            rest(),
        ],
        moves={
            "1, 2": top_of("tableau", "waste").home(),
            "3, 4": (runs_of("tableau", packed) if partial_runs else whole_run_of("tableau", packed)).to("tableau"),
            "5, 6, 9" if returns else "5, 6": top_of("waste", *back).to("tableau"),
            "7": turn(draw),
            "8": redeal(passes=passes, shuffled=False),
        },
        auto=[turn_up("tableau")],
        goal=all_home(),
        score=lambda table: 5 * table.progress - 52,
    )


klondike.variant("klondike_draw1")
klondike.variant("klondike_draw3")
