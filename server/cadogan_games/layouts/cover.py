"""Cover: the four places between stock and discard."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, row

LAYOUTS = {
    "cover": Layout(
        {"reserve": row(1.5, 0, 4), "stock": at((0, 0)), "discard": at((6, 0))},
        upright={"reserve": row(0, 0, 4), "stock": at((1, 1.3)), "discard": at((2, 1.3))},
    ),
}
