"""The Shah: a star of eight rays."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, Place, Places, at


def star(circle: int, fan: float = 0) -> Places:
    """Return a circle of the star; 0 is that of the aces. It is wider than high, as most windows are, so no ray points
    straight up or down.

    Outer piles are spread to the sides, where there is room.
    """
    steep = 0.65 + 1.25 * circle, 1.05 + 0.45 * circle
    flat = 2.1 + 1.4 * circle, 0.5 + 0.25 * circle
    quarters = [(1, -1, steep), (1, -1, flat), (1, 1, flat), (1, 1, steep)]
    quarters += [(-1, 1, steep), (-1, 1, flat), (-1, -1, flat), (-1, -1, steep)]
    return tuple(Place(right * x, round(down * y, 2), dx=right * fan) for right, down, (x, y) in quarters)


TO_ALL_SIDES = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]


def square(reach: int, fan: float = 0) -> Places:
    """Return a circle of the star for a narrower window. Its rays go along rows, columns and diagonals."""
    return tuple(Place(reach * x, reach * y, dx=fan * x, dy=fan * y) for x, y in TO_ALL_SIDES)


LAYOUTS = {
    "shah": Layout(
        {
            "shah": at((0, 0)),
            "foundations": star(0),
            "inner": star(1),
            "middle": star(2),
            "outer": star(3, fan=0.3),
            "stock": at((-7.8, 2.4)),
            "waste": at((7.8, 2.4)),
        },
        upright={
            "foundations": square(1),
            "inner": square(2),
            "middle": square(3),
            "outer": square(4, fan=0.25),
            "stock": at((-2.5, 5.4)),
            "waste": at((2.5, 5.4)),
        },
    ),
}
