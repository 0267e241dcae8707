"""Pyramid: each row covers the lower part of the row above it."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, Places, at, row

ROWS = 7


def pyramid(x: float, y: float, step: float) -> Places:
    """Return the rows of the pyramid. The last begins at `x`, the first lies at `y`."""
    rows = [row(x + (ROWS - count) / 2, round(y + step * (count - 1), 3), count) for count in range(1, ROWS + 1)]
    return tuple(place for each in rows for place in each)


LAYOUTS = {
    "pyramid": Layout(
        {
            "pyramid": pyramid(1.5, 0, 0.45),
            "stock": at((0, 0)),
            "hand": at((0, 1.2)),
            "waste": at((0, 2.4)),
            "discard": at((9, 0)),
        },
        upright={
            "pyramid": pyramid(0, 1.2, 0.55),
            "stock": at((0, 0)),
            "hand": at((1.2, 0)),
            "waste": at((2.4, 0)),
            "discard": at((6, 0)),
        },
    )
}
