"""The Wheel: the circle round the cross of aces, the cushion beside it."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, column, grid, ring, row

SQUARE = (
    *row(0, -3, 4),
    *column(3, -2, 5),
    *row(3, 3, 7, step=-1),
    *column(-3, 2, 5, step=-1),
    *row(-3, -3, 3),
)
"""Where a window much higher than wide has no room for a wheel of cards that can be read: its rim from the top, clockwise."""
CROSS = at((0, -1.5), (0, -0.5), (0, 0.5), (0, 1.5), (-2, -0.5), (-1, -0.5), (1, -0.5), (2, -0.5))

LAYOUTS = {
    "wheel": Layout(
        {
            "aces": CROSS,
            "circle": ring(24, 3.4, rotated=True),
            "cushion": grid(5.8, -1.9, 4, 3, y_step=1.1),
            "stock": at((6.8, 2.8)),
        },
        upright={"circle": SQUARE, "cushion": grid(-3, 4.2, 2, 6), "stock": at((3, 4.7))},
    ),
}
