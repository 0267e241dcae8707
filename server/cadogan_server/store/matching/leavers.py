"""The players who have left or missed several games in a row to which the server had brought people together.

The store notes the player, and the marks of the address and the browser, so that a new name does not help. Marks are those of one
day (`store/people/origins.py`), so a new day forgets them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.tournaments.arena import held_ms

KEPT_SECONDS = 24 * 3600
"""Seconds for which the store remembers that a player has left a game."""


class Held(NamedTuple):
    """A player who has left games.

    Attributes:
        games: games left or missed in a row.
        until: the moment before which nobody is looked for, in ms.
    """

    games: int
    until: int


NOTHING = Held(0, 0)


class Leavers:
    """The players who have left games. Every method raises redis.RedisError if the store does not answer.

    Args:
        redis: a client without `decode_responses`.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def left(self, marks: Iterable[str], now: int) -> None:
        """Note that somebody has left or missed a game.

        Args:
            marks: the player's id, and the marks of the address and the browser.
            now: the moment, in ms.
        """
        async with self._redis.pipeline(transaction=False) as pipeline:
            for key in map(keys.leaver, marks):
                pipeline.hincrby(key, "games", 1)
                pipeline.hset(key, "at", str(now))
                pipeline.expire(key, KEPT_SECONDS)
            await pipeline.execute()

    async def stayed(self, marks: Iterable[str]) -> None:
        """Note that a player has played a game to its end: the games left before are forgotten."""
        await self._redis.delete(*map(keys.leaver, marks))

    async def held(self, marks: Iterable[str]) -> Held:
        """Return until when somebody with these marks is held back."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            for key in map(keys.leaver, marks):
                pipeline.hmget(key, "games", "at")
            found = await pipeline.execute()
        left = [(int(games), int(at)) for games, at in found if games and at]
        return max(
            (Held(games, at + held_ms(games)) for games, at in left if games > 1),
            key=lambda held: held.until,
            default=NOTHING,
        )
