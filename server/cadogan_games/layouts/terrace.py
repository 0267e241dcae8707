"""The Terrace: terrace, foundations and valley one below the other."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, row

LAYOUTS = {
    "terrace": Layout(
        {
            "reserve": fanned(at((0, 0)), dx=0.5),
            "choice": row(8, 0, 3),
            "foundations": row(0, 1.3, 8),
            "tableau": fanned(row(0, 2.6, 9), dy=0.25),
            "stock": at((9.5, 1.3)),
            "waste": at((9.5, 2.6)),
        },
        upright={
            "reserve": fanned(at((1, 0)), dx=0.5),
            "choice": row(1, 1.15, 3),
            "foundations": row(0.5, 2.3, 8),
            "tableau": fanned(row(0, 3.45, 9), dy=0.25),
            "stock": at((6, 1.15)),
            "waste": at((7, 1.15)),
        },
    )
}
