"""Keeps the store below its memory limit by evicting the least valuable data.

A full Redis refuses all writes, and is as good as away. So above `SHED` of the limit the steps of `policy.py` are taken
one after the other until there is space again: logs of finished games first, rooms last. If that is not enough, nothing
new that must be stored is begun above `FULL`, health and metrics say so, and running games go on. Rooms are ended only
above `FULL`, and running games only above `BRIM`.

Memory is checked the sooner the faster it fills (`look_pace.py`), so that Redis hardly ever refuses a move. If it does,
all moves wait while as little is evicted as the refused batch needs; the next check evicts the rest.

In a Cluster, each full master evicts keys of its own.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Protocol

from cadogan_server.store import STORE_AWAY
from cadogan_server.store.log.unwritten import JournalObserver
from cadogan_server.store.redis.servers import Server
from cadogan_server.store.upkeep.look_pace import LookPace
from cadogan_server.store.upkeep.memory import FULL, MemoryUse, StoreMemory
from cadogan_server.store.upkeep.policy import EvictionStep

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""Seconds between two checks of the store's memory, at most."""

SHED, SHED_TO, BRIM = 0.85, 0.8, 0.98
"""Shares of the limit: where eviction begins and ends, and where running games are ended."""

SPARE = 0.98
"""Share of the limit down to which is evicted at once when Redis has refused a batch."""

PAUSE = 0.5
"""Part of the longest time between two checks, after an eviction that left the store too full. Each reads all keys."""

FREEING_SECONDS, FREEING_LOOKS = 0.002, 100
"""Seconds between two looks whether Redis has freed what was deleted, and how many looks it is given. A thread frees long logs
after their deletion; without waiting for it, more would be evicted than is needed."""

REST_SECONDS = 60.0
"""Seconds until the next eviction after one that found nothing and left the store too full: each reads all keys."""


class ShedsKeys(Protocol):
    """Carries out steps of the policy in the store."""

    async def shed(self, step: EvictionStep, server: Server, enough: Callable[[], Awaitable[bool]]) -> int:
        """Evict the data of a step from a server until that is enough; return how much was evicted."""


class EndsRooms(Protocol):
    """Ends rooms of this node."""

    def clear(self, *, running: bool) -> int:
        """End some rooms, also running games if `running` is true; return how many."""


class Eviction(JournalObserver):
    """Evicts data while the store is nearly full.

    Args:
        memory: the store's memory.
        keys: carries out all steps but the last.
        rooms: carries out the last one.
        shed: shares of the limit where eviction begins and ends.
        look: seconds between two checks, at most.
        rest: seconds until the next eviction after one that found nothing and left the store too full.

    Attributes:
        keys: carries out all steps but the last.
        evicted: number of items that each step has evicted.
    """

    def __init__(
        self,
        memory: StoreMemory,
        keys: ShedsKeys,
        rooms: EndsRooms,
        shed: tuple[float, float] = (SHED, SHED_TO),
        look: float = LOOK_SECONDS,
        rest: float = REST_SECONDS,
    ) -> None:
        self.evicted: Counter[EvictionStep] = Counter()
        self._memory = memory
        self.keys = keys
        self._rooms = rooms
        self._shed_from, self._shed_to = shed
        self._pace = LookPace(look)
        self._pause_seconds = PAUSE * look
        self._rest_seconds = rest
        self._pauses_until = self._rests_until = 0.0
        self._looks = asyncio.Lock()
        self._refused = asyncio.Event()
        """Set when Redis has refused a batch, until the next check."""

    async def run(self) -> None:
        """Check, and evict if necessary, until cancelled."""
        while True:
            try:
                async with self._looks:
                    await self._look(evict=asyncio.get_running_loop().time() >= self._pauses_until)
            except STORE_AWAY as error:
                logger.debug("the store's memory can't be checked: %s", error)
            except Exception:
                logger.exception("looking after the store's memory failed")
            with suppress(TimeoutError):
                async with asyncio.timeout(self._pace.seconds):
                    await self._refused.wait()
            self._refused.clear()

    async def look(self) -> None:
        """Check the store's memory, and evict as much as necessary. A second call waits for the first.

        Raises:
            redis.RedisError: the store does not answer.
        """
        async with self._looks:
            await self._look()

    async def lacks_memory(self) -> None:
        """Evict at once what a refused batch needs, and let the next check follow at once. No room is ended.

        The end of a room is itself a write, behind the one that was refused: it can't make room for that one. Whether
        a room must end is decided by the next look.

        Raises:
            redis.RedisError: the store does not answer.
        """
        async with self._looks:
            await self._look(end_rooms=False)
        self._refused.set()

    async def _look(self, *, evict: bool = True, end_rooms: bool = True) -> None:
        memory, time = self._memory, asyncio.get_running_loop().time
        was_full = memory.full
        measured = await memory.measure()
        self._pace.note(memory.share, time())
        for filled in measured:
            if evict and filled.over(self._shed_from) and time() >= self._rests_until:
                await self._evict(filled, end_rooms=end_rooms)
        self._pace.start_from(memory.share, time())
        if memory.full and not was_full:
            logger.error(
                "the store is full, with %d of %d bytes, and nothing more can be evicted: nothing new is begun",
                memory.used,
                memory.most,
            )
        elif was_full and not memory.full:
            logger.info("the store has space again: %d of %d bytes are taken", memory.used, memory.most)

    async def _evict(self, filled: MemoryUse, *, end_rooms: bool) -> None:
        """Take one step after the other until there is space.

        Rooms are ended only if `end_rooms` is true; otherwise space for a refused batch is enough.
        """
        gone: Counter[EvictionStep] = Counter()
        has_space = False
        enough = partial(self._has_space, filled, self._shed_to if end_rooms else max(self._shed_to, SPARE))
        for step in EvictionStep:
            if step is EvictionStep.RESTING and not (end_rooms and filled.over(FULL)):
                continue
            if step is EvictionStep.ROOMS:
                gone[step] += self._rooms.clear(running=filled.over(BRIM)) if end_rooms and filled.over(FULL) else 0
            else:
                gone[step] += await self.keys.shed(step, filled.server, enough)
            if has_space := await enough():
                break
        self.evicted += gone
        now = asyncio.get_running_loop().time()
        # Another node may have made space. Check often, as the store may fill again.
        if has_space or gone.total():
            self._rests_until = 0.0
        elif end_rooms:  # else the next look may still end rooms, and must not wait
            self._rests_until = now + self._rest_seconds
        self._pauses_until = now + self._pause_seconds if end_rooms and not has_space else 0.0
        listed = "; ".join(f"{count} of {step.value!r}" for step, count in gone.items() if count)
        logger.warning(
            "%s was nearly full, and takes %d of %d bytes now; evicted: %s",
            filled.server.name or "the store", filled.used, filled.most, listed or "nothing",
        )  # fmt: skip

    async def _has_space(self, filled: MemoryUse, share: float) -> bool:
        """Check a master's memory; return True if no more than this share of the limit is in use, once Redis has freed what was
        deleted."""
        await filled.measure()
        for _ in range(FREEING_LOOKS):
            if not (filled.freeing and filled.over(share)):
                break
            await asyncio.sleep(FREEING_SECONDS)
            await filled.measure()
        return not filled.over(share)
