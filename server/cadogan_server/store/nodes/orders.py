"""What whoever runs the servers asks of them, over the store: orders, what each node answers, and who is kept out.

Whoever can write to the store can give orders; there is no other way to. Nodes look for new ones once a second, and begin at those
given after their own start, so that no old one is carried out again.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from redis.asyncio import Redis

from cadogan_server.store import keys

KEPT = 1000
"""About how many orders are kept, for whoever wants to know what was ordered."""

ANSWERS_SECONDS = 300
"""How long answers are kept."""

Order = dict[str, Any]
"""`do`: report, drain, close or bans; `node` or `room`: which; `why`: what is said to players. Nodes themselves order to forget a
`player`."""


class Ban(NamedTuple):
    """Who is kept out: an address or network (`203.0.113.0/24`), or a player's id; `until` in ms since 1970, 0: for good."""

    kind: str
    name: str
    until: int
    why: str

    @property
    def field(self) -> str:
        """What it is called in the store."""
        return f"{self.kind} {self.name}"

    def holds(self, now: int) -> bool:
        """Whether it is not over yet."""
        return not self.until or now < self.until


class Orders:
    """Orders to the nodes of a store, and their answers."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def give(self, order: Order) -> str:
        """Let all nodes see an order; return its id."""
        packed: Any = {"order": json.dumps(order)}
        id: Any = await self._redis.xadd(keys.ORDERS, packed, maxlen=KEPT)
        return str(id.decode())

    async def last(self) -> str:
        """Return the id of the last order; "0-0" where there is none."""
        found: Any = await self._redis.xrevrange(keys.ORDERS, count=1)
        return str(found[0][0].decode()) if found else "0-0"

    async def since(self, last: str) -> list[tuple[str, Order]]:
        """Return the orders after one, with their ids."""
        found: Any = await self._redis.xrange(keys.ORDERS, min=f"({last}")
        return [(id.decode(), json.loads(fields[b"order"])) for id, fields in found]

    async def answer(self, id: str, answer: Order | None) -> None:
        """Tell who has given an order what became of it here; None: it is nothing to this node."""
        async with self._redis.pipeline(transaction=False) as pipe:
            if answer is not None:
                pipe.rpush(keys.answers(id), json.dumps(answer))
                pipe.expire(keys.answers(id), ANSWERS_SECONDS)
            pipe.incr(keys.looks(id))
            pipe.expire(keys.looks(id), ANSWERS_SECONDS)
            await pipe.execute()

    async def answers(self, id: str) -> list[Order]:
        """Return what nodes have answered until now."""
        found: Any = await self._redis.lrange(keys.answers(id), 0, -1)
        return [json.loads(answer) for answer in found]

    async def done_with(self, id: str) -> int:
        """Return how many nodes have done with an order until now, also those to which it is nothing."""
        return int(await self._redis.get(keys.looks(id)) or 0)

    async def take_back(self, id: str) -> None:
        """Leave nothing of an order and its answers."""
        await self._redis.xdel(keys.ORDERS, id)
        await self._redis.unlink(keys.answers(id), keys.looks(id))

    async def ban(self, ban: Ban) -> None:
        """Keep somebody out; nodes learn of it by an order or within a minute."""
        await self._redis.hset(keys.BANS, ban.field, json.dumps([ban.until, ban.why]))

    async def unban(self, kind: str, name: str) -> bool:
        """Let somebody in again; False: nobody of this name was kept out."""
        gone: Any = await self._redis.hdel(keys.BANS, f"{kind} {name}")
        return bool(gone)

    async def bans(self) -> list[Ban]:
        """Return who is kept out, also where that is over."""
        found: Any = await self._redis.hgetall(keys.BANS)
        return sorted(Ban(*field.decode().split(" ", 1), *json.loads(value)) for field, value in found.items())
