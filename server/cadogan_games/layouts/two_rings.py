"""Two Rings side by side or one over the other; Uncle Sam's letters U and S likewise."""

from __future__ import annotations

from cadogan_games.engine.layout import HEIGHT_IN_X, Layout, at, moved, ring, row

RADIUS = 1.5
REACH = RADIUS * HEIGHT_IN_X
"""The distance from the middle of a ring to its outermost cards, in the units of x."""

RING = ring(8, RADIUS)
LETTER_U = at((0, 0), (0, 1.1), (0, 2.2), (0.8, 3.3), (2, 3.3), (2.8, 2.2), (2.8, 1.1), (2.8, 0))
LETTER_S = at((7.5, 0), (6.3, 0), (5.1, 0.6), (5.7, 1.65), (6.9, 1.65), (7.5, 2.7), (6.3, 3.3), (5.1, 3.3))

LAYOUTS = {
    "two_rings": Layout(
        {
            "seven_foundations": moved(RING, REACH, RADIUS),
            "six_foundations": moved(RING, 3 * REACH + 1.4, RADIUS),
            "reserve": row(0.4, 2 * RADIUS + 1.3, 8),
            "stock": at((8.8, 2 * RADIUS + 1.3)),
            "waste": at((9.8, 2 * RADIUS + 1.3)),
        },
        upright={
            "seven_foundations": moved(RING, REACH + 0.5, RADIUS),
            "six_foundations": moved(RING, REACH + 0.5, 3 * RADIUS + 1.1),
            "reserve": row(0, 4 * RADIUS + 2.35, 8),
            "stock": at((6.4, 3)),
            "waste": at((6.4, 4.15)),
        },
    ),
    "uncle_sam": Layout(
        {
            "seven_foundations": LETTER_S,
            "six_foundations": LETTER_U,
            "reserve": row(-2, 5, 13),
            "stock": at((10, 0)),
            "waste": at((10, 1.3)),
        },
        upright={
            "seven_foundations": moved(LETTER_S, -1, 0),
            "six_foundations": LETTER_U,
            "reserve": row(0, 4.7, 7) + row(0.5, 5.75, 6),
            "stock": at((2.5, 6.95)),
            "waste": at((3.6, 6.95)),
        },
    ),
}
