"""The players who sit in the rooms of each node: one hash per node, in which the node writes what has changed.

A hash expires: a node that no longer writes has no players. The hash of an ended node is not read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from redis.asyncio import Redis

from cadogan_protocol.rooms import ListedRoom
from cadogan_server.store import keys
from cadogan_server.store.nodes.node_lease import NodeLease

KEPT_SECONDS = 60
"""Seconds after which an unwritten hash expires."""


class IndexedSeat(NamedTuple):
    """A player's seat in a room that is not over.

    Attributes:
        there: True if the player is present.
        public: True if the room is in the public list.
        joinable: True if anybody with the code could take a seat.
        room: the room's line in a list.
    """

    there: bool
    public: bool
    joinable: bool
    room: ListedRoom


class SeatIndex:
    """The hashes of all nodes.

    Args:
        redis: a client without `decode_responses`.
        lease: this node's lease.
    """

    def __init__(self, redis: Redis, lease: NodeLease) -> None:
        self._redis = redis
        self._lease = lease

    @property
    def alone(self) -> bool:
        """True if there is no other node to tell."""
        return self._lease.alone

    async def write(self, changed: Mapping[str, Sequence[IndexedSeat]]) -> None:
        """Write the rooms of this node in which some players sit now.

        Raises:
            redis.RedisError: the store does not answer.
        """
        key = keys.seats(self._lease.id)
        seatless = [player for player, rooms in changed.items() if not rooms]
        seated: dict[Any, Any] = {
            player: json.dumps([[*seat[:3], seat.room.model_dump(mode="json")] for seat in rooms])
            for player, rooms in changed.items()
            if rooms
        }
        async with self._redis.pipeline(transaction=False) as pipeline:
            if seatless:
                pipeline.hdel(key, *seatless)
            if seated:
                pipeline.hset(key, mapping=seated)
            pipeline.expire(key, KEPT_SECONDS)
            await pipeline.execute()

    async def seats_of(self, players: Sequence[str]) -> dict[str, list[IndexedSeat]]:
        """Return the seats of players in rooms of other nodes.

        Raises:
            redis.RedisError: the store does not answer.
        """
        nodes = [node for node in self._lease.nodes if node != self._lease.id]
        found: dict[str, list[IndexedSeat]] = {player: [] for player in players}
        if not nodes or not players:
            return found
        async with self._redis.pipeline(transaction=False) as pipeline:
            for node in nodes:
                pipeline.hmget(keys.seats(node), list(players))
            answers: list[Any] = await pipeline.execute()
        for answer in answers:
            for player, packed in zip(players, answer, strict=True):
                found[player] += map(_read, json.loads(packed) if packed else ())
        return found

    async def withdraw(self) -> None:
        """Delete this node's hash.

        Raises:
            redis.RedisError: the store does not answer.
        """
        await self._redis.delete(keys.seats(self._lease.id))


def _read(fields: list[Any]) -> IndexedSeat:
    there, public, joinable, room = fields
    return IndexedSeat(there, public, joinable, ListedRoom.model_validate(room))
