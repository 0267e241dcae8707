"""Sly, and Sly Fox: four rows of five, the foundations in columns beside them."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, column, grid

LAYOUTS = {
    "sly": Layout(
        {
            "ace_foundations": column(8, 0, 4),
            "king_foundations": column(9.2, 0, 4),
            "tableau": grid(2, 0, 4, 5),
            "hand": at((0, 1.3)),
            "stock": at((0, 0)),
        },
        upright={
            "ace_foundations": column(5.2, 0, 4),
            "king_foundations": column(6.25, 0, 4),
            "tableau": grid(0, 0, 4, 5),
            "hand": at((2.6, 4.3)),
            "stock": at((1.4, 4.3)),
        },
    ),
}
