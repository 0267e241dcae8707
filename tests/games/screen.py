"""How the page draws a table in a window, as its own code says (client/web/src/table/geometry.ts), and what touches what there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import cos, dist, radians, sin
from typing import Any

from tests.page_code import page_code

WIDEST, MARGIN = 200, 10
"""What the page gives to a player's own table, in pixels."""

Point = tuple[float, float]
Shape = list[Point]


@dataclass
class Drawn:
    """One pile: its name, and the corners of its place and of each of its cards, in pixels."""

    name: str
    group: str
    place: Shape
    cards: list[Shape]


@dataclass
class Screen:
    """A table drawn: how wide a card is, in pixels, and the piles by their numbers."""

    card: float
    piles: list[Drawn]


def draw(layout: dict[str, Any], piles: Sequence[Sequence[int]], width: float, height: float) -> Screen:
    """Draw a table as the page does in a window that leaves so much for it."""
    request = {"layout": layout, "piles": piles, "width": width, "height": height, "widest": WIDEST, "margin": MARGIN}
    return _screen(layout, page_code().ask("draw", request))


def draw_duel(
    layout: dict[str, Any], piles: Sequence[Sequence[int]], width: float, height: float, bottom: int = 0
) -> Screen:
    """Draw the table of a duel for the seat at the bottom, as the page does in a window that leaves so much for it."""
    request = {"layout": _as_sent(layout), "piles": piles, "width": width, "height": height, "bottom": bottom}
    return _screen(layout, page_code().ask("duel", request))


def _screen(layout: dict[str, Any], drawn: dict[str, Any]) -> Screen:
    half = (drawn["card"] / 2, drawn["height"] / 2)
    names = [(group["id"], nth) for group in layout["groups"] for nth in range(len(group["places"]))]
    return Screen(
        drawn["card"],
        [
            Drawn(
                f"{group}/{nth}",
                group,
                _around(pile["place"], corners),
                [_around(middle, corners) for middle in pile["cards"]],
            )
            for (group, nth), pile in zip(names, drawn["piles"], strict=True)
            for corners in [_corners(half, pile["angle"])]
        ],
    )


def _as_sent(value: Any) -> Any:
    """A value as it comes over the wire, where what is absent is left out."""
    if isinstance(value, dict):
        return {name: _as_sent(each) for name, each in value.items() if each is not None}
    return [_as_sent(each) for each in value] if isinstance(value, list) else value


def strips(pile: Drawn) -> list[float]:
    """How much shows of each card of a pile but the last, in pixels: how far its next lies from it."""
    middles = [_middle(card) for card in pile.cards]
    return [dist(one, other) for one, other in pairwise(middles)]


def touching(screen: Screen) -> Iterator[tuple[Drawn, Drawn]]:
    """The pairs of piles of which a card or the place of one covers or touches one of the other."""
    shapes = [[pile.place, *pile.cards] for pile in screen.piles]
    boxes = [_box([point for shape in pile for point in shape]) for pile in shapes]
    for one, other in combinations(range(len(shapes)), 2):
        if _apart(boxes[one], boxes[other]):
            continue
        if any(_overlap(a, b) for a in shapes[one] for b in shapes[other]):
            yield screen.piles[one], screen.piles[other]


def _middle(shape: Shape) -> Point:
    xs, ys = zip(*shape, strict=True)
    return sum(xs) / len(shape), sum(ys) / len(shape)


def _corners(half: Point, angle: float) -> Shape:
    """The corners of a card that is turned so far, as its middle sees them."""
    right, down = cos(radians(angle)), sin(radians(angle))
    return [
        (a * half[0] * right - b * half[1] * down, a * half[0] * down + b * half[1] * right)
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def _around(middle: dict[str, float], corners: Shape) -> Shape:
    x, y = middle["x"], middle["y"]
    return [(x + right, y + down) for right, down in corners]


def _box(points: Shape) -> tuple[Point, Point]:
    xs, ys = zip(*points, strict=True)
    return (min(xs), max(xs)), (min(ys), max(ys))


def _apart(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    return any(a[1] < b[0] or b[1] < a[0] for a, b in zip(one, other, strict=True))


def _overlap(one: Shape, other: Shape) -> bool:
    """Whether two cards cover or touch each other: no line along an edge of either parts them."""
    for shape in (one, other):
        for (x1, y1), (x2, y2) in pairwise([*shape, shape[0]]):
            across = (y1 - y2, x2 - x1)
            a = [x * across[0] + y * across[1] for x, y in one]
            b = [x * across[0] + y * across[1] for x, y in other]
            if max(a) < min(b) or max(b) < min(a):
                return False
    return True
