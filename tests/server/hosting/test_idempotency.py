"""Repeated requests to open a room find the room that the first one opened."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_server.hosting.idempotency import RequestedRooms
from cadogan_server.store.log.journal import Journal


async def test_an_opening_is_remembered_until_a_client_counts_anew(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        journal = Journal(redis_url)
        here = RequestedRooms(redis, journal)
        here.note("p", 2, "ABCDEF")
        await journal.close()
        for openings in (here, RequestedRooms(redis, journal)):
            assert await openings.of("p", 5, 2) == "ABCDEF"
            assert await openings.of("p", 5, 3) is None
            assert await openings.of("p", 1, 2) is None
