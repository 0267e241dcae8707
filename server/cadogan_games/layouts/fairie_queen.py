"""Spenser's Fairie Queen: the foundations over the columns."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, row

LAYOUTS = {
    "fairie_queen": Layout(
        {"tableau": fanned(row(0, 1.3, 8), dy=0.25), "foundations": row(0, 0, 8), "stock": at((8.3, 0))}
    ),
}
