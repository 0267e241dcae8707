"""The memory that the store uses."""

from __future__ import annotations

from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_server.rooms.refused import Refused
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
