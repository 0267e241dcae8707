"""Positions of the piles on the table: plain data that a client draws from.

A unit of x is the width of a card and of the gap beside it, a unit of y the height of a card and of the gap below it.
Angles are degrees clockwise. Some sheets measure in card heights (circles and crosses); `ring`, `ray` and `in_heights`
convert them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import cos, radians, sin

HEIGHT_IN_X = 1.4 * 0.9 / 0.93
"""One unit of y in units of x on the screen: a card is 1.4 times as high as wide, and is drawn 0.9 by 0.93 units."""


@dataclass(frozen=True)
class Place:
    """The position of one pile, the rotation of its cards, and the offset of each further card.

    A pile that does not lie in a straight line has a `path`: the points of its cards one by one, bottom first, measured
    from (x, y). Any further card lies on the last point.
    """

    x: float
    y: float
    angle: float = 0
    dx: float = 0
    dy: float = 0
    label: str = ""
    owner: int | None = None
    path: tuple[tuple[float, float], ...] | None = None


@dataclass(frozen=True)
class Tally:
    """A count of the cards of a `rank` in a pile. The counter `above` holds how many cards at the bottom are not
    counted."""

    rank: int
    above: str


@dataclass(frozen=True)
class Order:
    """The order in which piles are built, if a card elsewhere decides it.

    That card is the top card of the pile with the same number in group `by`. If its rank is r (from 0, the ace),
    `ranks[r]` lists the ranks that the pile takes, one after the other.
    """

    by: str
    ranks: Sequence[Sequence[int]]


Places = tuple[Place, ...]


@dataclass(frozen=True)
class Layout:
    """The places of a game's piles by group id: `wide` for a wide window, `upright` for a high one.

    Groups that lie in the same places in both are in `wide` only. A place has the same label in both. A window takes
    whichever places leave more room for each card.
    """

    wide: Mapping[str, Places]
    upright: Mapping[str, Places] = field(default_factory=dict)


def at(*points: tuple[float, float]) -> Places:
    """Places at these points, in order."""
    return tuple(Place(x, y) for x, y in points)


def row(x: float, y: float, count: int, step: float = 1) -> Places:
    """A row from left to right."""
    return at(*((x + step * i, y) for i in range(count)))


def column(x: float, y: float, count: int, step: float = 1) -> Places:
    """A column from top to bottom."""
    return at(*((x, y + step * i) for i in range(count)))


def grid(x: float, y: float, rows: int, columns: int, x_step: float = 1, y_step: float = 1) -> Places:
    """A grid in reading order."""
    return at(*((x + x_step * c, y + y_step * r) for r in range(rows) for c in range(columns)))


def fanned(places: Iterable[Place], dx: float = 0, dy: float = 0) -> Places:
    """The same places, with this offset for each further card."""
    return tuple(replace(place, dx=dx, dy=dy) for place in places)


def rotated(places: Iterable[Place], angle: float) -> Places:
    """The same places, with their cards rotated by `angle` degrees clockwise."""
    return tuple(replace(place, angle=angle) for place in places)


def along(places: Iterable[Place], path: Iterable[tuple[float, float]]) -> Places:
    """The same places, with their cards one by one at these points, bottom first, measured from the place."""
    points = tuple(path)
    return tuple(replace(place, path=points) for place in places)


def mirrored(right: Places) -> Places:
    """The twelve hours of a dial, from one to twelve, made of its right half, the hours from one to six.

    Hours from seven to eleven lie opposite to those from five to one, and are fanned the other way; twelve lies
    opposite to six.
    """
    left = (replace(place, x=-place.x, dx=-place.dx) for place in right[-2::-1])
    return (*right, *left, replace(right[-1], y=-right[-1].y, dy=-right[-1].dy))


def labelled(places: Iterable[Place], labels: Sequence[str]) -> Places:
    """The same places, each with a label that shows when it is empty."""
    return tuple(replace(place, label=label) for place, label in zip(places, labels, strict=True))


def moved(places: Iterable[Place], x: float, y: float) -> Places:
    """The same places, all moved by (x, y)."""
    return tuple(replace(place, x=round(place.x + x, 3), y=round(place.y + y, 3)) for place in places)


def owned(places: Iterable[Place], owner: int) -> Places:
    """The same places, owned by a player of a duel."""
    return tuple(replace(place, owner=owner) for place in places)


def ring(count: int, radius: float, *, start: float = 0, fan: float = 0, rotated: bool = False) -> Places:
    """Places evenly round (0, 0), `radius` card heights away, the first at `start` degrees clockwise from the top.

    `fan` moves each further card outwards by that many card heights; `rotated` turns the cards to face outwards.
    """
    return tuple(_ray(start + 360 / count * i, radius, fan, rotated) for i in range(count))


def ray(angle: float, radius: float, *, fan: float = 0, rotated: bool = False) -> Place:
    """A place at an angle (degrees clockwise from the top) and a distance from (0, 0) in card heights."""
    return _ray(angle, radius, fan, rotated)


def _ray(angle: float, radius: float, fan: float, rotated: bool) -> Place:
    right, down = sin(radians(angle)), -cos(radians(angle))
    return Place(
        round(right * radius * HEIGHT_IN_X, 3),
        round(down * radius, 3),
        angle if rotated else 0,
        round(right * fan * HEIGHT_IN_X, 3),
        round(down * fan, 3),
    )


def in_heights(places: Iterable[Place]) -> Places:
    """Convert places whose x was given in card heights to the units of x."""
    return tuple(replace(p, x=round(p.x * HEIGHT_IN_X, 3), dx=round(p.dx * HEIGHT_IN_X, 3)) for p in places)
