"""Which games are played most here: each game that was played counts, and half as much when a month has gone by.

Rather than to let all that was counted fade, each new game counts more than those before: twice as much in a month. That keeps
the same order, and nothing has to be looked after.
"""

from __future__ import annotations

from typing import Any

from redis.asyncio import Redis

from cadogan_games import catalogue
from cadogan_server.store import keys
from cadogan_server.store.journal import Journal

HALF_MS = 30 * 24 * 3600 * 1000
"""After so many milliseconds a game that was played counts half."""

BEGAN = 1_767_225_600_000
"""The moment, the year 2026, from which on games count more and more: 85 years fit into a float."""

MOST_TOLD = 8
"""How many games are named."""


class Played:
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
        self._scores = {game.decode(): score for game, score in found if game.decode() in catalogue.ids()}
        self._sort()

    def count(self, game: str, now: int) -> None:
        """Count a game that was played, at a moment in milliseconds since 1970."""
        self._scores[game] = self._scores.get(game, 0) + 2 ** ((now - BEGAN) / HALF_MS)
        self._sort()
        if not self._journal.full:  # the whole score, which does nothing the second time
            self._journal.write("ZADD", keys.PLAYED, repr(self._scores[game]), game)

    def write_again(self) -> None:
        """Write all to the store again, which has lost some."""
        for game, score in self._scores.items():
            self._journal.write("ZADD", keys.PLAYED, repr(score), game)

    def _sort(self) -> None:
        self.most = tuple(sorted(self._scores, key=lambda game: -self._scores[game])[:MOST_TOLD])
