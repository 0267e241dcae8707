"""The Olga."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, grid, row

LAYOUTS = {
    "olga": Layout(
        {
            "foundations": grid(2, 0, 2, 8, y_step=1.2),
            "tableau": fanned(row(2, 2.6, 7), dy=0.5),
            "stock": at((0, 0)),
            "waste": at((0, 1.3)),
        },
        upright={
            "foundations": grid(0, 0, 2, 8, y_step=1.05),
            "tableau": fanned(row(0, 2.25, 7), dy=0.4),
            "stock": at((7, 2.25)),
            "waste": at((7, 3.4)),
        },
    ),
}
