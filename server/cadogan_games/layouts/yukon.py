"""Yukon: the foundations beside the columns, which grow long."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, column, fanned, row

LAYOUTS = {
    "yukon": Layout(
        {"foundations": column(7.3, 0, 4), "tableau": fanned(row(0, 0, 7), dy=0.25)},
        upright={"foundations": row(1.5, 0, 4), "tableau": fanned(row(0, 1.2, 7), dy=0.25)},
    )
}
