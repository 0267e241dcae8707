"""Small drawings of games for clients that have not opened a room: each game's layout with the piles of one deal."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import groupby
from typing import Any

from cadogan_games import catalogue
from cadogan_games.engine import view
from cadogan_games.engine.game import Game
from cadogan_games.engine.layout import Place
from cadogan_games.engine.sharing import Shared
from cadogan_games.engine.table import PileGroup
from cadogan_server.gateway.http.page import CHECKED, Asset, asset

DrawnGroup = tuple[str, int, list[list[Any]]]
"""A group: its kind, the number of last cards of a pile that are spread (0: all), its piles."""

TOPS = {0: 3.5, 1: 0}
"""The tops of the drawn piles of each of two seats, in heights of a card."""

HOMES_LEFT, HOMES_TOPS = 1.5, {0: 2.3, 1: 1.2}
"""The left edge of their drawn foundations, and the tops."""

SEED = bytes(32)
"""Seed of the deal that is drawn. Suits and ranks are left out, so any deal would do."""


@cache
def drawings() -> Asset:
    """Return game id → list of groups `[kind, tail, piles]`, with piles `[x, y, angle, dx, dy, runs]`.

    `runs` counts a pile's cards from the bottom, face-down ones as negative numbers: `[-3, 1]`. A pile that is not
    straight is followed by its path. A duel is drawn as the player of seat 0 sees it. This is computed once, at the
    start of the server.
    """
    found = {id: drawing(id) for id in catalogue.ids()}
    return asset(json.dumps(found, separators=(",", ":")).encode() + b"\n", "application/json", CHECKED)


@cache
def drawing(id: str) -> tuple[DrawnGroup, ...]:
    """Return the drawing of one game. If eight players sit there, each with piles of their own, two are drawn, face to
    face: eight would be too small to see.
    """
    game = catalogue.game(id)
    piles = iter(view.state(game.deal(SEED), 0)[0])
    moved = _of_two(game.groups) if is_for_eight(game) else None
    return tuple(
        (
            group.kind,
            group.tail,
            [
                _pile(there, cards)
                for place, cards in [(place, next(piles)) for place in group.places]
                if (there := place if moved is None else moved.get(place)) is not None
            ],
        )
        for group in game.groups
    )


def is_for_eight(game: Game) -> bool:
    """True if every pile of the table belongs to one of many players."""
    owners = {place.owner for group in game.groups for place in group.places}
    return isinstance(game.definition, Shared) and None not in owners


def _of_two(groups: Iterable[PileGroup]) -> dict[Place, Place]:
    """Return where the places of the first two seats are drawn, by their places on the table."""
    own = [(group.kind == "foundation", place) for group in groups for place in group.places if place.owner in TOPS]
    moved = {}
    for is_home, place in own:
        alike = [other for home, other in own if home == is_home and other.owner == place.owner]
        left, top = min(other.x for other in alike), min(other.y for other in alike)
        x, y = (HOMES_LEFT, HOMES_TOPS[place.owner or 0]) if is_home else (0, TOPS[place.owner or 0])
        moved[place] = replace(place, x=place.x - left + x, y=place.y - top + y)
    return moved


def _pile(place: Place, cards: Iterable[int]) -> list[Any]:
    runs = [len(list(run)) * (1 if shown else -1) for shown, run in groupby(card != view.HIDDEN for card in cards)]
    where = [_short(number) for number in (place.x, place.y, place.angle, place.dx, place.dy)]
    return [*where, runs, *([place.path] if place.path else [])]


def _short(number: float) -> float:
    rounded = round(number, 2)
    return int(rounded) if rounded == int(rounded) else rounded
