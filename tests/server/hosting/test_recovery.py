"""A room that was recovered from its log."""

from __future__ import annotations

from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_server.rooms.records import Created, Reopened, pack, unpack
from cadogan_server.rooms.refused import Refused
from cadogan_server.store import keys
from tests.server.conftest import Serve
from tests.server.core import created


async def test_taking_a_room_up_is_logged_at_once(serve: Serve, redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        await redis.xadd(keys.log("ABCDEF"), {"r": pack(created())}, id="1-1")
        async with serve() as server:
            await server.services.rooms.finder.find("ABCDEF")
        written: Any = await redis.xrange(keys.log("ABCDEF"))
        records = [type(record) for record in unpack(fields[b"r"] for _, fields in written)]
        assert records == [Created, Reopened], "so that the next server continues the numbers of the streams"


async def test_a_room_with_an_option_of_a_later_version_is_left_to_it(
    serve: Serve, redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    newer = created()._replace(rules={**created().rules, "weather": "fair"})
    async with Redis.from_url(redis_url) as redis:
        await redis.xadd(keys.log("ABCDEF"), {"r": pack(newer)}, id="1-1")
        await redis.zadd(keys.DUE, {"ABCDEF": 1 << 60})
        async with serve() as server:
            for _ in range(2):
                with pytest.raises(Refused, match="later version"):
                    await server.services.rooms.finder.find("ABCDEF")
            told = [line.getMessage() for line in caplog.records if "is left to a newer node" in line.getMessage()]
            assert len(told) == 1
            assert "weather = 'fair'" in told[0]
        assert await redis.ttl(keys.log("ABCDEF")) == -1, "a newer node plays it on"
        assert await redis.zscore(keys.DUE, "ABCDEF")
