"""How the page lays a table out in a window: client/web/src/table/geometry.ts, told once more for the tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, inf, radians, sin
from typing import Any

ASPECT = 1.4
UNIT_X, NARROW_UNIT_X, UNIT_Y = 1 / 0.9, 1 / 0.97, ASPECT / 0.93
NARROW = 560
LEAST_STRIP, LONG_FAN, HIDDEN_STEP, GROWTH = 0.2, 14, 0.55, 2.3
MOST_STRETCH, MOST_STRETCH_SMALL, SMALL_CARD = 1.45, 2.1, 62
WIDEST, MARGIN, NARROW_MARGIN = 200, 10, 4

Point = tuple[float, float]


@dataclass
class Spot:
    """One pile's place, in card widths."""

    group: dict[str, Any]
    nth: int
    x: float
    y: float
    dx: float
    dy: float
    angle: float
    path: list[Point]
    room: float = inf

    @property
    def half(self) -> Point:
        across, down = abs(cos(radians(self.angle))), abs(sin(radians(self.angle)))
        return across / 2 + ASPECT / 2 * down, down / 2 + ASPECT / 2 * across

    @property
    def name(self) -> str:
        return f"{self.group['id']}/{self.nth}"


@dataclass
class Screen:
    """A table drawn: how wide a card is in pixels, and the middle of every card, pile by pile, in card widths."""

    card: float
    cards: list[list[Point]]
    spots: list[Spot]


def spots_of(layout: dict[str, Any], *, narrow: bool, upright: bool) -> list[Spot]:
    unit = NARROW_UNIT_X if narrow else UNIT_X
    spots = []
    for group in layout["groups"]:
        for nth, at in enumerate((upright and group["upright"]) or group["places"]):
            path = [(x * unit, y * UNIT_Y) for x, y in at.get("path") or ()]
            dx, dy = (0, 0) if path else (at["dx"] * unit, at["dy"] * UNIT_Y)
            x, y = at["x"] * unit + 0.5, at["y"] * UNIT_Y + ASPECT / 2
            spots.append(Spot(group, nth, x, y, dx, dy, at["angle"], path))
    for spot in spots:
        spot.room = _room(spot, spots)
    return spots


def _room(spot: Spot, others: list[Spot]) -> float:
    if not spot.dx and not spot.dy:
        return inf
    room = inf
    for other in others:
        if other is spot:
            continue
        across = _span(other.x - spot.x, spot.dx, spot.half[0] + other.half[0])
        down = _span(other.y - spot.y, spot.dy, spot.half[1] + other.half[1])
        enter = max(across[0], down[0])
        if 0.01 < enter < min(across[1], down[1]):
            room = min(room, enter)
    return room


def _span(distance: float, speed: float, reach: float) -> Point:
    near = reach * 0.97
    if speed == 0:
        return (-inf, inf) if abs(distance) < near else (inf, -inf)
    ends = ((distance - near) / speed, (distance + near) / speed)
    return min(ends), max(ends)


def steps_of(spot: Spot, codes: Sequence[int]) -> list[float]:
    tail = spot.group["tail"]
    squared = max(0, len(codes) - tail) if tail else 0
    steps, total = [], 0.0
    for i in range(len(codes)):
        if i > squared:
            total += HIDDEN_STEP if codes[i - 1] < 0 else 1
        steps.append(total)
    return steps


def spots_in(layout: dict[str, Any], width: float, height: float) -> list[Spot]:
    """Where the piles lie in a window: at the usual or the upright places, whichever leave more room for each card."""
    narrow = width < NARROW
    usual, upright = (spots_of(layout, narrow=narrow, upright=upright) for upright in (False, True))
    empty: list[list[int]] = [[] for _ in usual]
    rooms = [int(room_for_a_card(spots, empty, width, height)) for spots in (usual, upright)]
    return upright if rooms[1] > rooms[0] else usual


def box_of(
    spots: list[Spot], piles: Sequence[Sequence[int]], *, drawn: bool = False
) -> tuple[float, float, float, float]:
    """The box around all piles in card widths, as small as it can be or as it is `drawn`: left, top, right, bottom."""
    steps = _last_step if drawn else _tight_steps
    corners = [point for spot, codes in zip(spots, piles, strict=True) for point in _reach(spot, steps(spot, codes))]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def margin_of(width: float) -> float:
    return NARROW_MARGIN if width < NARROW else MARGIN


def room_for_a_card(spots: list[Spot], piles: Sequence[Sequence[int]], width: float, height: float) -> float:
    """How wide cards may be that all fit, in pixels."""
    left, top, right, bottom = box_of(spots, piles)
    margin = margin_of(width)
    return min((width - 2 * margin) / (right - left), (height - 2 * margin) / (bottom - top))


