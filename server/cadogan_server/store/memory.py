"""The store's memory: watched, and kept below its bound by letting go of what is least worth.

A Redis that is full refuses all writes, and is as good as away. So from `SHED` of its bound on, the logs of rooms that are over
go, those first that would go soonest by themselves: that is those in which hardly a move was made, then the oldest. After them
players who would be forgotten within days, but nobody who has taken a seat today. Where that does not help, from `FULL` on no
new rooms are opened. The log of a room that is not over is never touched: it has no time at which it would go.

Each master of a Cluster has a bound of its own, and lets go of its own keys; one that is full is as bad as all.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass

from redis.asyncio import Redis

from cadogan_server.store import STORE_AWAY, keys
from cadogan_server.store.players import AGAIN_SECONDS, SEATED_SECONDS
from cadogan_server.store.servers import Server, masters

logger = logging.getLogger(__name__)

LOOK_SECONDS = 5.0
"""Between two looks at how much the store takes."""

SHED, SHED_TO, FULL = 0.85, 0.8, 0.95
"""Parts of the bound: where things begin to go, where that ends, and where nothing new is begun."""

AT_ONCE = 200

MOST = 20_000
"""How many go at one look."""

# Deletes a key that would go by itself within the time given, and no other: a new room may have begun under the same code.
_LET_GO = """
local left = redis.call('PTTL', KEYS[1])
if left >= 0 and left <= tonumber(ARGV[1]) then
  return redis.call('UNLINK', KEYS[1])
end
return 0
"""


@dataclass
class Filled:
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
        shed: parts of the bound, where things begin to go and where that ends.
        at_once: so many things go before the store is asked again how much it takes.
    """

    def __init__(
        self,
        redis: Redis,
        bound: int | None,
        shed: tuple[float, float] = (SHED, SHED_TO),
        at_once: int = AT_ONCE,
    ) -> None:
        self._redis = redis
        self._bound = bound
        self._shed_from, self._shed_to = shed
        self._at_once = at_once
        self._filled: list[Filled] = []

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

    async def set_bound(self) -> None:
        """Set the bound, so that Redis refuses what would be over it rather than to drop anything.

        Raises:
            redis.RedisError: the store does not answer, or does not let itself be set.
        """
        if self._bound is not None:
            for server in await masters(self._redis):
                await server.set(maxmemory=self._bound, maxmemory_policy="noeviction")

    async def keep(self) -> None:
        """Look, and let go of what has to, until cancelled."""
        while True:
            try:
                await self.look()
            except STORE_AWAY as error:
                logger.debug("the store does not say how full it is: %s", error)
            except Exception:
                logger.exception("looking after the store's memory failed")
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """See how full the store is, and let go of as much as has to go.

        Raises:
            redis.RedisError: the store does not answer.
        """
        self._filled = [Filled(server) for server in await masters(self._redis)]
        for filled in self._filled:
            await filled.measure()
            if filled.over(self._shed_from):
                logs = await self._shed(filled, keys.LOGS, most_left=None)
                players = await self._shed(filled, keys.PLAYERS, most_left=1000 * (SEATED_SECONDS - AGAIN_SECONDS))
                logger.warning(
                    "the store is nearly full, %s with %d of %d bytes: %d logs of rooms that are over and %d players were let "
                    "go", filled.server.name or "it", filled.used, filled.most, logs, players,
                )  # fmt: skip

    async def _shed(self, filled: Filled, pattern: str, most_left: int | None) -> int:
        """Let go of what has a time at which it would go, the soonest first, until there is space; return how many went.

        `most_left`: what would last longer, in ms, stays.
        """
        if not filled.over(self._shed_to):
            return 0
        soonest = heapq.nsmallest(MOST, [found async for found in self._going(filled.server, pattern, most_left)])
        gone = 0
        for start in range(0, len(soonest), self._at_once):
            for left, key in soonest[start : start + self._at_once]:
                gone += int(await self._redis.eval(_LET_GO, 1, key, left))
            await filled.measure()
            if not filled.over(self._shed_to):
                break
        return gone

    async def _going(self, server: Server, pattern: str, most_left: int | None) -> AsyncIterator[tuple[int, bytes]]:
        """Yield how long each key has left, in ms, and the key, of all that go by themselves in time."""
        async for found in server.keys(pattern):
            async with self._redis.pipeline(transaction=False) as pipe:
                for key in found:
                    pipe.pttl(key)
                left: list[int] = await pipe.execute()
            for time, key in zip(left, found, strict=True):
                if time >= 0 and (most_left is None or time <= most_left):
                    yield time, key
