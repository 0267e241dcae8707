"""The moments at which a node looks for data to evict from a full store."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_server.store.redis.embedded import EmbeddedRedis
from cadogan_server.store.redis.servers import Server
from cadogan_server.store.upkeep.eviction import SHED, SHED_TO, SPARE, Eviction
from cadogan_server.store.upkeep.memory import StoreMemory
from cadogan_server.store.upkeep.policy import EvictionStep
from tests.server.store.no_rooms import NoRooms
from tests.server.waiting import until


class FindsNothing:
    """An eviction that finds nothing, and notes each step."""

    def __init__(self) -> None:
        self.steps: list[EvictionStep] = []

    async def shed(self, step: EvictionStep, server: Server, enough: Callable[[], Awaitable[bool]]) -> int:
        """Note the step."""
        self.steps.append(step)
        return 0


class Gauge:
    """A store with a limit of a thousand bytes that answers only how much memory it uses.

    Attributes:
        used: bytes in use.
        grows: bytes that it gains with each reading.
        readings: number of readings.
    """

    def __init__(self, used: int, grows: int = 0) -> None:
        self.used = used
        self.grows = grows
        self.readings = 0

    async def info(self, section: str) -> dict[str, Any]:
        """Return what Redis does."""
        assert section == "memory"
        self.readings += 1
        self.used += self.grows
        return {"used_memory": self.used, "maxmemory": 1000}


class FreesLater(Gauge):
    """A store that frees what was deleted some readings later, as a thread of Redis does with long streams."""

    deleted: tuple[int, ...] = ()

    async def info(self, section: str) -> dict[str, Any]:
        """Return what Redis does."""
        told = await super().info(section)
        if self.deleted:
            told["lazyfree_pending_objects"] = 1
            freed, *rest = self.deleted
            self.used -= freed
            self.deleted = tuple(rest)
        return told


class Deletes:
    """An eviction of logs of a hundred bytes each."""

    def __init__(self, gauge: FreesLater) -> None:
        self.gauge = gauge

    async def shed(self, step: EvictionStep, server: Server, enough: Callable[[], Awaitable[bool]]) -> int:
        """Evict three logs, or as many as are enough."""
        for gone in range(1, 4):
            self.gauge.deleted += (0, 0, 100)
            if await enough():
                return gone
        return 3


class Frees:
    """An eviction whose steps find ten items of a byte each, or as many as are enough."""

    def __init__(self, gauge: Gauge) -> None:
        self.gauge = gauge
        self.rounds = 0

    async def shed(self, step: EvictionStep, server: Server, enough: Callable[[], Awaitable[bool]]) -> int:
        """Evict the items one by one."""
        self.rounds += step is EvictionStep.LOGS
        for gone in range(1, 11):
            self.gauge.used -= 1
            if await enough():
                return gone
        return 10


def evicting(gauge: Gauge, keys: Frees | FindsNothing) -> Eviction:
    """Return an eviction that looks once an hour, unless the store fills."""
    redis: Any = gauge
    return Eviction(StoreMemory(redis, None), keys, NoRooms(), look=3600)


@pytest.mark.parametrize(
    ("shed_to", "rest", "times"),
    [(0.0, 3600, 1), (1.0, 3600, 2), (0.0, 0, 2)],
    ids=["full", "space by another node", "rested"],
)
async def test_eviction_rests_only_while_the_store_stays_full(
    tmp_path: Path, shed_to: float, rest: float, times: int
) -> None:
    """Each eviction reads all keys, so one that achieved nothing is not repeated at once."""
    found = FindsNothing()
    async with EmbeddedRedis(tmp_path, memory=64 << 20) as store, Redis.from_url(store.url) as redis:
        eviction = Eviction(StoreMemory(redis, None), found, NoRooms(), shed=(0.0, shed_to), rest=rest)
        for _ in range(2):
            await eviction.look()
    assert found.steps.count(EvictionStep.LOGS) == times


async def test_a_refused_write_ends_no_room_but_the_next_look_may(tmp_path: Path) -> None:
    """The end of a room is written behind the refused write, and can't make room for it."""

    class Ends:
        """Notes when rooms are ended, and whether running games are too."""

        def clear(self, *, running: bool) -> int:
            ended.append(running)
            return 1

    ended: list[bool] = []
    found = FindsNothing()
    async with EmbeddedRedis(tmp_path, memory=64 << 20) as store, Redis.from_url(store.url) as redis:
        eviction = Eviction(StoreMemory(redis, None), found, Ends())
        await redis.config_set("maxmemory", 1)
        await eviction.lacks_memory()
        assert (found.steps.count(EvictionStep.LOGS), ended) == (1, [])
        await eviction.look()
        assert ended == [True]


async def test_a_refused_write_waits_for_no_more_than_it_needs() -> None:
    """All moves wait with it. The next look, which follows at once, goes on."""
    gauge = Gauge(100)
    eviction = evicting(gauge, Frees(gauge))
    looking = asyncio.create_task(eviction.run())
    await until(lambda: gauge.readings)
    gauge.used = 1005
    await eviction.lacks_memory()
    assert gauge.used == 1000 * SPARE
    await until(lambda: gauge.used < 1000 * SPARE)
    looking.cancel()


async def test_no_more_is_evicted_while_redis_frees_what_was_deleted() -> None:
    gauge = FreesLater(880)
    redis: Any = gauge
    eviction = Eviction(StoreMemory(redis, None), Deletes(gauge), NoRooms())
    await eviction.look()
    assert eviction.evicted == {EvictionStep.LOGS: 1}


async def test_a_store_that_fills_is_looked_at_more_often() -> None:
    """It does not wait for an hour then."""
    gauge = Gauge(100, grows=100)
    eviction = evicting(gauge, FindsNothing())
    for _ in range(2):
        await eviction.look()
    looking = asyncio.create_task(eviction.run())
    await until(lambda: gauge.used > 1000 * SHED)
    looking.cancel()


async def test_a_store_that_stays_full_is_looked_at_more_often_than_evicted() -> None:
    """Each eviction reads all keys, and two in a row find little."""
    gauge = Gauge(500, grows=1)
    keys = Frees(gauge)
    eviction = evicting(gauge, keys)
    await eviction.look()
    gauge.used = 990
    looking = asyncio.create_task(eviction.run())
    await until(lambda: keys.rounds)
    gauge.used = 990
    before = gauge.readings
    await until(lambda: gauge.readings > before + 5)
    assert (keys.rounds, gauge.used > 1000 * SHED_TO) == (1, True)
    looking.cancel()
