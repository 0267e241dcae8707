"""The Four Corners: four packets on each side, one slantwise at each corner, foundations between."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, column, fanned, rotated

UP_LEFT, UP_RIGHT = rotated(at((0.1, -0.2)), -45), rotated(at((6.4, -0.2)), 45)
LOW_LEFT, LOW_RIGHT = rotated(at((0.1, 5.2)), 45), rotated(at((6.4, 5.2)), -45)

ROUND_THE_SQUARE = fanned(
    UP_LEFT + column(0, 1, 4) + LOW_LEFT + UP_RIGHT + column(6.1, 1, 4) + LOW_RIGHT,
    dx=0.35,
)

LAYOUTS = {
    "four_corners": Layout(
        {
            "tableau": ROUND_THE_SQUARE,
            "ace_foundations": column(3.1, 1, 4),
            "king_foundations": column(4.1, 1, 4),
            "hand": at((9.3, 2)),
            "stock": at((9.3, 0.9)),
        },
        upright={"hand": at((4.1, 6.6)), "stock": at((3.1, 6.6))},
    ),
}
