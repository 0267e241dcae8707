"""The Nation."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, fanned, row

LAYOUTS = {
    "nation": Layout(
        {
            "ace_foundations": row(0, 0, 4),
            "king_foundations": row(5, 0, 4),
            "tableau": fanned(row(0, 1.4, 12), dy=0.25),
        },
        upright={
            "ace_foundations": row(0, 0, 4),
            "king_foundations": row(4, 0, 4),
            "tableau": fanned(row(0.75, 1.15, 6, step=1.1) + row(0.75, 5.1, 6, step=1.1), dy=0.3),
        },
    ),
}
