"""Finds a winnable deal for each room that asks for one: from the moment when all nonces are known.

Rooms take turns at the solver, and the rooms of one network have one turn together, so nobody who opens many rooms makes others go
without a winnable deal.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from cadogan_games.solver.proof import NODES
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.solvers.rows import Found, Row, first_won
from cadogan_server.hosting.solvers.solvers import NotSolved, Solvers
from cadogan_server.hosting.solvers.worker import Answer, Question
from cadogan_server.rooms.refused import Refused

logger = logging.getLogger(__name__)


class InTurn:
    """Solvers for the rooms of one network, which wait for each other.

    Args:
        solvers: try deals.
        turn: held while one is tried.
    """

    def __init__(self, solvers: Solvers, turn: asyncio.Lock) -> None:
        self._solvers = solvers
        self._turn = turn

    async def solve(self, question: Question) -> Answer:
        """Try a deal, as `Solvers` does."""
        async with self._turn:
            return await self._solvers.solve(question)


class Proving:
    """Seeks winnable deals. Deals of one room are tried one after the other, so rooms take turns.

    Args:
        solvers: try deals.
        now: the clock, in ms.
        network: returns the network from which a room was opened.
    """

    def __init__(self, solvers: Solvers, now: Callable[[], int], network: Callable[[Hub], str]) -> None:
        self._solvers = solvers
        self._now = now
        self._network = network
        self._turns: dict[str, asyncio.Lock] = {}
        """By network whose rooms seek a deal: the lock for which they wait."""
        self._seeking: Counter[str] = Counter()
        """By network: the number of these rooms."""
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
            with self._turn(hub) as turn:
                return await first_won(InTurn(self._solvers, turn), row, lambda: hub.room.countdown.sought == seed)
        except NotSolved as error:
            if self._solvers.processes:  # else the operator wants none
                logger.warning("no winnable deal was found for room %s: %s", hub.code, error)
            return Found(None)

    @contextmanager
    def _turn(self, hub: Hub) -> Iterator[asyncio.Lock]:
        """Return the lock of a room's network, which is kept as long as one of its rooms seeks."""
        network = self._network(hub)
        self._seeking[network] += 1
        try:
            yield self._turns.setdefault(network, asyncio.Lock())
        finally:
            self._seeking[network] -= 1
            if not self._seeking[network]:
                del self._seeking[network], self._turns[network]
