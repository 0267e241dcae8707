"""Questions about one server of a store rather than about a key."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_server.store.redis.servers import AT_ONCE, Server


async def test_all_keys_of_a_pattern_come_and_few_at_a_time(redis: Redis) -> None:
    wanted = {f"cadogan:{{R{number}}}:log".encode() for number in range(20 * AT_ONCE)}
    async with redis.pipeline(transaction=False) as pipe:
        for key in wanted:
            pipe.set(key, "x")
        pipe.set("cadogan:other", "x")
        await pipe.execute()
    pieces = [found async for found in Server("", redis).keys("cadogan:*:log")]
    assert {key for piece in pieces for key in piece} == wanted
    assert max(map(len, pieces)) <= AT_ONCE
