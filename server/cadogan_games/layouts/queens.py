"""The Queens: the key beside the shutter, below the foundations."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, row

LAYOUTS = {
    "queens": Layout(
        {
            "reserve": at((0, 1.6)),
            "tableau": row(2, 1.3, 4) + row(2.5, 2.6, 3),
            "foundations": row(0, 0, 8),
            "stock": at((6.5, 2.6)),
            "waste": at((7.5, 2.6)),
        }
    )
}
