"""Reads of rooms' logs."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from cadogan_server.rooms.records import pack
from cadogan_server.store import keys
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.logs import Logs
from tests.server.core import created


@pytest.fixture
async def journal(redis_url: str) -> AsyncIterator[Journal]:
    it = Journal(redis_url)
    yield it
    await it.close()


async def test_a_log_goes_on_after_its_last_writer(redis: Redis, journal: Journal) -> None:
    logs, first = Logs(redis, journal), created()
    await redis.xadd(keys.log("ABCDEF"), {"r": pack(first)}, id="1-1")
    await redis.xadd(keys.log("ABCDEF"), {"r": b""}, id="4-1")
    found = await logs.read("ABCDEF")
    assert found is not None
    assert (found.records, found.last) == ([first], (4, 1))
