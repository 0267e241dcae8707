"""Racing Demon: the foundations in the middle, a row for each player's aces, and the players' piles to the left and right."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, Places, fanned, owned, row

SEATS = range(8)

WIDTH, HEIGHT = 7.5, 4.5
"""The room that a seat takes, in cards."""

FOUNDATIONS = 15.5
"""The left edge of the foundations."""


def corner(seat: int) -> tuple[float, float]:
    """The upper left corner of a seat: even seats lie on the left, odd ones on the right, two beside each other."""
    side, place = seat % 2, seat // 2
    return (side * 20.5 + place % 2 * WIDTH, place // 2 * HEIGHT)


def each(x: float, count: int = 1, dx: float = 0, dy: float = 0) -> Places:
    """`count` piles of each seat, `x` from its left edge."""
    places: Places = ()
    for seat in SEATS:
        left, top = corner(seat)
        places += owned(fanned(row(left + x, top, count), dx=dx, dy=dy), seat)
    return places


LAYOUTS = {
    "racing_demon": Layout(
        {
            "foundations": sum((owned(row(FOUNDATIONS, seat, 4), seat) for seat in SEATS), ()),
            "demon": each(0),
            "work": each(1, 4, dy=0.2),
            "stock": each(5),
            "waste": each(6, dx=0.2),
        }
    )
}
