"""The memory that the store uses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.redis.embedded import EmbeddedRedis
from cadogan_server.store.upkeep.memory import FULL, WAIT_SECONDS, MemoryUse, StoreMemory


def filled(*masters: tuple[int, int]) -> StoreMemory:
    """Return the memory of a store whose masters each use `used` of `most` bytes."""
    store: Any = None
    memory = StoreMemory(store, None)
    memory.filled = [MemoryUse(store, used, most) for used, most in masters]
    return memory


def test_one_full_master_is_as_bad_as_all() -> None:
    assert not filled((94, 100), (10, 100)).full
    memory = filled((10, 100), (96, 100))
    assert memory.full
    assert (memory.used, memory.most) == (106, 200)
    with pytest.raises(Refused) as caught:
        memory.must_take_more()
    assert (caught.value.code, caught.value.wait) == (ErrorCode.BUSY, WAIT_SECONDS)


def test_a_store_without_a_limit_is_never_full() -> None:
    memory = filled((96, 0), (1, 100))
    assert (memory.full, memory.most) == (False, 0)
    memory.must_take_more()


def test_a_master_is_over_a_share_only_beyond_it() -> None:
    store: Any = None
    assert not MemoryUse(store, 95, 100).over(FULL)
    assert MemoryUse(store, 96, 100).over(FULL)


class MeasuredAtOnce:
    """A store that is measured in the moment in which it has a megabyte that its file still lacks."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.told: dict[str, Any] = {}

    async def info(self, section: str) -> dict[str, Any]:
        """Write a megabyte, and measure before Redis writes it to its file at the end of the batch."""
        async with self.redis.pipeline(transaction=False) as pipe:
            pipe.eval("redis.call('SET', KEYS[1], string.rep('x', 1048576))", 1, "large")
            pipe.info(section)
            _, self.told = await pipe.execute()
        return self.told


async def test_what_is_yet_to_be_written_to_the_file_takes_no_memory(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path) as store, Redis.from_url(store.url) as redis:
        at_once: Any = MeasuredAtOnce(redis)
        await (filled := MemoryUse(at_once)).measure()
        assert filled.used < at_once.told["used_memory"] - (1 << 20)
        assert filled.used > 1 << 20, "the value itself counts"


async def test_the_limit_is_set_and_measured(redis: Redis) -> None:
    before: Any = await redis.config_get("maxmemory*")
    try:
        memory = StoreMemory(redis, 64 << 20)
        await memory.set_bound()
        assert (await redis.config_get("maxmemory-policy"))["maxmemory-policy"] == "noeviction"
        await memory.measure()
        assert memory.most == 64 << 20
        assert 0 < memory.used < memory.most
    finally:
        for name in ("maxmemory", "maxmemory-policy"):
            await redis.config_set(name, before[name])


async def test_a_limit_that_is_not_given_is_left_as_it_is(redis: Redis) -> None:
    before = await redis.config_get("maxmemory")
    await StoreMemory(redis, None).set_bound()
    assert await redis.config_get("maxmemory") == before
