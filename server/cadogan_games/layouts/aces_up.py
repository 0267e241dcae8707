"""Aces Up: four columns between the stock and the discard."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, row

LAYOUTS = {
    "aces_up": Layout(
        {"stock": at((0, 0)), "tableau": fanned(row(1.5, 0, 4), dy=0.3), "discard": at((6, 0))},
        upright={"stock": at((0, 0)), "discard": at((3, 0)), "tableau": fanned(row(0, 1.2, 4), dy=0.3)},
    )
}
