"""The people in the halls of tournaments, at all nodes. Each node writes its own people; its entries expire soon after its
last word, so the people of a dead node are not paired."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from secrets import token_hex
from typing import Any, NamedTuple

from redis.asyncio import Redis

from cadogan_server.store import keys

HALL_SECONDS = 5
"""Seconds for which a node's people count as present after its last word."""


_CHANGED = ""
"""The field of a hall, beside its players, that changes with each change."""


class Crowd(NamedTuple):
    """The people of one node in a hall.

    Attributes:
        people: the number of waiting people.
        changed: a mark that changes as soon as others wait; empty: the node does not say.
    """

    people: int
    changed: bytes


class Present(NamedTuple):
    """Somebody in a hall: the node with the socket, and the moment since when the player waits, in ms."""

    node: str
    since: int


class Halls:
    """The halls of all tournaments. Every method raises redis.RedisError if the store does not answer.

    Args:
        redis: a client without `decode_responses`.
        node: the id of this node.
    """

    def __init__(self, redis: Redis, node: str) -> None:
        self.node = node
        self._redis = redis

    async def tell(self, id: str, came: Mapping[str, int], left: set[str], now: int, *, anew: bool) -> int:
        """Note who came to a hall at this node, since when each waits, and who left; return how many the store knows here.

        Args:
            id: the tournament.
            came: player → moment since when the player waits.
            left: players.
            now: the time, in ms.
            anew: true if `came` has all that are here.
        """
        mine = keys.tournament_hall(id, self.node)
        async with self._redis.pipeline(transaction=True) as pipeline:
            if anew:
                pipeline.delete(mine)
            if came or left or anew:
                fields: dict[Any, Any] = {player: str(since) for player, since in came.items()}
                pipeline.hset(mine, mapping=fields | {_CHANGED: token_hex(4)})
            if left:
                pipeline.hdel(mine, *left)
            pipeline.expire(mine, HALL_SECONDS)
            pipeline.zadd(keys.tournament_halls(id), {self.node: now + 1000 * HALL_SECONDS})
            pipeline.expire(keys.tournament_halls(id), HALL_SECONDS)
            pipeline.hlen(mine)
            return int((await pipeline.execute())[-1]) - 1

    async def crowds(self, id: str) -> dict[str, Crowd]:
        """Return the players who wait in a hall, by node, of nodes where anybody waits."""
        nodes: Any = await self._redis.zrange(keys.tournament_halls(id), 0, -1)
        names = [node.decode() for node in nodes]
        async with self._redis.pipeline(transaction=False) as pipeline:
            for node in names:
                pipeline.hlen(keys.tournament_hall(id, node))
                pipeline.hget(keys.tournament_hall(id, node), _CHANGED)
            found = await pipeline.execute()
        crowds = (
            Crowd(int(fields) - (changed is not None), changed or b"")
            for fields, changed in zip(found[::2], found[1::2], strict=True)
        )
        return {node: crowd for node, crowd in zip(names, crowds, strict=True) if crowd.people > 0}

    async def present(self, id: str, nodes: Iterable[str]) -> dict[str, Present]:
        """Return the players who wait in a hall at some nodes."""
        names = list(nodes)
        async with self._redis.pipeline(transaction=False) as pipeline:
            for node in names:
                pipeline.hgetall(keys.tournament_hall(id, node))
            halls = await pipeline.execute()
        return {
            player.decode(): Present(node, int(since))
            for node, hall in zip(names, halls, strict=True)
            for player, since in hall.items()
            if player != _CHANGED.encode()
        }
