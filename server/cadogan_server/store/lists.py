"""What each node has in the list of rooms, for the others to list too.

A node writes its part anew again and again, while there are others. What a node has left that has ended is deleted by who finds
it: nothing is counted that a crash could leave wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from redis.asyncio import Redis

from cadogan_protocol.rooms import ListedRoom
from cadogan_server.store import keys
from cadogan_server.store.lease import Lease

Rank = tuple[int, int, int]
"""By which rooms are sorted."""

Ranked = tuple[Rank, ListedRoom]


class Lists:
    """The parts of all nodes.

    Args:
        redis: a client without `decode_responses`.
        lease: of this node.

    Attributes:
        others: the rooms of the other nodes, as they were a moment ago.
    """

    def __init__(self, redis: Redis, lease: Lease) -> None:
        self.others: list[Ranked] = []
        self._redis = redis
        self._lease = lease

    async def exchange(self, own: Callable[[], Sequence[Ranked]]) -> None:
        """Tell the other nodes of these rooms, and learn of theirs; where there are none, nothing is done, nor is `own` asked.

        Raises:
            redis.RedisError: the store does not answer.
        """
        if self._lease.alone:
            self.others = []
            return
        told = json.dumps([[*rank, room.model_dump(mode="json")] for rank, room in own()])
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.hset(keys.LISTS, self._lease.id, told)
            pipeline.hgetall(keys.LISTS)
            _, found = await pipeline.execute()
        others: list[Ranked] = []
        for node, parts in found.items():
            if node.decode() in self._lease.nodes:
                if node.decode() != self._lease.id:
                    others += map(_read, json.loads(parts))
            elif not await self._redis.zscore(keys.ALIVE, node):
                await self._redis.hdel(keys.LISTS, node)
        self.others = others

    async def withdraw(self) -> None:
        """Tell of none any more.

        Raises:
            redis.RedisError: the store does not answer.
        """
        await self._redis.hdel(keys.LISTS, self._lease.id)


def _read(parts: list[Any]) -> Ranked:
    phase, lively, created, room = parts
    return (phase, lively, created), ListedRoom.model_validate(room)
