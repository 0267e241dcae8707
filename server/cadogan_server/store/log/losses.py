"""What was lost of rooms though players had been told of it, so that they can be told that, too.

A node that is alone plays on without the store. If another node takes one of its rooms all the same, what was played meanwhile is
gone. Only the first node knows how much that was. It writes that down here once it reaches the store again, and orders the nodes
to look (`orders.py`); whoever has the room, or takes it up later, adds it to the room's `lost`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.log.logs import KEPT_SECONDS
from cadogan_server.store.nodes.orders import Orders


class Losses:
    """What was lost of rooms on one store.

    Args:
        redis: a client without `decode_responses`.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def report(self, teller: str, lost: Mapping[str, int]) -> None:
        """Write down how many changes were lost of which rooms, by their codes, and have all nodes look.

        Args:
            teller: who had told players of them. A second report of the same one takes the place of the first.
            lost: how many, by the codes of rooms.

        Raises:
            redis.RedisError: the store does not answer.
        """
        if not lost:
            return
        async with self._redis.pipeline(transaction=False) as pipe:
            for code, changes in lost.items():
                pipe.hset(keys.lost(code), teller, str(changes))
                pipe.expire(keys.lost(code), KEPT_SECONDS)
            await pipe.execute()
        await Orders(self._redis).give({"do": "lost", "rooms": sorted(lost)})

    async def of(self, code: str) -> int:
        """Return how many changes of a room were lost so.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.hvals(keys.lost(code))
        return sum(map(int, found))
