"""Bristol: the foundations over two lines of fans, the stock and its three piles beneath them."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, column, fanned, row

LAYOUTS = {
    "bristol": Layout(
        {
            "tableau": fanned(row(0, 0, 8), dy=0.3),
            "foundations": column(12.6, 0, 4),
            "stock": at((8.4, 0)),
            "reserve": fanned(row(9.4, 0, 3), dy=0.3),
        },
        upright={
            "stock": at((0, 0)),
            "foundations": row(2, 0, 4),
            "tableau": fanned(row(0, 1.2, 6) + row(0, 4.6, 2), dy=0.3),
            "reserve": fanned(row(2.8, 4.6, 3), dy=0.3),
        },
    )
}
