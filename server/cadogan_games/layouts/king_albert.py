"""King Albert and Raglan: the foundations and the reserve over the columns."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, Places, column, fanned, labelled, row

COLUMNS = fanned(row(0, 1.3, 9), dy=0.25)
UPRIGHT = fanned(row(0, 2.5, 9), dy=0.3)


def with_reserve(cards: int) -> Layout:
    """The reserve in a row over the columns, and the foundations beside them, or in a high window above both."""
    homes: Places = labelled(row(2.5, 0, 4), "♣♦♥♠")
    return Layout(
        {"reserve": row(1, 0, cards), "tableau": COLUMNS, "foundations": labelled(column(9.5, 0, 4), "♣♦♥♠")},
        upright={"foundations": homes, "reserve": row((9 - cards) / 2, 1.2, cards), "tableau": UPRIGHT},
    )


LAYOUTS = {"king_albert": with_reserve(7), "raglan": with_reserve(6)}
