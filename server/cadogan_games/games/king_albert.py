"""King Albert and Raglan: open columns in alternate colours, and a reserve in sight, one card at a time."""

from collections.abc import Sequence

from cadogan_games.words import *

COLUMNS = 9


def with_reserve(cards: int, deal: Sequence[Step]) -> Patience:
    """Return the table, the moves and the goal of both."""
    return Patience(
        groups=[
            foundations(same_suit & up_from(ACE)),
            tableau(COLUMNS, alternate_colour & down, space=ALL, name="column"),
            reserve(cards),
        ],
        deal=[*deal, rounds("reserve", 1)],
        moves={
            "1": top_of("tableau", "reserve").home(),
            "2, 3": top_of("tableau").to("tableau").only_where(not_whole_into_space),
            "4": top_of("reserve").to("tableau"),
        },
        goal=all_home(),
    )


@patience("king_albert")
def king_albert() -> Patience:
    """Columns of one to nine cards, and seven in reserve."""
    return with_reserve(7, [triangle("tableau", down=False)])


@patience("raglan")
def raglan() -> Patience:
    """The aces are out; columns of one to seven cards, and six in reserve."""
    return with_reserve(6, [set_out("foundations", each_suit()), triangle("tableau", 7, down=False)])
