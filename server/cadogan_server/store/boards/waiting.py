"""What was counted and waits to be sorted into boards.

To move a player within a million takes the store longer than all else that it does for a result, and each result moves players on a
dozen boards. So the script that counts only writes down what a player has waiting, and adds up what comes meanwhile; `Sorting` has
the store sort it in soon after, at a pace that leaves it time for others.
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
"""So many players are sorted into the boards of a game by one call: during it nobody else is answered."""

TURNS = 8
"""Of so many turns one is also for the boards of ratings, each of which is one where those of a game are twenty."""

LOOK_SECONDS = 5.0
"""Between two looks whether somebody waits whom another server has left behind."""

REST = 1.0
"""How long the store is left alone after a call, as a share of what the call took: for longer where it has much else to do."""

SHARED = (files(__package__) / "waiting.lua").read_text(encoding="utf-8")
"""What all scripts begin with that know what waits."""

_SETTLE = SHARED + (files(__package__) / "settle.lua").read_text(encoding="utf-8")

_RATINGS = "ratings "
"""What the name of a group of ratings begins with. No game is called so."""

_SOLO = "solo "
"""What the name of a group of boards of those who play alone begins with. No game is called so."""


class Group(NamedTuple):
    """Boards into which somebody is sorted at once: those of a game, with the same options, for a day and all periods in which it
    lies; the same of those who play alone or at home; or the one of the ratings in a family, or over all."""

    name: str

    @property
    def queue(self) -> str:
        """The key of those who wait, in the order in which they came."""
        return keys.queue(self.name)

    @property
    def waiting(self) -> str:
        """The key of what they have waiting."""
        return keys.waiting(self.name)

    @property
    def is_of_ratings(self) -> bool:
        """Whether it is a board of ratings."""
        return self.name.startswith(_RATINGS)

    @property
    def behind(self) -> str:
        """The key of the set in which this group is while somebody waits."""
        return keys.BEHIND_SOLO if self.name.startswith(_SOLO) else keys.BEHIND

    def places(self) -> tuple[list[str], bytes]:
        """Return what the scripts are told that sort: all keys, those of the boards for each period in turn, and when those of each
        period go."""
        places = [self.behind, self.queue, self.waiting]
        if self.is_of_ratings:
            return [*places, keys.rating_board(self.name.removeprefix(_RATINGS))], msgpack.packb([0])
        metrics = SOLO_METRICS if self.name.startswith(_SOLO) else PUBLIC_METRICS
        game, day, options = self.name.removeprefix(_SOLO).split(" ", 2)
        periods = periods_of_day(day)
        boards = [keys.board(game, metric, options, period.key) for period in periods for metric in metrics]
        return [*places, *boards], msgpack.packb([period.until for period in periods])


def group_of_game(game: str, options: str, day: str) -> Group:
    """Return the boards of a game, with these options, on which a result of a day (`2026-11-22`) counts."""
    return Group(f"{game} {day} {options}")


def group_of_solo(game: str, options: str, day: str) -> Group:
    """Return the same of those who play alone or at home."""
    return Group(f"{_SOLO}{game} {day} {options}")


def group_of_ratings(family: str) -> Group:
    """Return the board of the ratings in a family, or with "" over all."""
    return Group(f"{_RATINGS}{family}")


class Sorting:
    """Sorts in what waits.

    Args:
        redis: a client without `decode_responses`.
        clock: a clock in seconds.
        look: seconds between two looks at what others have left.

    Attributes:
        left: how many were left to be sorted into the boards of games after the last turn.
    """

    def __init__(self, redis: Redis, clock: Callable[[], float] = time.monotonic, look: float = LOOK_SECONDS) -> None:
        self._redis = redis
        self._clock = clock
        self._look = look
        self.left = 0
        self._settle = redis.register_script(_SETTLE)
        self._news = asyncio.Event()

    def wake(self) -> None:
        """Something waits since now."""
        self._news.set()

    async def run(self) -> None:
        """Sort in what waits, of whatever server, until cancelled."""
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
        """Sort in all that waits, with a rest after each call, or until a moment of the clock.

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

    async def settle(self, group: Group, count: int) -> int:
        """Sort in what those have waiting who have waited longest, so many; return how many may still wait.

        Raises:
            redis.RedisError: the store does not answer.
        """
        places, ends = group.places()
        left: Any = await self._settle(keys=places, args=[group.name, ends, count])
        return int(left)

    async def behind(self) -> list[Group]:
        """Return the groups of boards for which somebody waits.

        Raises:
            redis.RedisError: the store does not answer.
        """
        async with self._redis.pipeline(transaction=False) as pipeline:
            for key in (keys.BEHIND, keys.BEHIND_SOLO):
                pipeline.smembers(key)
            found = await pipeline.execute()
        return [Group(name.decode()) for names in found for name in names]
