"""Nestor: the reserve below the columns."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, row

LAYOUTS = {
    "nestor": Layout(
        {"tableau": fanned(row(0, 0, 8), dy=0.5), "reserve": row(2, 3.5, 4), "discard": at((7, 3.5))},
        upright={"reserve": row(1.2, 4.9, 4), "discard": at((6, 4.9))},
    )
}
