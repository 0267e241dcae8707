"""The Fifteen: the foundations over fifteen columns."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, fanned, row

LAYOUTS = {
    "fifteen": Layout(
        {
            "ace_foundations": row(3, 0, 4),
            "king_foundations": row(8, 0, 4),
            "tableau": fanned(row(0, 1.3, 15), dy=0.25),
        },
        upright={
            "ace_foundations": row(0, 0, 4),
            "king_foundations": row(4, 0, 4),
            "tableau": fanned(row(0, 1.15, 8) + row(0, 5.1, 7), dy=0.3),
        },
    ),
}
