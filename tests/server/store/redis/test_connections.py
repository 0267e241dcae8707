"""The connections to the store, separated by purpose."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from cadogan_server.app import Running
from cadogan_server.background import cancelled
from cadogan_server.store.redis.connections import UPKEEP
from cadogan_server.tournaments import orders
from tests.server.tournaments.evening import NOON, terms
from tests.server.waiting import until


async def test_who_waits_for_a_game_waits_for_no_results(server: Running) -> None:
    """Results of hundreds of games take all connections for them, and queue."""
    there, tournaments = server.services.store.opened.connections, server.services.tournaments
    busy: list[asyncio.Task[Any]] = [asyncio.create_task(_blocked(there.upkeep)) for _ in range(2 * UPKEEP)]

    async def all_are_taken() -> bool:
        clients: Any = await there.reads.client_list()
        return [client["cmd"] for client in clients].count("blpop") == UPKEEP

    await until(all_are_taken)
    await tournaments.known.open("evening", terms("arena"))
    entered = partial(orders.enter, now=NOON, player="ann", name="Ann", rating=1)
    assert (await tournaments.known.change("evening", entered)).competitors.keys() == {"ann"}
    await server.services.store.halls.tell("evening", {"ann": 0}, set(), 0, anew=True)
    assert await server.services.store.halls.crowds("evening")
    assert not any(task.done() for task in busy), "all of this did not wait for them"
    await cancelled(busy)


async def _blocked(redis: Any) -> None:
    await redis.blpop("nothing", 0)
