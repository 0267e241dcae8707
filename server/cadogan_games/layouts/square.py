"""The Square: the foundations inside it, stock and waste beside it."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, column, row

OUTLINE = row(0, 0, 5) + column(4, 1, 3) + row(0, 4, 5)[::-1] + column(0, 1, 3)[::-1]
"""Along the top, down the right side, back along the bottom and up the left side."""

LAYOUTS = {
    "square": Layout(
        {
            "foundations": at((1.5, 1.4), (2.5, 1.4), (1.5, 2.6), (2.5, 2.6)),
            "tableau": OUTLINE,
            "stock": at((6, 1)),
            "waste": at((6, 2.3)),
        }
    )
}
