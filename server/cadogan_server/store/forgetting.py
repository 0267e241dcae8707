"""Takes a player out of the store: whatever is the player's own, and the lines on all boards."""

from __future__ import annotations

from typing import Any

from redis.asyncio import Redis

from cadogan_server.store import keys

AT_ONCE = 1000
"""Keys that are looked through in one step."""


async def forget(redis: Redis, player: str) -> None:
    """Take a player out of the store. What others have seen, their own histories and the logs of rooms, is theirs.

    Done a second time, after the store was away in the middle, it does what is left to do.

    Raises:
        redis.RedisError: the store does not answer.
    """
    async for key in redis.scan_iter(match=keys.ALL_BOARDS, count=AT_ONCE):
        if f":{player}".encode() in key:
            await redis.unlink(key)
            continue
        kind: Any = await redis.type(key)
        if kind == b"zset":
            await redis.zrem(key, player)
        elif kind == b"hash":
            await redis.hdel(key, player)
    for key in (*keys.of_player(player), keys.last_ticket(player), keys.opening(player)):
        await redis.unlink(key)
    await redis.unlink(keys.player(player))
