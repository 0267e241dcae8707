"""What each node tells all others of one thing: a part of its own, which it writes anew again and again while there are others.

The whole is read as the parts of the nodes that live. What a node has left that has ended is deleted by who finds it: nothing
is counted that a crash could leave wrong.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.nodes.node_lease import NodeLease


class NodeParts:
    """The parts of all nodes.

    Args:
        redis: a client without `decode_responses`.
        lease: of this node.
        key: of the hash in which they are.
    """

    def __init__(self, redis: Redis, lease: NodeLease, key: str) -> None:
        self._redis = redis
        self._lease = lease
        self._key = key

    @property
    def me(self) -> str:
        """The id of this node."""
        return self._lease.id

    async def exchange(self, own: Callable[[], Any]) -> dict[str, Any]:
        """Write this node's part, anything that JSON knows, and return those of the others, by their ids; where there are none,
        nothing is done, nor is `own` asked.

        Raises:
            redis.RedisError: the store does not answer.
        """
        if self._lease.alone:
            return {}
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.hset(self._key, self._lease.id, json.dumps(own()))
            pipeline.hgetall(self._key)
            _, found = await pipeline.execute()
        others: dict[str, Any] = {}
        for id, part in found.items():
            node = id.decode()
            if node in self._lease.nodes:
                if node != self._lease.id:
                    others[node] = json.loads(part)
            elif not await self._redis.zscore(keys.ALIVE, node):
                await self._redis.hdel(self._key, node)
        return others

    async def withdraw(self) -> None:
        """Have no part any more.

        Raises:
            redis.RedisError: the store does not answer.
        """
        await self._redis.hdel(self._key, self._lease.id)


class SharedLimit(Protocol):
    """Something of which the nodes tell each other."""

    def report(self) -> Mapping[str, Any]:
        """Return what the others have to know of this node, by addresses."""

    def learn(self, others: Mapping[str, Mapping[str, Any]]) -> None:
        """Take note of what others have told, by their ids."""

    def take_back(self, before: Mapping[str, Mapping[str, Any]]) -> None:
        """Let go of what this node granted beyond a limit before it knew of the others. Nodes whose ids come before this one's keep
        what they have; `before` is what they have told."""


class LimitSharing:
    """Lets nodes tell each other what addresses have of them, so that bounds hold over all.

    Args:
        parts: where they do.
        shared: that of which they tell, by names.
    """

    def __init__(self, parts: NodeParts, shared: Mapping[str, SharedLimit]) -> None:
        self._parts = parts
        self._shared = shared

    async def exchange(self) -> None:
        """Tell, and learn.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found = await self._parts.exchange(lambda: {name: each.report() for name, each in self._shared.items()})
        for name, each in self._shared.items():
            told = {node: part.get(name, {}) for node, part in found.items()}
            each.learn(told)
            each.take_back({node: part for node, part in told.items() if node < self._parts.me})

    async def withdraw(self) -> None:
        """Tell nothing any more.

        Raises:
            redis.RedisError: the store does not answer.
        """
        await self._parts.withdraw()


def summed(parts: Iterable[Mapping[str, int]]) -> Counter[str]:
    """Return what several have together."""
    all: Counter[str] = Counter()
    for part in parts:
        all.update(part)
    return all
