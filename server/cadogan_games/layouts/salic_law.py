"""The Salic Law: the queens, the foundations and the king piles in three rows."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, labelled, row

LAYOUTS = {
    "salic_law": Layout(
        {
            "tableau": fanned(row(0, 2.6, 8), dy=0.25),
            "foundations": labelled(row(0, 1.3, 8), "A" * 8),
            "queens": labelled(row(0, 0, 8), "Q" * 8),
            "stock": at((8.5, 0)),
        },
        upright={"stock": at((3.5, -1.15))},
    ),
}
