"""The checker of logs finds the faults of a log."""

from __future__ import annotations

import msgpack
from redis.asyncio import Redis

from tests.faults.checker import Found, check

LOG = "cadogan:{ABCDEF}:log"


def move(request: int, seat: int = 0) -> bytes:
    return bytes(msgpack.packb(["m", 0, seat, request, [0, 1, 1]]))


async def test_lost_repeated_and_misplaced_moves_are_counted(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        for count, request in enumerate([1, 2, 2, 5, 4], 1):
            await redis.xadd(LOG, {"r": move(request)}, id=f"1-{count}")
        assert check(redis_url, "ABCDEF", {0: [1, 2]}) == Found(0, 1)
        assert check(redis_url, "ABCDEF", {0: [1, 2, 3]}) == Found(1, 1)
        assert check(redis_url, "ABCDEF", {0: [1, 4, 5]}) == Found(2, 1)
        assert check(redis_url, "ABCDEF", {1: [1]}) == Found(1, 0)


async def test_entries_left_out_or_before_a_hole_are_lost(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        for count in (1, 2, 3):
            await redis.xadd(LOG, {"r": move(count)}, id=f"1-{count}")
        await redis.xadd(LOG, {"r": b"", "a": "1-3"}, id="2-1")
        await redis.xadd(LOG, {"r": move(4), "a": "1-2"}, id="2-2")
        assert check(redis_url, "ABCDEF", {0: [1, 2, 4]}) == Found(0, 0)
        assert check(redis_url, "ABCDEF", {0: [1, 2, 3, 4]}) == Found(1, 0)
        await redis.xdel(LOG, "1-1")
        assert check(redis_url, "ABCDEF", {0: [1, 2, 4]}) == Found(1, 0)
