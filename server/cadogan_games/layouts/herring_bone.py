"""The Herring-Bone: side scenes, bars and foundations left and right of the bone."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, along, at, column, fanned, labelled, rotated

BONE = [(x, 0.8 * fan + y) for fan in range(7) for x, y in ((-1, 0), (0, 0), (1, 0), (0, 0.4))]
"""Seven fans of three, each half covered by a single card."""

LEFT, RIGHT = 1.25, 5.75
"""The x of the side scenes and bars to the left of the bone, and of those to its right."""

LAYOUTS = {
    "herring_bone": Layout(
        {
            "reserve": along(fanned(at((3.5, 0)), dy=0.2), BONE),
            "scenes": column(LEFT, 1.05, 4, step=1.05) + column(RIGHT, 1.05, 4, step=1.05),
            "bars": rotated(at((LEFT, 0.1), (LEFT, 5.15), (RIGHT, 0.1), (RIGHT, 5.15)), 90),
            "up_foundations": labelled(column(7, 1.05, 4, step=1.05), "♣♦♥♠"),
            "down_foundations": labelled(column(0, 1.05, 4, step=1.05), "♣♦♥♠"),
            "stock": at((7, 5.25)),
            "waste": at((8, 5.25)),
        }
    )
}
