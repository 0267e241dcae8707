"""What the store has of a room."""

from __future__ import annotations

from typing import Any

from redis.asyncio import Redis

from cadogan_server.store import keys


async def written(redis: Redis, code: str) -> list[bytes]:
    """Return the entries of a room's log."""
    entries: Any = await redis.xrange(keys.log(code))
    return [fields[b"r"] for _, fields in entries]
