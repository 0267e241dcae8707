"""Each node's part of the list of public rooms, which other nodes list too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pydantic import ValidationError
from redis.asyncio import Redis

from cadogan_protocol.rooms import ListedRoom
from cadogan_server.store import keys
from cadogan_server.store.nodes.node_lease import NodeLease
from cadogan_server.store.nodes.parts import NodeParts

Rank = tuple[int, int, int]
"""Sort key of a room in the list."""

Ranked = tuple[Rank, ListedRoom]


class RoomLists:
    """The listed rooms of all nodes.

    Args:
        redis: a client without `decode_responses`.
        lease: this node's lease.

    Attributes:
        others: rooms of the other nodes at the last exchange.
    """

    def __init__(self, redis: Redis, lease: NodeLease) -> None:
        self.others: list[Ranked] = []
        self._parts = NodeParts(redis, lease, keys.LISTS)

    async def exchange(self, own: Callable[[], Sequence[Ranked]]) -> None:
        """Publish these rooms and learn those of the other nodes. If this node is alone, do nothing and don't call
        `own`.

        Raises:
            redis.RedisError: the store does not answer.
        """
        parts = await self._parts.exchange(lambda: [[*rank, room.model_dump(mode="json")] for rank, room in own()])
        read = (_read(listed) for part in parts.values() for listed in part)
        self.others = [ranked for ranked in read if ranked is not None]

    async def withdraw(self) -> None:
        """Publish no rooms any more.

        Raises:
            redis.RedisError: the store does not answer.
        """
        await self._parts.withdraw()


def _read(parts: list[Any]) -> Ranked | None:
    """Return a room of another node; None if this version can't list it: a later one may have rooms of a new kind."""
    phase, lively, created, room = parts
    try:
        return (phase, lively, created), ListedRoom.model_validate(room)
    except ValidationError:
        return None
