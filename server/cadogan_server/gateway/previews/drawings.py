"""What a client needs to draw each game small, before anybody opens a room of it: its layout with the piles of one deal."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from typing import Any

from cadogan_games import catalogue
from cadogan_games.engine import view
from cadogan_games.engine.layout import Place
from cadogan_server.gateway.http.page import CHECKED, Asset, asset

DrawnGroup = tuple[str, int, list[list[Any]]]
"""A group: its kind, how many of a pile's last cards are spread (0: all), its piles."""

SEED = bytes(32)
"""Of the deal that is drawn. Suits and ranks are left out, so that it is as good as any other."""


@cache
def drawings() -> Asset:
    """All games by their ids, each a list of groups: `[kind, tail, piles]`, a pile `[x, y, angle, dx, dy, runs]`.

    `runs` counts the pile's cards from the bottom, those that lie face down as negative numbers: `[-3, 1]`. A pile that
    does not lie straight has its path behind them. A duel is drawn as the player of seat 0 sees it. Made once, when the server
    starts.
    """
    found = {id: drawing(id) for id in catalogue.ids()}
    return asset(json.dumps(found, separators=(",", ":")).encode() + b"\n", "application/json", CHECKED)


@cache
def drawing(id: str) -> tuple[DrawnGroup, ...]:
    """One game's, by its id."""
    game = catalogue.game(id)
    piles = iter(view.state(game.deal(SEED), 0)[0])
    return tuple((g.kind, g.tail, [_pile(place, next(piles)) for place in g.places]) for g in game.groups)


def _pile(place: Place, cards: Iterable[int]) -> list[Any]:
    runs = [len(list(run)) * (1 if shown else -1) for shown, run in groupby(card != view.HIDDEN for card in cards)]
    where = [_short(number) for number in (place.x, place.y, place.angle, place.dx, place.dy)]
    return [*where, runs, *([place.path] if place.path else [])]


def _short(number: float) -> float:
    rounded = round(number, 2)
    return int(rounded) if rounded == int(rounded) else rounded
