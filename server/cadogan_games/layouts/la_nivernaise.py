"""La Nivernaise: the Flanks at both sides, the Line below the foundations."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, column, fanned, row

LAYOUTS = {
    "la_nivernaise": Layout(
        {
            "flanks": column(0, 0, 4) + column(7, 0, 4),
            "ace_foundations": row(2, 0, 4),
            "king_foundations": row(2, 1.3, 4),
            "stock": at((8.5, 0)),
            "line": fanned(row(1, 2.6, 6), dy=0.25),
        },
        upright={"stock": at((3.5, -1.15))},
    ),
}
