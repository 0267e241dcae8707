"""Napoleon at St. Helena: stock, waste and foundations over the columns."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, row

LAYOUTS = {
    "napoleon_at_st_helena": Layout(
        {
            "tableau": fanned(row(0, 1.3, 10), dy=0.25),
            "foundations": row(2, 0, 8),
            "stock": at((0, 0)),
            "waste": at((1, 0)),
        }
    )
}
