"""Trusty Twelve: two lines of columns beside the stock."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, row

LAYOUTS = {
    "trusty_twelve": Layout(
        {"stock": at((0, 0)), "tableau": fanned(row(1.3, 0, 12), dy=0.3)},
        upright={"stock": at((2.5, 0)), "tableau": fanned(row(0, 1.2, 6) + row(0, 5, 6), dy=0.3)},
    )
}
