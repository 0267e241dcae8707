"""The Congress: the rivers over a row of helps, the foundations beside them."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, row

LAYOUTS = {
    "congress": Layout(
        {
            "foundations": at(*((9 + side, y) for y in range(4) for side in (0, 1))),
            "helps": row(0, 4.9, 8),
            "rivers": fanned(row(0, 0, 8), dy=0.25),
            "stock": at((9.5, 4.9)),
        },
        upright={
            "foundations": row(0, 0, 8),
            "helps": row(0, 6.6, 8),
            "rivers": fanned(row(0, 1.15, 8), dy=0.25),
            "stock": at((3.5, 7.75)),
        },
    ),
}
