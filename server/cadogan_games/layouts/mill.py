"""The Mill: centre and angles inside the wings of a cross."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, labelled

LAYOUTS = {
    "mill": Layout(
        {
            "centre": at((2, 2)),
            "king_foundations": labelled(at((1, 1), (3, 1), (1, 3), (3, 3)), "KKKK"),
            "reserve": at((2, 0), (2, 1), (0, 2), (1, 2), (3, 2), (4, 2), (2, 3), (2, 4)),
            "stock": at((-1.5, 0)),
            "waste": at((-1.5, 1.3)),
        }
    )
}
