"""FreeCell: eight columns packed in alternate colours, and four cells that hold a card each."""

from cadogan_games.words import *


@patience("freecell")
def freecell() -> Patience:
    """Aces up in suit; runs move as far as empty cells and columns let their cards go one by one."""
    packed = alternate_colour & down
    return Patience(
        groups=[
            foundations(same_suit & up_from(ACE)),
            reserve(4, "cells", space=ALL, name="cells"),
            tableau(8, packed, space=ALL, name="column"),
        ],
        deal=[rounds("tableau")],
        moves={
            "1": top_of("tableau", "cells").home(),
            "2": top_of("cells").to("tableau"),
            "3": runs_of("tableau", packed).to("tableau").only_where(room_to_move("cells", "tableau")),
            "4": top_of("tableau").to("cells").only_into_spaces(),
        },
        goal=all_home(),
    )
