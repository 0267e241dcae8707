"""Napoleon's Favorite: the packets clockwise round the foundations, the first above the kings."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, row

ROUND_THE_HOMES = row(1, 0, 4) + at((5.3, 1.3), (5.3, 2.6)) + row(4, 3.9, 4, step=-1) + at((-0.3, 2.6), (-0.3, 1.3))

LAYOUTS = {
    "napoleons_favorite": Layout(
        {"king_foundations": row(1, 1.3, 4), "ace_foundations": row(1, 2.6, 4), "tableau": ROUND_THE_HOMES}
    ),
}
