"""The friends that a player has added. Only that player knows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.log.journal import Journal


class Friends:
    """The friends of all players.

    Args:
        redis: a client without `decode_responses`.
        journal: writes to the store.
    """

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self._redis = redis
        self._journal = journal

    async def of(self, player: str) -> dict[str, str]:
        """Return friend id → name at the time of adding, in the order of adding.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.hgetall(keys.friends(player))
        read = sorted((int(at), other.decode(), name.decode()) for other, (at, _, name) in _parted(found))
        return {other: name for _, other, name in read}

    async def who_has(self, player: str, others: Sequence[str]) -> set[str]:
        """Return those of `others` who have this player among their friends.

        Raises:
            redis.RedisError: the store does not answer.
        """
        async with self._redis.pipeline(transaction=False) as pipeline:
            for other in others:
                pipeline.hexists(keys.friends(other), player)
            answers = await pipeline.execute()
        return {other for other, has in zip(others, answers, strict=True) if has}

    def add(self, player: str, other: str, name: str, now: int, seconds: int) -> None:
        """Add a friend at the time `now` (ms since 1970). Friends are kept for `seconds`, as long as the player."""
        self._journal.write("HSETNX", keys.friends(player), other, f"{now} {name}")
        self._journal.write("EXPIRE", keys.friends(player), seconds)

    def drop(self, player: str, other: str) -> None:
        """Remove a friend."""
        self._journal.write("HDEL", keys.friends(player), other)


def _parted(found: Any) -> Any:
    return ((other, kept.partition(b" ")) for other, kept in found.items())
