"""When a node looks again for what to evict from a full store."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from redis.asyncio import Redis

from cadogan_server.store.redis.embedded import EmbeddedRedis
from cadogan_server.store.redis.servers import Server
from cadogan_server.store.upkeep.eviction import Eviction
from cadogan_server.store.upkeep.memory import StoreMemory
from cadogan_server.store.upkeep.policy import EvictionStep
from tests.server.store.no_rooms import NoRooms


class FindsNothing:
    """An eviction that finds nothing, and notes each step."""

    def __init__(self) -> None:
        self.steps: list[EvictionStep] = []

    async def shed(self, step: EvictionStep, server: Server, enough: Callable[[], Awaitable[bool]]) -> int:
        """Note the step."""
        self.steps.append(step)
        return 0


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
        """Notes when rooms are ended, and whether also running games."""

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
