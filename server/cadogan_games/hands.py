"""The least time that a person's hands need for a move before the page."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from typing import Literal

from cadogan_games.engine.table import Move, Rules
from cadogan_games.report import FOLDER

Way = Literal["aimed", "tapped", "home"]
"""How a move is made: by presses on cards or places, each of which has to be aimed at; by one press where the last one was, which
a key that is held down makes as well; or by the page, which sends home all that goes home."""

FILE = FOLDER / "hands.json"


MOST_SPOTS = 2
"""An action that asks for no more cards or places than this is made by one press where there is no choice about it."""


def way_of(game: Rules, move: Move) -> tuple[Way, int]:
    """How a move is made on the page in the least time, and with how many aimed presses."""
    if isinstance(move[0], str):
        spots = len(move) - 1
        return ("aimed", 1 if spots <= MOST_SPOTS else spots) if spots > 1 else ("tapped", 0)
    if _is_home(game, move[1]) and not _is_home(game, move[0]):
        return "home", 0
    return "aimed", 1


def least_ms(game: Rules, move: Move) -> float:
    """Milliseconds that a move takes the quickest hands."""
    way, presses = way_of(game, move)
    return presses * paces()["press"] if way == "aimed" else paces()[way]


class Quickest:
    """The least that each move of a game takes, in whole microseconds: as `least_ms`, ready to be asked for every move."""

    __slots__ = ("_aimed", "_game", "_home", "_is_home")

    def __init__(self, game: Rules) -> None:
        self._game = game
        self._is_home = [_is_home(game, pile) for pile in range(game.pile_count)]
        self._aimed, self._home = round(1000 * paces()["press"]), round(1000 * paces()["home"])

    def __call__(self, move: Move) -> int:
        """Return the microseconds that the quickest hands need for a legal move."""
        src = move[0]
        if src.__class__ is str:
            return round(1000 * least_ms(self._game, move))
        return self._home if self._is_home[move[1]] and not self._is_home[src] else self._aimed


@lru_cache(maxsize=256)
def quickest(game: Rules) -> Quickest:
    """Return what knows the least that each move of a game takes; one for all who play it."""
    return Quickest(game)


def _is_home(game: Rules, pile: int) -> bool:
    return game.group_of[pile].kind == "foundation"


@cache
def paces() -> dict[str, float]:
    """Milliseconds: of an aimed `press`, and of a move that is `tapped`, or goes `home` by itself."""
    found: dict[str, float] = json.loads(FILE.read_text(encoding="utf-8"))["least_ms"]
    return found
