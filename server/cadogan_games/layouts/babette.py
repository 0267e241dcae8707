"""Babette: the garden under a line of foundations, each row over the lower part of the one above."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, grid, row

LAYOUTS = {
    "babette": Layout(
        {
            "ace_foundations": row(0, 0, 4),
            "king_foundations": row(4, 0, 4),
            "garden": grid(0, 1.3, 13, 8, y_step=0.42),
            "stock": at((8.3, 0)),
        }
    ),
}
