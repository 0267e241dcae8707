"""A room that was recovered from its log."""

from __future__ import annotations

from typing import Any

from redis.asyncio import Redis

from cadogan_server.rooms.records import Created, Reopened, pack, unpack
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
