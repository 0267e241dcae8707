"""Results that are counted and wait to be sorted into boards.

Moving a player among a million takes the store longer than everything else about a result, and each result moves
players on a dozen boards. So the counting script only adds up what waits for each player. `Sorting` soon has the store
sort it in, at a pace that leaves time for other work.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from importlib.resources import files
from math import inf
from typing import Any, NamedTuple

import msgpack
from redis.asyncio import Redis

from cadogan_server.store import STORE_AWAY, keys
from cadogan_server.store.boards.metrics import PUBLIC_METRICS, SOLO_METRICS
from cadogan_server.store.boards.periods import periods_of_day

logger = logging.getLogger(__name__)

AT_ONCE = 4
"""Players sorted into the boards of a game in one call, during which the store answers nobody else."""

TURNS = 8
"""One in this many turns also sorts boards of ratings: a group of those is one board, a game's has twenty."""

LOOK_SECONDS = 5.0
"""Seconds between two looks for players that other servers left waiting."""

REST = 1.0
"""Rest after each call, as a multiple of the time that the call took. A busy store gets a longer rest."""

SHARED = (files(__package__) / "waiting.lua").read_text(encoding="utf-8")
"""Beginning of all scripts that handle waiting results."""

_SETTLE = SHARED + (files(__package__) / "settle.lua").read_text(encoding="utf-8")

_RATINGS = "ratings "
"""Prefix of the names of groups of ratings. No game has such a name."""

_SOLO = "solo "
"""Prefix of the names of groups of solo boards. No game has such a name."""


class BoardGroup(NamedTuple):
    """Boards into which a player is sorted at once: those of a game with the same options, for a day and all periods
    that contain it; the same for solo games; or the board of ratings in a family or over all."""

    name: str

    @property
    def queue(self) -> str:
        """Key of the list of waiting players, in order."""
        return keys.queue(self.name)

    @property
    def waiting(self) -> str:
        """Key of the values that wait."""
        return keys.waiting(self.name)

    @property
    def is_of_ratings(self) -> bool:
        """True for a board of ratings."""
        return self.name.startswith(_RATINGS)

    @property
    def behind(self) -> str:
        """Key of the set that contains this group while players wait."""
        return keys.BEHIND_SOLO if self.name.startswith(_SOLO) else keys.BEHIND

    def places(self) -> tuple[list[str], bytes]:
        """Return the input of the sorting scripts: all keys, including the boards of each period in turn, and when
        those of each period expire."""
        places = [self.behind, self.queue, self.waiting]
        if self.is_of_ratings:
            return [*places, keys.rating_board(self.name.removeprefix(_RATINGS))], msgpack.packb([0])
        metrics = SOLO_METRICS if self.name.startswith(_SOLO) else PUBLIC_METRICS
        game, day, options = self.name.removeprefix(_SOLO).split(" ", 2)
        periods = periods_of_day(day)
        boards = [keys.board(game, metric, options, period.key) for period in periods for metric in metrics]
        return [*places, *boards], msgpack.packb([period.until for period in periods])


def group_of_game(game: str, options: str, day: str) -> BoardGroup:
    """Return the group of boards of a game with these options on which results of a day (`2026-11-22`) count."""
    return BoardGroup(f"{game} {day} {options}")


def group_of_solo(game: str, options: str, day: str) -> BoardGroup:
    """Return the same group for solo games."""
    return BoardGroup(f"{_SOLO}{game} {day} {options}")


def group_of_ratings(family: str) -> BoardGroup:
    """Return the group of the board of ratings in a family, or with "" over all."""
    return BoardGroup(f"{_RATINGS}{family}")


class Sorting:
    """Sorts waiting results into boards.

    Args:
        redis: a client without `decode_responses`.
        clock: returns seconds.
        look: seconds between two looks for what other servers left.

    Attributes:
        left: players still waiting for boards of games after the last turn.
    """

    def __init__(self, redis: Redis, clock: Callable[[], float] = time.monotonic, look: float = LOOK_SECONDS) -> None:
        self._redis = redis
        self._clock = clock
        self._look = look
        self.left = 0
        self._settle = redis.register_script(_SETTLE)
        self._news = asyncio.Event()

    def wake(self) -> None:
        """Note that results are waiting."""
        self._news.set()

    async def run(self) -> None:
        """Sort waiting results of all servers, until cancelled."""
        while True:
            self._news.clear()
            try:
                await self.sort()
            except STORE_AWAY as error:
                logger.debug("the store does not sort: %s", error)
            try:
                async with asyncio.timeout(self._look):
                    await self._news.wait()
            except TimeoutError:
                continue

    async def sort(self, until: float = inf) -> None:
        """Sort everything that waits, with a rest after each call, or until a time of the clock.

        Raises:
            redis.RedisError: the store does not answer.
        """
        turn = 0
        while self._clock() < until and (groups := await self.behind()):
            of_games = [group for group in groups if not group.is_of_ratings]
            left = 0
            for group in of_games if of_games and turn % TURNS else groups:
                began = self._clock()
                if group.is_of_ratings:
                    await self.settle(group, AT_ONCE * TURNS)
                else:
                    left += await self.settle(group, AT_ONCE)
                await asyncio.sleep(REST * (self._clock() - began))
            self.left, turn = left, turn + 1

    async def settle(self, group: BoardGroup, count: int) -> int:
        """Sort in the `count` players who have waited longest; return how many may still wait.

        Raises:
            redis.RedisError: the store does not answer.
        """
        places, ends = group.places()
        left: Any = await self._settle(keys=places, args=[group.name, ends, count])
        return int(left)

    async def behind(self) -> list[BoardGroup]:
        """Return the groups of boards for which players wait.

        Raises:
            redis.RedisError: the store does not answer.
        """
        async with self._redis.pipeline(transaction=False) as pipeline:
            for key in (keys.BEHIND, keys.BEHIND_SOLO):
                pipeline.smembers(key)
            found = await pipeline.execute()
        return [BoardGroup(name.decode()) for names in found for name in names]
