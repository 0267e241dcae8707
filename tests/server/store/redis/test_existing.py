"""The store tells which of many things it has."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_server.store.redis.existing import existing


async def test_things_are_returned_whose_keys_exist_in_the_same_order(redis: Redis) -> None:
    for item in (3, 1):
        await redis.set(f"thing:{item}", "")
    assert await existing(redis, [4, 3, 2, 1], "thing:{}".format) == [3, 1]
    assert await existing(redis, [], "thing:{}".format) == []
