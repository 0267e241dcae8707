"""Black Hole: seventeen fans fall into the ace of spades, up or down by one rank."""

from cadogan_games.words import *


@patience("black_hole")
def black_hole() -> Patience:
    """The top cards of the fans go on the one foundation, and everything lies open."""
    ace = set_out("foundations", [1 << card(ACE, SPADES)])
    return Patience(
        groups=[
            tableau(17, name="fan"),
            foundations(beside_wrapping, count=1, base=NOTHING, full=52),
        ],
        deal=[ace, packets("tableau", 3)],
        by_number=[ace, rounds("tableau", 3)],
        moves={
            "1": top_of("tableau").home(),
        },
        goal=all_home(),
    )
