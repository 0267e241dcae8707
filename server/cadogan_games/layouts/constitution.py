"""The Constitution: the foundations over the four rows, which may grow into short sequences."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, Places, at, fanned, row

CHAMBERS = ("council", "lords", "commons")
"""The rows on whose cards others are built, from the highest down."""


def chambers(y: float, y_step: float, x_step: float, *, dx: float = 0, dy: float = 0) -> dict[str, Places]:
    """Return the three chambers, one below the other, with eight piles each."""
    return {
        chamber: fanned(row(0, y + nth * y_step, 8, step=x_step), dx=dx, dy=dy) for nth, chamber in enumerate(CHAMBERS)
    }


LAYOUTS = {
    "constitution": Layout(
        {
            "foundations": row(0, 0, 8, step=1.9),
            **chambers(1.2, 1.1, 1.9, dx=0.3),
            "people": row(0, 4.5, 8, step=1.9),
            "stock": at((15.3, 3.4)),
            "waste": at((15.3, 4.5)),
        },
        upright={
            "foundations": row(0, 0, 8),
            **chambers(1.2, 1.7, 1, dy=0.2),
            "people": row(0, 6.3, 8),
            "stock": at((2.9, 7.5)),
            "waste": at((4.1, 7.5)),
        },
    ),
}
