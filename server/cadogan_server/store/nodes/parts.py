"""A value that each node publishes for all others: its part, which it rewrites every second while other nodes live.

The parts of the living nodes together are the whole. The next node that finds the part of an ended node deletes it. So
a crash can't leave a wrong count behind.
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
        lease: this node's lease.
        key: key of the hash that holds the parts.
    """

    def __init__(self, redis: Redis, lease: NodeLease, key: str) -> None:
        self._redis = redis
        self._lease = lease
        self._key = key

    @property
    def me(self) -> str:
        """Id of this node."""
        return self._lease.id

    async def exchange(self, own: Callable[[], Any]) -> dict[str, Any]:
        """Write this node's part, any JSON value, and return node id → part of the others. If this node is alone,
        return {} without calling `own`.

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
        """Delete this node's part.

        Raises:
            redis.RedisError: the store does not answer.
        """
        await self._redis.hdel(self._key, self._lease.id)


class SharedLimit(Protocol):
    """A limit whose use the nodes tell each other."""

    def report(self) -> Mapping[str, Any]:
        """Return this node's use, by address or network, for the other nodes."""

    def learn(self, others: Mapping[str, Mapping[str, Any]]) -> None:
        """Note the reports of the other nodes, by their ids."""

    def take_back(self, before: Mapping[str, Mapping[str, Any]]) -> None:
        """Give back what this node granted beyond a limit before it knew of the others. Nodes whose ids sort before
        this one's keep what they granted; `before` is what these have reported."""


class LimitSharing:
    """Exchanges the use of limits between nodes, so that limits hold over all of them.

    Args:
        parts: the parts of all nodes.
        shared: name → limit.
    """

    def __init__(self, parts: NodeParts, shared: Mapping[str, SharedLimit]) -> None:
        self._parts = parts
        self._shared = shared

    async def exchange(self) -> None:
        """Publish this node's use of each limit, and learn that of the others.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found = await self._parts.exchange(lambda: {name: each.report() for name, each in self._shared.items()})
        for name, each in self._shared.items():
            reports = {node: part.get(name, {}) for node, part in found.items()}
            each.learn(reports)
            each.take_back({node: report for node, report in reports.items() if node < self._parts.me})

    async def withdraw(self) -> None:
        """Delete this node's part.

        Raises:
            redis.RedisError: the store does not answer.
        """
        await self._parts.withdraw()


def summed(parts: Iterable[Mapping[str, int]]) -> Counter[str]:
    """Return the sums of several parts by key."""
    all: Counter[str] = Counter()
    for part in parts:
        all.update(part)
    return all
