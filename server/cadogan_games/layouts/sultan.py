"""The Sultan."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, column

ROUND_THE_SULTAN = at((2, 0), (3, 0), (4, 0), (2, 1), (4, 1), (2, 2), (3, 2), (4, 2))

LAYOUTS = {
    "sultan": Layout(
        {
            "sultan": at((3, 1)),
            "foundations": ROUND_THE_SULTAN,
            "reserve": column(0.5, -0.5, 4) + column(5.5, -0.5, 4),
            "stock": at((2.4, 3.5)),
            "waste": at((3.6, 3.5)),
        }
    ),
}
