"""The Labyrinth: the maze under a line of foundations, each row over the lower part of the one above."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, grid, labelled, row

LAYOUTS = {
    "labyrinth": Layout(
        {
            "ace_foundations": row(0, 0, 4),
            "king_foundations": row(6, 0, 4),
            "maze": grid(0, 1.3, 11, 10, y_step=0.42),
            "grace": labelled(at((10.3, 0)), ["grace"]),
            "stock": at((10.3, 1.3)),
        },
        upright={
            "grace": at((9, 0)),
            "stock": at((8, 0)),
            "ace_foundations": row(0, 0, 4),
            "king_foundations": row(4, 0, 4),
        },
    ),
}
