"""The durability of acknowledged writes in a store that is not our own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_server.store.redis.durability import REPLICAS, Durability, NotDurable, see_to_durability

Set = Callable[..., Awaitable[None]]


@pytest.fixture
async def configured(redis: Redis) -> AsyncIterator[Set]:
    """Yield a function that configures the store. The configuration is restored after the test."""
    names = ("appendonly", "appendfsync")
    before: dict[str, Any] = {name: (await redis.config_get(name))[name] for name in names}

    async def configure(**settings: str) -> None:
        for name, value in settings.items():
            await redis.config_set(name, value)

    yield configure
    await configure(**before)


async def test_a_store_without_a_file_is_refused_or_warned_of(
    redis: Redis, configured: Set, caplog: pytest.LogCaptureFixture
) -> None:
    await configured(appendonly="no")
    with pytest.raises(NotDurable, match="--durability always needs a store with an append-only file"):
        await see_to_durability(redis, Durability.ALWAYS)
    assert await see_to_durability(redis, None) == 0
    assert "the store keeps no append-only file" in caplog.text


async def test_a_store_is_set_to_the_wanted_durability(
    redis: Redis, configured: Set, caplog: pytest.LogCaptureFixture
) -> None:
    await configured(appendonly="yes", appendfsync="everysec")
    assert await see_to_durability(redis, None) == 0
    assert (await redis.config_get("appendfsync"))["appendfsync"] == "everysec"
    assert await see_to_durability(redis, Durability.ALWAYS) == 0
    assert (await redis.config_get("appendfsync"))["appendfsync"] == "always"
    assert not caplog.records


async def test_a_master_that_replicas_may_replace_needs_one(
    redis: Redis, configured: Set, caplog: pytest.LogCaptureFixture
) -> None:
    await configured(appendonly="yes")
    assert await see_to_durability(redis, Durability.EVERYSEC, fails_over=True) == 0
    assert not caplog.records
    assert await see_to_durability(redis, Durability.ALWAYS, fails_over=True) == REPLICAS
    assert "has no replica now" in caplog.text
