"""The solver's results for the races of days: decided once, before the day begins, for all servers.

The proof of a day is *sought* from the moment when a server with solvers makes its secret, two days before. Any server
with solvers may find the proof. All find the same, and the first that is written stays. If the secret was made by a
server without solvers, or by an earlier version, the race has no row of deals: its deal comes from the day's own seed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgpack
from redis.asyncio import Redis

from cadogan_server.rooms.records import RowProof
from cadogan_server.store import keys

SOUGHT = b""
"""Stands for a proof in the store that is still sought."""

SETTLE = """
if redis.call('HGET', KEYS[1], ARGV[1]) == '' then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
return redis.call('HGET', KEYS[1], ARGV[1])
"""
"""Writes the proof of a day that is sought, and returns the one that the store has."""


class DayProofs:
    """The proofs of days, held in memory: some tens of bytes a day.

    Args:
        redis: a client without `decode_responses`.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._settle = redis.register_script(SETTLE)
        self._known: dict[str, bytes] = {}

    def is_sought(self, day: str) -> bool:
        """Return True if the proof of a day is still sought."""
        return self._known.get(day) == SOUGHT

    @property
    def sought(self) -> list[str]:
        """The days whose proofs are still sought, the earliest first."""
        return sorted(day for day, packed in self._known.items() if packed == SOUGHT)

    def proof(self, day: str) -> RowProof | None:
        """Return the proof of a day; None if its race has no row of deals, or the proof is still sought."""
        packed = self._known.get(day)
        found: list[Any] | None = msgpack.unpackb(packed) if packed else None
        return RowProof(*found) if found else None

    async def load(self) -> None:
        """Read all proofs.

        Raises:
            redis.RedisError: the store does not answer.
        """
        stored: Any = await self._redis.hgetall(keys.DAY_PROOFS)
        self._known.update({day.decode(): packed for day, packed in stored.items()})

    async def look(self, days: Iterable[str], new: Iterable[str]) -> None:
        """Make the store and this server agree on the proofs of some days. Those of `new` days are sought from now on.

        Proofs that this server knows and the store has lost are written again.

        Raises:
            redis.RedisError: the store does not answer.
        """
        wanted = list(days)
        for day in new:
            self._known.setdefault(day, SOUGHT)
        pipeline = self._redis.pipeline(transaction=False)
        for day in wanted:
            if day in self._known:
                pipeline.hsetnx(keys.DAY_PROOFS, day, self._known[day])
        pipeline.hmget(keys.DAY_PROOFS, wanted)
        stored = (await pipeline.execute())[-1]
        self._known.update({day: packed for day, packed in zip(wanted, stored, strict=True) if packed is not None})

    async def settle(self, day: str, proof: RowProof | None) -> None:
        """Write the proof of a day; None: its race has no row of deals. A proof that another server has written stays.

        Raises:
            redis.RedisError: the store does not answer.
        """
        self._known[day] = await self._settle(keys=[keys.DAY_PROOFS], args=[day, msgpack.packb(proof)])
