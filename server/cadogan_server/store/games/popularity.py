"""The games that are played most: each game counts, and after a month it counts half.

Instead of letting old counts fade, each new game counts more than earlier ones: twice as much after a month. The order
is the same, and no upkeep is needed. The store adds up the counts of all nodes, each room once.
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
"""Milliseconds after which a played game counts half."""

BEGAN = 1_767_225_600_000
"""Time, in ms since 1970 (the start of 2026), from which the weight of games grows. A float holds 85 years of
growth."""

KNOWN_MS = 24 * 3600 * 1000
"""Milliseconds for which it is remembered that a room was counted."""

LOOK_SECONDS = 60.0
"""Seconds between two reads of what other nodes have counted."""

# Arguments: the game, its weight, the time, and the room.
_COUNT = f"""
if redis.call('ZADD', KEYS[2], 'NX', ARGV[3], ARGV[4]) == 1 then
  redis.call('ZINCRBY', KEYS[1], ARGV[2], ARGV[1])
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[3] - {KNOWN_MS})
end
"""

MOST_LISTED = 8
"""Number of games that are listed."""


class PlayCounts:
    """The popularity of each game.

    Args:
        redis: a client without `decode_responses`.
        journal: writes to the store.

    Attributes:
        most: ids of the games played most, in order.
    """

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self._redis = redis
        self._journal = journal
        self._scores: dict[str, float] = {}
        self.most: tuple[str, ...] = ()

    async def load(self) -> None:
        """Read the counts so far.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.zrange(keys.PLAYED, 0, -1, withscores=True)
        for game, score in found:
            if game.decode() in catalogue.ids():  # a newer version may have counted games that this one lacks
                self._scores[game.decode()] = max(score, self._scores.get(game.decode(), 0))
        self._sort()

    async def run(self) -> None:
        """Read the counts of all nodes again and again, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with suppress(*STORE_AWAY):
                await self.load()

    def count(self, game: str, room: str, now: int) -> None:
        """Count a game that was played in a room, by the room's identity, at the time `now` in ms since 1970."""
        worth = 2 ** ((now - BEGAN) / HALF_MS)
        self._scores[game] = self._scores.get(game, 0) + worth
        self._sort()
        if not self._journal.full:
            self._journal.write("EVAL", _COUNT, 2, keys.PLAYED, keys.PLAYED_ROOMS, game, repr(worth), now, room)

    def write_again(self) -> None:
        """Write all counts again to a store that has lost data. Another node may know more."""
        for game, score in self._scores.items():
            self._journal.write("ZADD", keys.PLAYED, "GT", repr(score), game)

    def _sort(self) -> None:
        self.most = tuple(sorted(self._scores, key=lambda game: -self._scores[game])[:MOST_LISTED])
