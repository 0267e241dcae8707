"""Perseverance: the foundations over a row of packets."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, fanned, grid, labelled, row

LAYOUTS = {
    "perseverance": Layout(
        {"foundations": labelled(row(4, 0, 4), "♣♦♥♠"), "tableau": fanned(row(0, 1.3, 12), dy=0.25)},
        upright={"foundations": row(1, 0, 4), "tableau": fanned(grid(0, 1.3, 2, 6, y_step=3), dy=0.3)},
    ),
}
