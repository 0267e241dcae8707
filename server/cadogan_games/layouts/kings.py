"""The Kings."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, column, fanned, grid, labelled

LAYOUTS = {
    "kings": Layout(
        {
            "foundations": labelled(grid(0, 0, 4, 2), "♣♣♦♦♥♥♠♠"),
            "left": fanned(column(-1, 0, 4), dx=-0.4),
            "right": fanned(column(2, 0, 4), dx=0.4),
        },
        upright={
            "foundations": column(0, 0, 8),
            "left": fanned(column(1.15, 0, 4, step=2), dx=0.4),
            "right": fanned(column(1.15, 1, 4, step=2), dx=0.4),
        },
    ),
}
