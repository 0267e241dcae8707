"""A table as the page draws it in a window, by the page's own code (client/web/src/table/geometry.ts), with the piles
that touch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product, starmap
from math import cos, dist, radians, sin
from typing import Any, NamedTuple

from tests.page_code import page_code

WIDEST, MARGIN = 200, 10
"""The page's bounds for a player's own table, in pixels."""

Point = tuple[float, float]
Shape = list[Point]
Piles = Sequence[Sequence[int]]
Window = tuple[float, float]
"""The space that a window leaves for the table: its width and its height."""


class Box(NamedTuple):
    """The distances that shapes reach to each side."""

    left: float
    right: float
    top: float
    bottom: float


@dataclass
class Drawn:
    """One pile: its name, the middles of its place and of its cards, and a card's corners as its middle sees them, in pixels."""

    name: str
    group: str
    place: Point
    cards: list[Point]
    corners: Shape

    @cached_property
    def shapes(self) -> list[Shape]:
        """Return the corners of its place and of each of its cards."""
        return [[(x + right, y + down) for right, down in self.corners] for x, y in (self.place, *self.cards)]

    @cached_property
    def box(self) -> Box:
        """Return how far its place and its cards reach."""
        (xs, ys), (rights, downs) = zip(self.place, *self.cards, strict=True), zip(*self.corners, strict=True)
        return Box(min(xs) + min(rights), max(xs) + max(rights), min(ys) + min(downs), max(ys) + max(downs))


@dataclass
class Screen:
    """A drawn table: the width of a card in pixels, and the piles by their numbers."""

    card: float
    piles: list[Drawn]


def draw(layout: dict[str, Any], tables: Sequence[Piles], windows: Iterable[Window]) -> Iterator[list[Screen]]:
    """Draw tables of a game as the page does: yield all of them in the first window, then in the next."""
    request = {"layout": layout, "tables": tables, "windows": list(windows), "widest": WIDEST, "margin": MARGIN}
    for drawn in page_code().ask("draw", request):
        yield [_screen(layout, table) for table in drawn]


def draw_duel(
    layout: dict[str, Any], tables: Sequence[Piles], windows: Iterable[Window], bottom: int
) -> Iterator[list[Screen]]:
    """Draw tables of a duel in the same way, for the seat at the bottom."""
    request = {"layout": _as_sent(layout), "tables": tables, "windows": list(windows), "bottom": bottom}
    for drawn in page_code().ask("duel", request):
        yield [_screen(layout, table) for table in drawn]


def missed(layout: dict[str, Any], table: Piles, window: Window) -> list[str]:
    """Return the piles to which no arrow key leads in a window, on any way from the first pile."""
    request = {"layout": layout, "tables": [table], "windows": [window], "widest": WIDEST, "margin": MARGIN}
    names = _names(layout)
    return [f"{names[pile][0]}/{names[pile][1]}" for pile in page_code().ask("missed", request)]


def _names(layout: dict[str, Any]) -> list[tuple[str, int]]:
    """Return the group of each pile, and the pile's number in it."""
    return [(group["id"], nth) for group in layout["groups"] for nth in range(len(group["places"]))]


def _screen(layout: dict[str, Any], drawn: dict[str, Any]) -> Screen:
    half = (drawn["card"] / 2, drawn["height"] / 2)
    return Screen(
        drawn["card"],
        [
            Drawn(
                f"{group}/{nth}",
                group,
                _point(pile["place"]),
                list(map(_point, pile["cards"])),
                _corners(half, pile["angle"]),
            )
            for (group, nth), pile in zip(_names(layout), drawn["piles"], strict=True)
        ],
    )


def _as_sent(value: Any) -> Any:
    """Return a value in its wire form, which leaves out absent fields."""
    if isinstance(value, dict):
        return {name: _as_sent(each) for name, each in value.items() if each is not None}
    return [_as_sent(each) for each in value] if isinstance(value, list) else value


def strips(pile: Drawn) -> list[float]:
    """Return how much of each card of a pile but the last is visible, in pixels: its distance to the next."""
    return list(starmap(dist, pairwise(pile.cards)))


def touching(screen: Screen) -> Iterator[tuple[Drawn, Drawn]]:
    """Return the pairs of piles of which a card or the place of one covers or touches one of the other."""
    from_left = sorted(screen.piles, key=lambda pile: pile.box.left)
    for number, one in enumerate(from_left, 1):
        _, right, top, bottom = one.box
        for other in from_left[number:]:
            if other.box.left > right:
                break  # as are all that come after it
            if other.box.top > bottom or other.box.bottom < top:
                continue
            if any(starmap(_overlap, product(one.shapes, other.shapes))):
                yield one, other


def _corners(half: Point, angle: float) -> Shape:
    """Return the corners of a rotated card, relative to its middle."""
    right, down = cos(radians(angle)), sin(radians(angle))
    return [
        (a * half[0] * right - b * half[1] * down, a * half[0] * down + b * half[1] * right)
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def _point(middle: dict[str, float]) -> Point:
    return middle["x"], middle["y"]


def _overlap(one: Shape, other: Shape) -> bool:
    """True if two cards cover or touch each other: no line along an edge of either separates them."""
    for shape in (one, other):
        for (x1, y1), (x2, y2) in pairwise([*shape, shape[0]]):
            across = (y1 - y2, x2 - x1)
            a = [x * across[0] + y * across[1] for x, y in one]
            b = [x * across[0] + y * across[1] for x, y in other]
            if max(a) < min(b) or max(b) < min(a):
                return False
    return True
