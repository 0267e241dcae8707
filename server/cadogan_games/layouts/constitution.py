"""The Constitution: the foundations over the four rows, which may grow into short sequences."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, Places, at, fanned, row


def climbing_row(y: float) -> Places:
    """Eight places whose cards are built on."""
    return fanned(row(0, y, 8), dy=0.15)


LAYOUTS = {
    "constitution": Layout(
        {
            "foundations": row(0, 0, 8),
            "council": climbing_row(1.3),
            "lords": climbing_row(2.6),
            "commons": climbing_row(3.9),
            "people": row(0, 5.2, 8),
            "stock": at((8.5, 3.9)),
            "waste": at((8.5, 5.2)),
        },
        upright={"stock": at((2.9, 6.5)), "waste": at((4.1, 6.5))},
    ),
}
