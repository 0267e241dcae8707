"""The Blockade: twelve columns, or rows of twelve over one another, under the foundations."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, grid, row

ROWS, COLUMNS = 9, 12

BRICKS = at(*((0.75 * c, 1.25 + 0.92 * r + 0.46 * (c % 2)) for r in range(ROWS) for c in range(COLUMNS)))
"""The rows in a window much higher than wide. Every second card lies lower, between its neighbours."""

ABOVE = {"foundations": row(2, 0, 8), "stock": at((11, 0))}

LAYOUTS = {
    "blockade": Layout(
        {"grid": grid(0, 1.3, ROWS, COLUMNS, y_step=0.42)} | ABOVE,
        upright={"grid": BRICKS, "foundations": row(0, 0, 8), "stock": at((8.25, 0))},
    ),
    "blockade_modern": Layout(
        {"tableau": fanned(row(0, 1.3, COLUMNS), dy=0.25)} | ABOVE,
        upright={
            "tableau": fanned(row(0, 1.15, 6, step=1.1) + row(0, 5.1, 6, step=1.1), dy=0.3),
            "foundations": row(0, 0, 8),
            "stock": at((7, 1.15)),
        },
    ),
}
