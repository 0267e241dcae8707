"""The store's memory: watched, and kept below its bound by evicting what is least worth.

A Redis that is full refuses all writes, and is as good as away. So from `SHED` of its bound on, the steps of `policy.py` are taken
one after the other until there is space again: first the logs of games that are over, last rooms. Where that does not help, from
`FULL` on nothing new is begun that would have to be kept, and health and metrics say so; games that have begun go on. Only above
`FULL` rooms are ended, and only above `BRIM` a game that somebody plays.

Each master of a Cluster has a bound of its own, and evicts its own keys; one that is full is as bad as all.
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
"""Between two looks at how much the store takes."""

SOON, SOON_SECONDS = 0.7, 0.5
"""From this part of the bound on it is looked so often: a small store fills quickly."""

SHED, SHED_TO, FULL, BRIM = 0.85, 0.8, 0.95, 0.98
"""Parts of the bound: where eviction begins, where it ends, where nothing new is begun, and where running games are ended."""

REST_SECONDS = 60.0
"""After an eviction that found nothing and left the store too full, the next one waits for so long: each reads all keys."""

WAIT_SECONDS = 60
"""After so long it may be worth asking a full store again."""

FULL_SENTENCE = (
    "the store of this server is full: games that have begun go on, but nothing new can be kept now; try again later"
)


class Sheds(Protocol):
    """What takes a step."""

    async def shed(self, step: Step, server: Server, enough: Callable[[], Awaitable[bool]]) -> int:
        """Evict what a step is about from a server until that is enough; return how much went."""


@dataclass
class MemoryUse:
    """How full a master is: bytes that it takes, and that it may take; 0: it has no bound."""

    server: Server
    used: int = 0
    most: int = 0

    def over(self, part: float) -> bool:
        """Whether it is more than so full."""
        return self.most > 0 and self.used > part * self.most

    async def measure(self) -> None:
        """Ask how full it is.

        Raises:
            redis.RedisError: it does not answer.
        """
        info = await self.server.info("memory")
        self.used, self.most = int(info["used_memory"]), int(info["maxmemory"])


class StoreMemory:
    """Looks after the memory of a store.

    Args:
        redis: a client of its own.
        bound: bytes that each master is to be set to; None: it stays as it is set.
        shed: parts of the bound, where eviction begins and where it ends.

    Attributes:
        sheds: takes the steps; None: nothing is evicted yet.
        clear: ends some rooms of this node, also running games where it is told so; returns how many.
        evicted: how much each step has evicted.
    """

    def __init__(self, redis: Redis, bound: int | None, shed: tuple[float, float] = (SHED, SHED_TO)) -> None:
        self._redis = redis
        self._bound = bound
        self._shed_from, self._shed_to = shed
        self._filled: list[MemoryUse] = []
        self._rest = 0.0
        self._looks = asyncio.Lock()
        self.sheds: Sheds | None = None
        self.clear: Callable[[bool], int] = lambda running: 0
        self.evicted: Counter[Step] = Counter()

    @property
    def used(self) -> int:
        """Bytes that the store takes, as it has told last."""
        return sum(filled.used for filled in self._filled)

    @property
    def most(self) -> int:
        """Bytes that it may take; 0: no bound is known."""
        bounds = [filled.most for filled in self._filled]
        return sum(bounds) if all(bounds) else 0

    @property
    def full(self) -> bool:
        """Whether nothing new should be begun."""
        return any(filled.over(FULL) for filled in self._filled)

    def must_take_more(self) -> None:
        """Return where something new may be kept.

        Raises:
            Refused: the store is full.
        """
        if self.full:
            raise Refused(ErrorCode.BUSY, FULL_SENTENCE, wait=WAIT_SECONDS)

    async def set_bound(self) -> None:
        """Set the bound, so that Redis refuses what would be over it rather than to drop anything.

        Raises:
            redis.RedisError: the store does not answer, or does not let itself be set.
        """
        if self._bound is not None:
            for server in await masters(self._redis):
                await server.set(maxmemory=self._bound, maxmemory_policy="noeviction")

    async def run(self) -> None:
        """Look, and evict what has to go, until cancelled."""
        while True:
            try:
                await self.look()
            except STORE_AWAY as error:
                logger.debug("the store does not say how full it is: %s", error)
            except Exception:
                logger.exception("looking after the store's memory failed")
            soon = any(filled.over(SOON) for filled in self._filled)
            await asyncio.sleep(SOON_SECONDS if soon else LOOK_SECONDS)

    async def look(self) -> None:
        """See how full the store is, and evict as much as has to go. A second look waits until the first one is over.

        Raises:
            redis.RedisError: the store does not answer.
        """
        async with self._looks:
            await self._look()

    async def _look(self) -> None:
        was_full = self.full
        found = [MemoryUse(server) for server in await masters(self._redis)]
        for filled in found:
            await filled.measure()
        self._filled = found
        for filled in found:
            if filled.over(self._shed_from) and asyncio.get_running_loop().time() >= self._rest:
                await self._evict(filled)
        if self.full and not was_full:
            logger.error(
                "the store is full, with %d of %d bytes, and nothing more can be evicted: nothing new is begun",
                self.used,
                self.most,
            )
        elif was_full and not self.full:
            logger.info("the store has space again: %d of %d bytes are taken", self.used, self.most)

    async def _evict(self, filled: MemoryUse) -> None:
        """Take one step after the other until there is space."""
        gone: Counter[Step] = Counter()
        has_space = False
        for step in Step:
            if step is Step.ROOMS:
                gone[step] += self.clear(filled.over(BRIM)) if filled.over(FULL) else 0
            elif self.sheds is not None:
                gone[step] += await self.sheds.shed(step, filled.server, partial(self._has_space, filled))
            if has_space := await self._has_space(filled):
                break
        self.evicted += gone
        # Another node may have made the space: this one has to be ready when the store fills again.
        self._rest = 0.0 if has_space or gone.total() else asyncio.get_running_loop().time() + REST_SECONDS
        told = "; ".join(f"{count} of {step.value!r}" for step, count in gone.items() if count)
        logger.warning(
            "%s was nearly full, and takes %d of %d bytes now; evicted: %s",
            filled.server.name or "the store", filled.used, filled.most, told or "nothing",
        )  # fmt: skip

    async def _has_space(self, filled: MemoryUse) -> bool:
        """Ask the store how full it is; return whether eviction may end."""
        await filled.measure()
        return not filled.over(self._shed_to)
