"""Golf."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, row

LAYOUTS = {
    "golf": Layout(
        {
            "tableau": fanned(row(0, 0, 7), dy=0.35),
            "stock": at((2.5, 2.7)),
            "foundations": at((3.5, 2.7)),
        },
    )
}
