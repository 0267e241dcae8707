"""The store's memory. Above `FULL` of its limit nothing new is begun; `eviction.py` keeps it below that.

Each master of a Cluster has its own limit. One full master is as bad as all.
"""

from __future__ import annotations

from dataclasses import dataclass

from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.redis.servers import Server, masters

FULL = 0.95
"""Share of the limit above which nothing new is begun."""

WAIT_SECONDS = 60
"""Seconds after which a client may ask a full store again."""

FULL_SENTENCE = (
    "the store of this server is full: games that have begun go on, but nothing new can be kept now; try again later"
)


@dataclass
class MemoryUse:
    """Memory of a master.

    Attributes:
        server: the master.
        used: bytes in use.
        most: the limit; 0: no limit.
        freeing: deleted values that a thread of Redis has yet to free: long streams, large sets. They still count as used.
    """

    server: Server
    used: int = 0
    most: int = 0
    freeing: int = 0

    def over(self, part: float) -> bool:
        """Return True if more than this share of the limit is in use."""
        return self.most > 0 and self.used > part * self.most

    async def measure(self) -> None:
        """Read these from the master.

        Raises:
            redis.RedisError: it does not answer.
        """
        info = await self.server.info("memory")
        # What Redis has yet to write to its file or to replicas is not held against the limit by Redis itself, and no
        # eviction makes it smaller. On a slow disk it can be as much as the data.
        self.used = int(info["used_memory"]) - int(info.get("mem_not_counted_for_evict", 0))
        self.most = int(info["maxmemory"])
        self.freeing = int(info.get("lazyfree_pending_objects", 0))


class StoreMemory:
    """The memory of a store, as it was at the last check.

    Args:
        redis: a separate client.
        bound: bytes to set as the limit of each master; None: leave it.

    Attributes:
        filled: memory of each master at the last check.
    """

    def __init__(self, redis: Redis, bound: int | None) -> None:
        self._redis = redis
        self._bound = bound
        self.filled: list[MemoryUse] = []

    @property
    def used(self) -> int:
        """Bytes in use at the last check."""
        return sum(filled.used for filled in self.filled)

    @property
    def most(self) -> int:
        """Limit in bytes; 0: none is known."""
        bounds = [filled.most for filled in self.filled]
        return sum(bounds) if all(bounds) else 0

    @property
    def share(self) -> float:
        """Share of its limit that the fullest master uses; 0: no limit is known."""
        return max((filled.used / filled.most for filled in self.filled if filled.most), default=0.0)

    @property
    def full(self) -> bool:
        """True if nothing new should be begun."""
        return self.over(FULL)

    def over(self, part: float) -> bool:
        """Return True if more than this share of a master's limit is in use."""
        return any(filled.over(part) for filled in self.filled)

    def must_take_more(self) -> None:
        """Check that something new may be stored.

        Raises:
            Refused: the store is full.
        """
        if self.full:
            raise Refused(ErrorCode.BUSY, FULL_SENTENCE, wait=WAIT_SECONDS)

    async def set_bound(self) -> None:
        """Set the limit, and make Redis refuse writes above it rather than drop data.

        Raises:
            redis.RedisError: the store does not answer, or does not allow it.
        """
        if self._bound is not None:
            for server in await masters(self._redis):
                await server.set(maxmemory=self._bound, maxmemory_policy="noeviction")

    async def measure(self) -> list[MemoryUse]:
        """Read the memory of each master, and return it.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found = [MemoryUse(server) for server in await masters(self._redis)]
        for filled in found:
            await filled.measure()
        self.filled = found
        return found
