"""The "Louis" Patience and St. Louis: the letters clockwise round the foundations, a at the lower right."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, labelled, row

ALPHABET = at((4, 3), (3, 3), (2, 3), (1, 3), (0, 2), (0, 1), (1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (5, 2))

LAYOUTS = {
    "louis": Layout(
        {
            "ace_foundations": row(1, 2, 4),
            "king_foundations": row(1, 1, 4),
            "tableau": labelled(ALPHABET, "abcdefghiklm"),
            "stock": at((6.5, 1.5)),
        }
    ),
}
