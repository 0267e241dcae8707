"""Canfield: stock, waste and reserve beside the foundations and the columns under them."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, row

LAYOUTS = {
    "canfield": Layout(
        {
            "reserve": at((0, 0)),
            "foundations": row(3, 0, 4),
            "tableau": fanned(row(3, 1.3, 4), dy=0.25),
            "stock": at((0, 2)),
            "waste": fanned(at((1, 2)), dx=0.25),
        },
        upright={
            "reserve": at((0, 0)),
            "foundations": row(1.5, 0, 4),
            "stock": at((0, 1.3)),
            "waste": fanned(at((0, 2.5)), dx=0.25),
            "tableau": fanned(row(1.5, 1.3, 4), dy=0.3),
        },
    )
}
