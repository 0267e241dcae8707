"""Black Hole: seventeen fans fall into the ace of spades, up or down by one rank."""

from cadogan_games.words import *

either_way_round = (up_wrapping | down_wrapping).named("one rank higher or lower; king and ace are neighbours")


@patience("black_hole")
def black_hole() -> Patience:
    """The top cards of the fans go on the one foundation, and everything lies open."""
    return Patience(
        groups=[
            tableau(17, name="fan"),
            foundations(either_way_round, count=1, base=NOTHING, full=52),
        ],
        deal=[set_out("foundations", [1 << card(ACE, SPADES)]), packets("tableau", 3)],
        moves={
            "1": top_of("tableau").home(),
        },
        goal=all_home(),
    )
