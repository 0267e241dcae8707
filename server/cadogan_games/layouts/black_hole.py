"""Black Hole: the hole among the fans, in a high window above them."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, row

LAYOUTS = {
    "black_hole": Layout(
        {
            "tableau": fanned(row(0, 0, 9) + row(0, 1.9, 4) + row(5, 1.9, 4), dy=0.35),
            "foundations": at((4, 1.9)),
        },
        upright={
            "tableau": fanned(row(0, 1.3, 6) + row(0, 3.2, 6) + row(0.5, 5.1, 5), dy=0.35),
            "foundations": at((2.5, 0)),
        },
    )
}
