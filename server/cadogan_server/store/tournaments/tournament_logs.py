"""The logs of tournaments. A log is a list, to which a node appends only if it knows all of it.

So no two nodes ever decide on different states: the second node reads the new records, and decides again. No lease is needed,
and a node that freezes in the middle of a decision changes nothing when it wakes up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from redis.asyncio import Redis

from cadogan_server.store import keys

KEPT_SECONDS = 30 * 24 * 3600
"""Seconds for which a tournament is kept after its end."""

UNFINISHED_SECONDS = 75 * 24 * 3600
"""Seconds for which a tournament is kept after its last record. It begins within 30 days of its opening, so one that is not over
always has more than `KEPT_SECONDS` left, and eviction can tell it from those that are."""

MOST_COMING = 300
"""Tournaments that are not over."""

MOST_PAST = 200
"""Public tournaments that are over and still listed."""

# Arguments: the number of records that the node knows, the last of them, the seconds to keep the log, and the new records. Returns
# 1 if they were appended.
_APPEND = """
local known = tonumber(ARGV[1])
if redis.call('LLEN', KEYS[1]) ~= known or (known > 0 and redis.call('LINDEX', KEYS[1], -1) ~= ARGV[2]) then
  return 0
end
for number = 4, #ARGV do
  redis.call('RPUSH', KEYS[1], ARGV[number])
end
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1
"""


# Arguments: the number of records that the node knows, the last of them, and the new records. Appends them whatever came since, and
# returns all that the node did not know. Returns nothing if the log is another one.
_ADD = """
local known = tonumber(ARGV[1])
if redis.call('LINDEX', KEYS[1], known - 1) ~= ARGV[2] then
  return false
end
for number = 3, #ARGV do
  redis.call('RPUSH', KEYS[1], ARGV[number])
end
return redis.call('LRANGE', KEYS[1], known, -1)
"""


class Listed(NamedTuple):
    """The ids of tournaments: of those that are not over, the earliest start first, and of the last public ones that are."""

    coming: tuple[str, ...]
    past: tuple[str, ...]


class TournamentLogs:
    """The logs of all tournaments. Every method raises redis.RedisError if the store does not answer.

    Args:
        redis: a client without `decode_responses`.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._append = redis.register_script(_APPEND)
        self._add = redis.register_script(_ADD)

    async def open(self, id: str, first: bytes, starts: int) -> bool:
        """Begin a log with its packed first record. Return False if there is one with this id.

        The index has the id first: a node that finds no log behind it forgets it, and a log that no index has is never found.
        """
        await self._redis.zadd(keys.TOURNAMENTS, {id: starts}, nx=True)
        return await self.append(id, [], [first])

    async def append(self, id: str, known: Sequence[bytes], new: Sequence[bytes], *, over: bool = False) -> bool:
        """Append packed records to a log. Return False if it has other records than those known.

        Args:
            id: the tournament.
            known: all records on which the new ones were decided.
            new: the new ones.
            over: true if they end the tournament.
        """
        lasts = KEPT_SECONDS if over else UNFINISHED_SECONDS
        tail = known[-1] if known else b""
        return bool(await self._append(keys=[keys.tournament(id)], args=[len(known), tail, lasts, *new]))

    async def add(self, id: str, known: Sequence[bytes], new: Sequence[bytes]) -> list[bytes] | None:
        """Append packed records to a log, whatever others have appended since. Return all that follows the known ones; None if
        the log does not have these."""
        found: Any = await self._add(keys=[keys.tournament(id)], args=[len(known), known[-1], *new])
        return found  # type: ignore[no-any-return]

    async def read(self, known: Mapping[str, int]) -> dict[str, list[bytes]]:
        """Return for each of these tournaments its records from the last of the first `known` ones on, that one included."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            for id, count in known.items():
                pipeline.lrange(keys.tournament(id), max(0, count - 1), -1)
            answers: Any = await pipeline.execute()
        return dict(zip(known, answers, strict=True))

    async def listed_again(self, id: str, starts: int) -> None:
        """Note the start of a tournament in the index, which may have lost it."""
        await self._redis.zadd(keys.TOURNAMENTS, {id: starts})

    async def over(self, id: str, ended: int, *, listed: bool) -> None:
        """Move a tournament from those to come to those of the past, or off the index if it is not `listed`."""
        async with self._redis.pipeline(transaction=True) as pipeline:
            pipeline.zrem(keys.TOURNAMENTS, id)
            if listed:
                pipeline.zadd(keys.PAST_TOURNAMENTS, {id: ended})
                pipeline.zremrangebyrank(keys.PAST_TOURNAMENTS, 0, -MOST_PAST - 1)
            await pipeline.execute()

    async def forget(self, id: str) -> None:
        """Take an id without a log off the index."""
        async with self._redis.pipeline(transaction=True) as pipeline:
            pipeline.zrem(keys.TOURNAMENTS, id)
            pipeline.zrem(keys.PAST_TOURNAMENTS, id)
            await pipeline.execute()

    async def count(self) -> int:
        """Return the number of tournaments that are not over."""
        return int(await self._redis.zcard(keys.TOURNAMENTS))

    async def listed(self, past: int) -> Listed:
        """Return all tournaments that are not over, and the latest `past` of the others."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.zrange(keys.TOURNAMENTS, 0, -1)
            pipeline.zrevrange(keys.PAST_TOURNAMENTS, 0, past - 1)
            coming, over = await pipeline.execute()
        return Listed(tuple(id.decode() for id in coming), tuple(id.decode() for id in over))
