"""Orders of the operator to the nodes, through the store, with each node's answer; and the list of bans.

Everybody who can write to the store can give orders; there is no other way. Nodes look for new orders twice a second. A
node starts with orders given after its own start, so no old order is carried out again.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from redis.asyncio import Redis

from cadogan_server.store import keys

KEPT = 1000
"""Number of orders that are kept for reference, roughly."""

ANSWERS_SECONDS = 300
"""Seconds for which answers are kept."""

Order = dict[str, Any]
"""`do`: report, drain, close or bans; `node` or `room`: the target; `why`: the reason told to players. Nodes also order
each other to forget a `player`, to look at what rooms have `lost`, or to `let go` of a room of which they are `owner`."""


class Ban(NamedTuple):
    """A banned address or network (`203.0.113.0/24`), or a banned player's id; `until` in ms since 1970, 0: for
    good."""

    kind: str
    name: str
    until: int
    why: str

    @property
    def field(self) -> str:
        """Name of the ban in the store."""
        return f"{self.kind} {self.name}"

    def holds(self, now: int) -> bool:
        """Return True if the ban is not over at this time (ms)."""
        return not self.until or now < self.until


class Orders:
    """Orders to the nodes of a store, and their answers."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def give(self, order: Order) -> str:
        """Give an order to all nodes; return its id."""
        packed: Any = {"order": json.dumps(order)}
        id: Any = await self._redis.xadd(keys.ORDERS, packed, maxlen=KEPT)
        return str(id.decode())

    async def last(self) -> str:
        """Return the id of the last order; "0-0" if there is none."""
        found: Any = await self._redis.xrevrange(keys.ORDERS, count=1)
        return str(found[0][0].decode()) if found else "0-0"

    async def since(self, last: str) -> list[tuple[str, Order]]:
        """Return the orders after this id, with their ids."""
        found: Any = await self._redis.xrange(keys.ORDERS, min=f"({last}")
        return [(id.decode(), json.loads(fields[b"order"])) for id, fields in found]

    async def answer(self, id: str, answer: Order | None) -> None:
        """Answer an order; None: it does not concern this node."""
        async with self._redis.pipeline(transaction=False) as pipe:
            if answer is not None:
                pipe.rpush(keys.answers(id), json.dumps(answer))
                pipe.expire(keys.answers(id), ANSWERS_SECONDS)
            pipe.incr(keys.looks(id))
            pipe.expire(keys.looks(id), ANSWERS_SECONDS)
            await pipe.execute()

    async def answers(self, id: str) -> list[Order]:
        """Return the answers of nodes so far."""
        found: Any = await self._redis.lrange(keys.answers(id), 0, -1)
        return [json.loads(answer) for answer in found]

    async def done_with(self, id: str) -> int:
        """Return the number of nodes that are done with an order, including those that it does not concern."""
        return int(await self._redis.get(keys.looks(id)) or 0)

    async def take_back(self, id: str) -> None:
        """Delete an order and its answers."""
        await self._redis.xdel(keys.ORDERS, id)
        await self._redis.unlink(keys.answers(id), keys.looks(id))

    async def ban(self, ban: Ban) -> None:
        """Ban somebody. Nodes learn of it by an order, or within a minute."""
        await self._redis.hset(keys.BANS, ban.field, json.dumps([ban.until, ban.why]))

    async def unban(self, kind: str, name: str) -> bool:
        """Lift a ban; False if there was none of this name."""
        gone: Any = await self._redis.hdel(keys.BANS, f"{kind} {name}")
        return bool(gone)

    async def bans(self) -> list[Ban]:
        """Return all bans, including expired ones."""
        found: Any = await self._redis.hgetall(keys.BANS)
        return sorted(Ban(*field.decode().split(" ", 1), *json.loads(value)) for field, value in found.items())
