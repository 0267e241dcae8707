"""The Carpet: cards woven crosswise, the foundations at its sides."""

from __future__ import annotations

from dataclasses import replace

from cadogan_games.engine.layout import Layout, Places, at, column, grid, in_heights, row

SIDE = 8
PITCH = 0.86
"""The distance between two cells, in card heights: hardly more than half a card's height and half its width together."""


def woven(x: float, y: float) -> Places:
    """Return the cells. Their cards are upright and turned by a quarter in alternation."""
    cells = in_heights(grid(x, y, SIDE, SIDE, PITCH, PITCH))
    return tuple(replace(place, angle=90 * ((i // SIDE + i) % 2)) for i, place in enumerate(cells))


LAYOUTS = {
    "carpet": Layout(
        {
            "ace_foundations": in_heights(column(0, 0, 4)),
            "king_foundations": in_heights(column(9, 0, 4)),
            "carpet": woven(1.5, 0),
            "stock": in_heights(at((0, 4.6))),
            "waste": in_heights(at((0, 6))),
        },
        upright={
            "ace_foundations": row(0, 0, 4),
            "king_foundations": row(5.15, 0, 4),
            "carpet": woven(0, 1.25),
            "stock": at((3.4, 8.6)),
            "waste": at((4.75, 8.6)),
        },
    ),
}
