"""The shortest time in which a person's hands can make a move on the page."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from typing import Literal

from cadogan_games.engine.table import Move, Rules
from cadogan_games.kept import FOLDER

Way = Literal["aimed", "tapped", "home"]
"""The way in which a move is made. Aimed: by presses on cards or places, each of which must be aimed at. Tapped: by one
press at the place of the last one, or by holding down a key. Home: by the page, which sends home all cards that go home."""

FILE = FOLDER / "hands.json"
"""The file with the measured times."""


MOST_SPOTS = 2
"""The most cards or places that an action may ask for and still take one press, if the player has no choice of them."""


def way_of(game: Rules, move: Move) -> tuple[Way, int]:
    """Return the quickest way to make a move on the page, and its number of aimed presses."""
    if isinstance(move[0], str):
        spots = len(move) - 1
        return ("aimed", 1 if spots <= MOST_SPOTS else spots) if spots > 1 else ("tapped", 0)
    if _is_home(game, move[1]) and not _is_home(game, move[0]):
        return "home", 0
    return "aimed", 1


def least_ms(game: Rules, move: Move) -> float:
    """Return the milliseconds that the quickest hands need for a move."""
    way, presses = way_of(game, move)
    return presses * paces()["press"] if way == "aimed" else paces()[way]


class Quickest:
    """The shortest time of each move of a game in whole microseconds: `least_ms` in a form that can be called for every
    move."""

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
    """Return the object that knows the shortest time of each move of a game. All players of a game share it."""
    return Quickest(game)


def _is_home(game: Rules, pile: int) -> bool:
    return game.group_of[pile].kind == "foundation"


@cache
def paces() -> dict[str, float]:
    """Return the measured milliseconds: of an aimed `press`, and of a move that is `tapped` or goes `home` by itself."""
    found: dict[str, float] = json.loads(FILE.read_text(encoding="utf-8"))["least_ms"]
    return found
