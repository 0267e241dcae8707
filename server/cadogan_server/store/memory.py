"""The store's memory: watched, and kept below its bound by letting go of what is least worth.

A Redis that is full refuses all writes, and is as good as away. So from `SHED` of its bound on, the logs of rooms that are over
go, those first that would go soonest by themselves: that is those in which hardly a move was made, then the oldest. After them
players who would be forgotten within days, but nobody who has taken a seat today. Where that does not help, from `FULL` on no
new rooms are opened. The log of a room that is not over is never touched: it has no time at which it would go.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import AsyncIterator
from typing import Any

from redis.asyncio import Redis

from cadogan_server.store import STORE_AWAY, keys
from cadogan_server.store.players import AGAIN_SECONDS, SEATED_SECONDS

logger = logging.getLogger(__name__)

LOOK_SECONDS = 5.0
"""Between two looks at how much the store takes."""

SHED, SHED_TO, FULL = 0.85, 0.8, 0.95
"""Parts of the bound: where things begin to go, where that ends, and where nothing new is begun."""

AT_ONCE = 200
"""How many things go before the store is asked again how much it takes."""

MOST = 100 * AT_ONCE
"""How many go at one look."""

# Deletes a key that would go by itself within the time given, and no other: a new room may have begun under the same code.
_LET_GO = """
local left = redis.call('PTTL', KEYS[1])
if left >= 0 and left <= tonumber(ARGV[1]) then
  return redis.call('UNLINK', KEYS[1])
end
return 0
"""


class StoreMemory:
    """Looks after the memory of a store.

    Args:
        redis: a client of its own.
        bound: bytes that it is to be set to; None: it stays as it is set.

    Attributes:
        used: bytes that it takes, as it has told last.
        most: bytes that it may take; 0: no bound is known.
    """

    def __init__(self, redis: Redis, bound: int | None) -> None:
        self._redis = redis
        self._bound = bound
        self.used = 0
        self.most = 0

    @property
    def full(self) -> bool:
        """Whether nothing new should be begun."""
        return self.most > 0 and self.used > FULL * self.most

    async def set_bound(self) -> None:
        """Set the bound, so that Redis refuses what would be over it rather than to drop anything.

        Raises:
            redis.RedisError: the store does not answer, or does not let itself be set.
        """
        if self._bound is not None:
            await self._redis.config_set("maxmemory", self._bound, "maxmemory-policy", "noeviction")

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
        await self._measure()
        if self.most and self.used > SHED * self.most:
            logs = await self._shed(keys.LOGS, most_left=None)
            players = await self._shed(keys.PLAYERS, most_left=1000 * (SEATED_SECONDS - AGAIN_SECONDS))
            logger.warning(
                "the store is nearly full, with %d of %d bytes: %d logs of rooms that are over and %d players were let go",
                self.used, self.most, logs, players,
            )  # fmt: skip

    async def _measure(self) -> None:
        info: Any = await self._redis.info("memory")
        self.used, self.most = int(info["used_memory"]), int(info["maxmemory"])

    async def _shed(self, pattern: str, most_left: int | None) -> int:
        """Let go of what has a time at which it would go, the soonest first, until there is space; return how many went.

        `most_left`: what would last longer, in ms, stays.
        """
        if self.used <= SHED_TO * self.most:
            return 0
        soonest = heapq.nsmallest(MOST, [found async for found in self._going(pattern, most_left)])
        gone = 0
        for start in range(0, len(soonest), AT_ONCE):
            for left, key in soonest[start : start + AT_ONCE]:
                gone += int(await self._redis.eval(_LET_GO, 1, key, left))
            await self._measure()
            if self.used <= SHED_TO * self.most:
                break
        return gone

    async def _going(self, pattern: str, most_left: int | None) -> AsyncIterator[tuple[int, bytes | str]]:
        """Yield how long each key has left, in ms, and the key, of all that go by themselves in time."""
        cursor: Any = 0
        while True:
            cursor, found = await self._redis.scan(cursor, match=pattern, count=1000)
            async with self._redis.pipeline(transaction=False) as pipe:
                for key in found:
                    pipe.pttl(key)
                left: list[int] = await pipe.execute()
            for time, key in zip(left, found, strict=True):
                if time >= 0 and (most_left is None or time <= most_left):
                    yield time, key
            if not cursor:
                return
