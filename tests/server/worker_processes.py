"""Workers as processes, and players who come back to them."""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import AsyncExitStack
from typing import Any

from redis.asyncio import Redis

from cadogan_protocol.messages import Moved
from cadogan_server.store import keys
from tests.server.wire import PATIENCE, Wire, dial


async def alive(redis: Redis) -> dict[str, int]:
    """Return the workers that serve: process ids by node id."""
    nodes: Any = await redis.zrange(keys.ALIVE, 0, -1)
    told = await redis.hmget(keys.NODES, nodes)
    # A node that has just ended has no description any more.
    described = {node.decode(): json.loads(who) for node, who in zip(nodes, told, strict=True) if who}
    return {node: who["process"] for node, who in described.items() if "address" in who}


async def come_back(stack: AsyncExitStack, port: int, name: str, before: Wire) -> Wire:
    """Come back as a player whose socket may be gone, and check that the state is as told."""
    wire = await stack.enter_async_context(dial(port, first_id=1000))
    await (await wire.hello(name, before.token)).join(before.code)
    await wire.the(Moved)
    assert wire.boards[wire.own] == before.boards[before.own]
    return wire


async def ended(workers: dict[str, int]) -> None:
    """Wait until none of these processes is left."""
    async with asyncio.timeout(PATIENCE):
        while any(map(there, workers.values())):
            await asyncio.sleep(0.05)


def there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
