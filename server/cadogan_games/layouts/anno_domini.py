"""Anno Domini: the foundations in a row, under them the piles of the variant."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, row

PLACING = {"foundations": row(2, 0, 4), "stock": at((0, 0)), "waste": at((1, 0))}

LAYOUTS = {
    "anno_domini": Layout(PLACING, upright={"foundations": row(0, 0, 4), "stock": at((1, 1.3)), "waste": at((2, 1.3))}),
    "anno_domini_rows": Layout(PLACING | {"tableau": fanned(row(2, 1.3, 4), dy=0.25)}),
}
