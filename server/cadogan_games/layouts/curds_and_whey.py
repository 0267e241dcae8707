"""Curds and Whey."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, fanned, row

LAYOUTS = {
    "curds_and_whey": Layout(
        {"tableau": fanned(row(0, 0, 13), dy=0.25)}, upright={"tableau": fanned(row(0, 0, 7) + row(0, 4.2, 6), dy=0.3)}
    ),
}
