"""Which games are played most here: each game that was played counts, and half as much when a month has gone by.

Rather than to let all that was counted fade, each new game counts more than those before: twice as much in a month. That keeps
the same order, and nothing has to be looked after. The store adds up what all nodes count, each room once.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from redis.asyncio import Redis

from cadogan_games import catalogue
from cadogan_server.store import STORE_AWAY, keys
from cadogan_server.store.log.journal import Journal

HALF_MS = 30 * 24 * 3600 * 1000
"""After so many milliseconds a game that was played counts half."""

BEGAN = 1_767_225_600_000
"""The moment, the year 2026, from which on games count more and more: 85 years fit into a float."""

KNOWN_MS = 24 * 3600 * 1000
"""For so long it is known that a room was counted."""

LOOK_SECONDS = 60.0
"""Between two looks at what other nodes have counted."""

# Which game, by how much, when, and in which room.
_COUNT = f"""
if redis.call('ZADD', KEYS[2], 'NX', ARGV[3], ARGV[4]) == 1 then
  redis.call('ZINCRBY', KEYS[1], ARGV[2], ARGV[1])
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[3] - {KNOWN_MS})
end
"""

MOST_TOLD = 8
"""How many games are named."""


class PlayCounts:
    """How much each game has been played.

    Args:
        redis: a client without `decode_responses`.
        journal: the way to the store.

    Attributes:
        most: the ids of the games that are played most, the first of them first.
    """

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self._redis = redis
        self._journal = journal
        self._scores: dict[str, float] = {}
        self.most: tuple[str, ...] = ()

    async def load(self) -> None:
        """Read what has been counted before.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.zrange(keys.PLAYED, 0, -1, withscores=True)
        for game, score in found:
            if game.decode() in catalogue.ids():  # what was counted here may not be there yet
                self._scores[game.decode()] = max(score, self._scores.get(game.decode(), 0))
        self._sort()

    async def run(self) -> None:
        """Learn now and then what others have counted, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with suppress(*STORE_AWAY):
                await self.load()

    def count(self, game: str, room: str, now: int) -> None:
        """Count a game that was played in a room, by its identity, at a moment in milliseconds since 1970."""
        worth = 2 ** ((now - BEGAN) / HALF_MS)
        self._scores[game] = self._scores.get(game, 0) + worth
        self._sort()
        if not self._journal.full:
            self._journal.write("EVAL", _COUNT, 2, keys.PLAYED, keys.PLAYED_ROOMS, game, repr(worth), now, room)

    def write_again(self) -> None:
        """Write all to the store again, which has lost some; another node may know more of it."""
        for game, score in self._scores.items():
            self._journal.write("ZADD", keys.PLAYED, "GT", repr(score), game)

    def _sort(self) -> None:
        self.most = tuple(sorted(self._scores, key=lambda game: -self._scores[game])[:MOST_TOLD])