def draw(layout: dict[str, Any], piles: Sequence[Sequence[int]], width: float, height: float) -> Screen:
    """Fit a table into a window of the page."""
    spots = spots_in(layout, width, height)
    margin = margin_of(width)
    left, top, right, bottom = box_of(spots, piles)
    inner = height - 2 * margin
    card = min(WIDEST, room_for_a_card(spots, piles, width, height))
    card = int(card) if card > 24 else card
    first, _, last, _ = box_of(spots, piles, drawn=True)
    centred = (width - (first + last) * card) / 2
    origin = (
        max(margin - left * card, min(width - margin - right * card, centred)),
        margin + 0.22 * (inner - (bottom - top) * card) - top * card,
    )
    stretch = _stretch(spots, height - margin, card, origin[1])
    window = (width, height)
    cards = [_spread(spot, codes, card, origin, window, stretch) for spot, codes in zip(spots, piles, strict=True)]
    return Screen(card, cards, spots)


def _last_step(spot: Spot, codes: Sequence[int]) -> float:
    return (steps_of(spot, codes) or [0])[-1]


def _tight_steps(spot: Spot, codes: Sequence[int]) -> float:
    """How many whole steps a fan takes that is squeezed as far as it goes, but has room to grow."""
    length = hypot(spot.dx, spot.dy)
    if not length:
        return 0
    last = _last_step(spot, codes)
    strip = LEAST_STRIP * min(1, LONG_FAN / max(1, last))
    grows = GROWTH / length if spot.group["kind"] == "tableau" and not spot.group["tail"] else 0
    return max(last * min(1, strip / length), grows)


def _reach(spot: Spot, steps: float) -> list[Point]:
    """The corners of the box of a pile whose fan takes so many steps."""
    steps = min(spot.room, steps)
    points = spot.path or [(0, 0), (steps * spot.dx, steps * spot.dy)]
    across, down = spot.half
    return [
        (spot.x + x + right * across, spot.y + y + below * down)
        for x, y in points
        for right in (-1, 1)
        for below in (-1, 1)
    ]


def _stretch(spots: list[Spot], bottom: float, card: float, top: float) -> float:
    stretch = MOST_STRETCH_SMALL if card < SMALL_CARD else MOST_STRETCH
    for spot in spots:
        if spot.dy > 0 and spot.room == inf:
            free = bottom - (top + (spot.y + spot.half[1]) * card)
            stretch = min(stretch, free / (12 * spot.dy * card))
    return max(1, stretch)


def _spread(spot: Spot, codes: Sequence[int], card: float, origin: Point, window: Point, stretch: float) -> list[Point]:
    """The middles of a pile's cards in pixels; that of the empty place where there is none."""
    x, y = origin[0] + spot.x * card, origin[1] + spot.y * card
    if spot.path:
        points = [spot.path[min(i, len(spot.path) - 1)] for i in range(max(1, len(codes)))]
        return [(x + right * card, y + down * card) for right, down in points]
    steps = steps_of(spot, codes) or [0]
    squeeze = 1.0
    if steps[-1]:
        room = spot.room
        for fan, at, half, end in zip((spot.dx, spot.dy), (x, y), spot.half, window, strict=True):
            if fan:
                free = end - NARROW_MARGIN - half * card - at if fan > 0 else at - half * card - NARROW_MARGIN
                room = min(room, free / abs(fan * card))
        squeeze = min(stretch if spot.dy > 0 and not spot.dx else 1, max(0, room) / steps[-1])
    return [(x + spot.dx * card * step * squeeze, y + spot.dy * card * step * squeeze) for step in steps]


def corners(spot: Spot, middle: Point, card: float, shrunk: float = 1) -> list[Point]:
    """The corners of a card, a little shrunk on wish."""
    right, down = cos(radians(spot.angle)), sin(radians(spot.angle))
    half = (card / 2 * shrunk, card * ASPECT / 2 * shrunk)
    return [
        (middle[0] + a * half[0] * right - b * half[1] * down, middle[1] + a * half[0] * down + b * half[1] * right)
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def overlap(one: list[Point], other: list[Point]) -> bool:
    """Whether two cards cover each other: no line along an edge of either parts them."""
    for shape in (one, other):
        for (x1, y1), (x2, y2) in pairwise([*shape, shape[0]]):
            across = (y1 - y2, x2 - x1)
            a = [x * across[0] + y * across[1] for x, y in one]
            b = [x * across[0] + y * across[1] for x, y in other]
            if max(a) <= min(b) or max(b) <= min(a):
                return False
    return True


def covering(screen: Screen, shrunk: float = 0.95) -> set[tuple[str, str]]:
    """The pairs of piles of which a card of one covers a card or the place of the other."""
    shapes = [
        [corners(spot, middle, screen.card, shrunk) for middle in middles]
        for spot, middles in zip(screen.spots, screen.cards, strict=True)
    ]
    found = set()
    for i, one in enumerate(shapes):
        for j in range(i):
            if any(overlap(a, b) for a in one for b in shapes[j]):
                found.add((screen.spots[j].name, screen.spots[i].name))
    return found
