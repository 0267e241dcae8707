"""Finds a winnable deal for each room that asks for one: from the moment when all nonces are known."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from cadogan_games.solver.proof import NODES
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.solvers.rows import Found, Row, first_won
from cadogan_server.hosting.solvers.solvers import NotSolved, Solvers
from cadogan_server.rooms.refused import Refused

logger = logging.getLogger(__name__)


class Proving:
    """Seeks winnable deals. Deals of one room are tried one after the other, so rooms take turns.

    Args:
        solvers: try deals.
        now: the clock, in ms.
    """

    def __init__(self, solvers: Solvers, now: Callable[[], int]) -> None:
        self._solvers = solvers
        self._now = now
        self._searches: dict[Hub, asyncio.Task[None]] = {}

    def changed(self, hub: Hub) -> None:
        """Begin the search for a room that waits for it."""
        if hub.room.countdown.sought is not None and hub not in self._searches:
            task = asyncio.create_task(self._search(hub), name=f"winnable deal {hub.code}")
            self._searches[hub] = task
            task.add_done_callback(lambda _: self._searches.pop(hub, None))

    def drop(self, hub: Hub) -> None:
        """Forget a room that is no longer here."""
        task = self._searches.pop(hub, None)
        if task is not None:
            task.cancel()

    async def stop(self) -> None:
        """End all searches and processes."""
        tasks = list(self._searches.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._solvers.stop()

    async def _search(self, hub: Hub) -> None:
        """Search the room's row of deals, and give the room the result. If the room has another seed by then, begin again."""
        while (seed := hub.room.countdown.sought) is not None and not hub.volatile.paused:
            found = await self._first_won(hub, seed)
            if hub.room.countdown.sought == seed:
                with suppress(Refused), hub.change() as room:
                    room.prove(seed, found.number, self._now(), found.effort)
                return

    async def _first_won(self, hub: Hub, seed: bytes) -> Found:
        created = hub.room.state.created
        row = Row(created.game, created.options, created.revision, seed, NODES)
        try:
            return await first_won(self._solvers, row, lambda: hub.room.countdown.sought == seed)
        except NotSolved as error:
            if self._solvers.processes:  # else the operator wants none
                logger.warning("no winnable deal was found for room %s: %s", hub.code, error)
            return Found(None)
