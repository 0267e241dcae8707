"""Light and Shade: Auxiliaries, Rivals and foundations in three rows."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, row

LAYOUTS = {
    "light_and_shade": Layout(
        {
            "foundations": row(0.5, 3.5, 8),
            "tableau": fanned(row(2.5, 0, 4), dy=0.2),
            "reserve": row(2.5, 2.3, 4),
            "stock": at((0.5, 0)),
            "waste": at((0.5, 1.1)),
        }
    ),
}
