"""Fixtures for tests of the store."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    """A client of the test's store."""
    async with Redis.from_url(redis_url) as client:
        yield client
