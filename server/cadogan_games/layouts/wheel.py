"""The Wheel: the circle round the cross of aces, the cushion beside it."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, Places, at, column, grid, moved, ray, rotated, row

END = 2.55
"""The radius of a rounded end, in card heights."""
STEP = 22.5
"""Degrees between two cards of a rounded end."""


def end(middle: float, start: float) -> Places:
    """Return a rounded end of the rim: nine cards round (middle, 0) that face outwards, the first at `start` degrees."""
    return moved((ray(start + STEP * i, END, rotated=True) for i in range(9)), middle, 0)


RIM = (
    *end(2, 0),
    *rotated(row(1, END, 3, step=-1), 180),
    *end(-2, 180),
    *row(-1, -END, 3),
)
"""The rim, clockwise. It is wider than high, as most windows are, with straight sides above and below."""

SQUARE = (
    *row(0, -3, 4),
    *column(3, -2, 5),
    *row(3, 3, 7, step=-1),
    *column(-3, 2, 5, step=-1),
    *row(-3, -3, 3),
)
"""The rim as a square, clockwise from the top, for a window much higher than wide: on a round one, cards would be too small."""
CROSS = at((0, -1.5), (0, -0.5), (0, 0.5), (0, 1.5), (-2, -0.5), (-1, -0.5), (1, -0.5), (2, -0.5))

LAYOUTS = {
    "wheel": Layout(
        {
            "aces": CROSS,
            "circle": RIM,
            "cushion": grid(6.8, -2.2, 4, 3, y_step=1.1),
            "stock": at((7.8, 2.3)),
        },
        upright={"circle": SQUARE, "cushion": grid(-3, 4.2, 2, 6), "stock": at((3, 4.7))},
    ),
}
