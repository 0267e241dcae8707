"""The Fourteenth: the square of five by five, stock and discard beside it."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, grid

LAYOUTS = {
    "fourteenth": Layout({"square": grid(0, 0, 5, 5), "stock": at((6, 0)), "discard": at((6, 1.3))}),
}
