"""Napoleon's Square."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, Places, at, column, fanned, grid, row


def three_sides() -> Places:
    """Return the packets up the left side, along the top and down the right side. Those of the sides are spread to the right,
    those of the top downwards."""
    left, right = column(0, 0.9, 4, step=1.2), column(8.6, 0.9, 4, step=1.2)
    return fanned(left[::-1], dx=0.4) + fanned(row(2.7, 0, 4, step=1.4), dy=0.25) + fanned(right, dx=0.4)


UPRIGHT = {
    "tableau": fanned(column(0, 2.9, 4, step=1.1)[::-1], dx=0.35)
    + fanned(row(0.3, 0, 4, step=2.1), dy=0.25)
    + fanned(column(5, 2.9, 4, step=1.1), dx=0.35),
    "foundations": grid(2.9, 2.9, 4, 2, y_step=1.1),
    "stock": at((2.9, 7.4)),
    "waste": at((3.9, 7.4)),
}

LAYOUTS = {
    "napoleons_square": Layout(
        {
            "tableau": three_sides(),
            "foundations": at(*((x, y) for x in (3.3, 4.3, 5.3, 6.3) for y in (2.2, 3.35))),
            "stock": at((4.1, 5)),
            "waste": at((5.5, 5)),
        },
        upright=UPRIGHT,
    ),
}
