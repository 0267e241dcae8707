"""FreeCell and its kin: open columns, and cells that hold a card each."""

from collections.abc import Sequence

from cadogan_games.words import *


def with_cells(
    cells: int,
    columns: int,
    packed: Relation,
    *,
    rounds_dealt: int | None = None,
    space: int = ALL,
    numbered_cells: Sequence[int] = (),
) -> Patience:
    """Aces up in suit; runs move as far as empty cells and columns let their cards go one by one.

    The cards that `rounds_dealt` rounds over the columns leave go into cells, in numbered deals into `numbered_cells`.
    `space` is what an empty column takes. If that isn't every card, it is no place on the way for others.
    """
    on_columns = rounds("tableau", rounds_dealt)
    room = room_to_move("cells", "tableau" if space == ALL else "")
    return Patience(
        groups=[
            foundations(same_suit & up_from(ACE)),
            reserve(cells, "cells", space=ALL, name="cells"),
            tableau(columns, packed, space=space, name="column"),
        ],
        deal=[on_columns, rounds("cells")],
        by_number=[on_columns, *(along("cells", n, n) for n in numbered_cells)],
        moves={
            "1": top_of("tableau", "cells").home(),
            "2": top_of("cells").to("tableau"),
            "3": runs_of("tableau", packed).to("tableau").only_where(room),
            "4": top_of("tableau").to("cells").only_into_spaces(),
        },
        goal=all_home(),
    )


@patience("freecell")
def freecell() -> Patience:
    """Eight columns packed in alternate colours, and four cells."""
    return with_cells(4, 8, alternate_colour & down)


@patience("bakers_game")
def bakers_game() -> Patience:
    """Eight columns packed in suit, and four cells."""
    return with_cells(4, 8, same_suit & down)


@patience("eight_off")
def eight_off() -> Patience:
    """Eight columns packed in suit, whose spaces take kings, and eight cells, half of them full."""
    return with_cells(8, 8, same_suit & down, rounds_dealt=6, space=KINGS, numbered_cells=(0, 2, 4, 6))


@patience("seahaven_towers")
def seahaven_towers() -> Patience:
    """Ten columns packed in suit, whose spaces take kings, and four cells, half of them full."""
    return with_cells(4, 10, same_suit & down, rounds_dealt=5, space=KINGS, numbered_cells=(1, 2))
