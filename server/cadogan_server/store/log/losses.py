"""Losses that players must be told of, because they had seen what was lost.

A node that is alone plays on without the store. If another node takes one of its rooms all the same, the moves played
meanwhile are lost, and only the first node knows how many. When it reaches the store again it writes the number here
and orders all nodes to look (`orders.py`). The room's owner, or the node that takes it up later, adds the number to the
room's `lost`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.log.logs import KEPT_SECONDS
from cadogan_server.store.nodes.orders import Orders


class Losses:
    """Lost changes of the rooms on one store.

    Args:
        redis: a client without `decode_responses`.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def report(self, teller: str, lost: Mapping[str, int]) -> None:
        """Write how many changes each room has lost, and order all nodes to look.

        Args:
            teller: name of the server that had told players of the changes. Its next report replaces this one.
            lost: room code → number of lost changes.

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
        """Return how many changes of a room were lost this way.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.hvals(keys.lost(code))
        return sum(map(int, found))
