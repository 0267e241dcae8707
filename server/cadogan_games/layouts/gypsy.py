"""Gypsy and Easthaven: stock and foundations over the columns."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, grid, row

LAYOUTS = {
    "gypsy": Layout(
        {
            "stock": at((8.5, 2.4)),
            "foundations": grid(8.5, 0, 2, 4, y_step=1.15),
            "tableau": fanned(row(0, 0, 8), dy=0.25),
        },
        upright={
            "stock": at((0, 0)),
            "foundations": grid(3, 0, 2, 4, x_step=1.2, y_step=1.1),
            "tableau": fanned(row(0, 2.4, 8), dy=0.3),
        },
    ),
    "easthaven": Layout(
        {"stock": at((0, 0)), "foundations": row(3, 0, 4), "tableau": fanned(row(0, 1.3, 7), dy=0.25)},
    ),
}
