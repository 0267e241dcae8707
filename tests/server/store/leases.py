"""Leases of tests: their length, and ways to let them run out."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.nodes.node_lease import NodeLease

LONG = 60.0


async def let_run_out(redis: Redis, lease: NodeLease) -> None:
    await redis.zadd(keys.ALIVE, {lease.id: 0})
