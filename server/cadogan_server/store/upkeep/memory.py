"""Watches the store's memory, and keeps it below its limit by evicting the least valuable data.

A full Redis refuses all writes, and is as good as away. So above `SHED` of the limit the steps of `policy.py` are taken
one after the other until there is space again: logs of finished games first, rooms last. If that is not enough, nothing
new that must be stored is begun above `FULL`, health and metrics say so, and running games go on. Rooms are ended only
above `FULL`, and running games only above `BRIM`.

Each master of a Cluster has its own limit, and its own keys are evicted. One full master is as bad as all.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_server.rooms.refused import Refused
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.redis.servers import Server, masters
from cadogan_server.store.upkeep.policy import Step

logger = logging.getLogger(__name__)

LOOK_SECONDS = 5.0
"""Seconds between two checks of the store's memory."""

SOON, SOONER = 0.7, 10
"""Share of the limit above which memory is checked more often, and how many times as often: a small store fills
quickly."""

SHED, SHED_TO, FULL, BRIM = 0.85, 0.8, 0.95, 0.98
"""Shares of the limit: where eviction begins and ends, where nothing new is begun, and where running games are
ended."""

REST_SECONDS = 60.0
"""Seconds until the next eviction after one that found nothing and left the store too full: each reads all keys."""

WAIT_SECONDS = 60
"""Seconds after which a client may ask a full store again."""

FULL_SENTENCE = (
    "the store of this server is full: games that have begun go on, but nothing new can be kept now; try again later"
)


class Sheds(Protocol):
    """Something that takes a step of the policy."""

    async def shed(self, step: Step, server: Server, enough: Callable[[], Awaitable[bool]]) -> int:
        """Evict from a server what a step names until that is enough; return how much was evicted."""


@dataclass
class MemoryUse:
    """Memory of a master: bytes in use, and the limit; 0: no limit."""

    server: Server
    used: int = 0
    most: int = 0

    def over(self, part: float) -> bool:
        """Return True if more than this share of the limit is in use."""
        return self.most > 0 and self.used > part * self.most

    async def measure(self) -> None:
        """Read both from the master.

        Raises:
            redis.RedisError: it does not answer.
        """
        info = await self.server.info("memory")
        self.used, self.most = int(info["used_memory"]), int(info["maxmemory"])


class StoreMemory:
    """Watches the memory of a store.

    Args:
        redis: a separate client.
        bound: bytes to set as the limit of each master; None: leave it.
        shed: shares of the limit where eviction begins and ends.
        look: seconds between two checks.

    Attributes:
        filled: memory of each master at the last check.
        sheds: takes the steps; None: nothing is evicted yet.
        clear: ends some rooms of this node, on demand also running games; returns how many.
        evicted: amount that each step has evicted.
    """

    def __init__(
        self, redis: Redis, bound: int | None, shed: tuple[float, float] = (SHED, SHED_TO), look: float = LOOK_SECONDS
    ) -> None:
        self._redis = redis
        self._bound = bound
        self._shed_from, self._shed_to = shed
        self._look_seconds = look
        self.filled: list[MemoryUse] = []
        self._rest = 0.0
        self._looks = asyncio.Lock()
        self.sheds: Sheds | None = None
        self.clear: Callable[[bool], int] = lambda running: 0
        self.evicted: Counter[Step] = Counter()

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
    def full(self) -> bool:
        """True if nothing new should be begun."""
        return any(filled.over(FULL) for filled in self.filled)

    def must_take_more(self) -> None:
        """Return if something new may be stored.

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

    async def run(self) -> None:
        """Check, and evict if necessary, until cancelled."""
        while True:
            try:
                await self.look()
            except STORE_AWAY as error:
                logger.debug("the store's memory can't be checked: %s", error)
            except Exception:
                logger.exception("looking after the store's memory failed")
            soon = any(filled.over(SOON) for filled in self.filled)
            await asyncio.sleep(self._look_seconds / SOONER if soon else self._look_seconds)

    async def look(self) -> None:
        """Check how full the store is, and evict as much as necessary. A second call waits for the first.

        Raises:
            redis.RedisError: the store does not answer.
        """
        async with self._looks:
            await self._look(end_rooms=True)

    async def make_room(self) -> None:
        """Evict at once, because the store has refused a write. Like `look`, but no room is ended.

        The end of a room is itself a write, behind the one that was refused: it can't make room for that one. Whether
        a room must end is decided by the next look.

        Raises:
            redis.RedisError: the store does not answer.
        """
        async with self._looks:
            await self._look(end_rooms=False)

    async def _look(self, *, end_rooms: bool) -> None:
        was_full = self.full
        found = [MemoryUse(server) for server in await masters(self._redis)]
        for filled in found:
            await filled.measure()
        self.filled = found
        for filled in found:
            if filled.over(self._shed_from) and asyncio.get_running_loop().time() >= self._rest:
                await self._evict(filled, end_rooms=end_rooms)
        if self.full and not was_full:
            logger.error(
                "the store is full, with %d of %d bytes, and nothing more can be evicted: nothing new is begun",
                self.used,
                self.most,
            )
        elif was_full and not self.full:
            logger.info("the store has space again: %d of %d bytes are taken", self.used, self.most)

    async def _evict(self, filled: MemoryUse, *, end_rooms: bool) -> None:
        """Take one step after the other until there is space. Rooms are ended only if `end_rooms` is true."""
        gone: Counter[Step] = Counter()
        has_space = False
        for step in Step:
            if step is Step.ROOMS:
                gone[step] += self.clear(filled.over(BRIM)) if end_rooms and filled.over(FULL) else 0
            elif self.sheds is not None:
                gone[step] += await self.sheds.shed(step, filled.server, partial(self._has_space, filled))
            if has_space := await self._has_space(filled):
                break
        self.evicted += gone
        # Another node may have made space. Check often, as the store may fill again.
        if has_space or gone.total():
            self._rest = 0.0
        elif end_rooms:  # else the next look may still end rooms, and must not wait
            self._rest = asyncio.get_running_loop().time() + REST_SECONDS
        told = "; ".join(f"{count} of {step.value!r}" for step, count in gone.items() if count)
        logger.warning(
            "%s was nearly full, and takes %d of %d bytes now; evicted: %s",
            filled.server.name or "the store", filled.used, filled.most, told or "nothing",
        )  # fmt: skip

    async def _has_space(self, filled: MemoryUse) -> bool:
        """Check how full the store is; return True if eviction may end."""
        await filled.measure()
        return not filled.over(self._shed_to)
