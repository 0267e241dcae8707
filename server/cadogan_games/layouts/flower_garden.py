"""The Flower-Garden."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, fanned, grid, row

LAYOUTS = {
    "flower_garden": Layout(
        {
            "foundations": row(5, 0, 4),
            "tableau": fanned(row(2, 1.3, 6, step=2), dy=0.25),
            "reserve": row(0, 5, 16),
        },
        upright={
            "foundations": row(2, 0, 4),
            "tableau": fanned(row(0.25, 1.2, 6, step=1.3), dy=0.25),
            "reserve": grid(0, 6.9, 2, 8),
        },
    )
}
