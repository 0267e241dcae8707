"""The Storehouse: the store beside the foundations, four piles below them."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, row

LAYOUTS = {
    "storehouse": Layout(
        {
            "reserve": at((0, 0)),
            "foundations": row(2, 0, 4),
            "tableau": fanned(row(2, 1.3, 4), dy=0.25),
            "stock": at((0, 2.6)),
            "waste": at((1, 2.6)),
        }
    )
}
