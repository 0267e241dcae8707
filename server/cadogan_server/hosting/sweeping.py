"""Looks at every room now and then: the caretaker does its work, and due times are written."""

from __future__ import annotations

from collections.abc import Generator

from cadogan_server.clock import Clock
from cadogan_server.fair_queue import FairQueue
from cadogan_server.hosting.caretaker import ROOMS_AT_ONCE, Caretaker
from cadogan_server.hosting.registry import Registry
from cadogan_server.store.log.due import DueRooms
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.logs import KEPT_BRIEFLY_SECONDS

KEPT_AGAIN_MS = 1000 * KEPT_BRIEFLY_SECONDS // 4
"""Milliseconds between two renewals of the lifetime of finished rooms' logs that people still look at."""

DONE = object()
"""Marks the end of the steps."""


class Sweeping:
    """Looks after all rooms.

    Args:
        clock: the rooms' clock.
        queue: runs a sweep in small steps, between the requests of players.
        registry: the rooms.
        caretaker: looks after each room.
        due: the moments at which rooms need attention.
        journal: knows whether the store takes these moments now.
    """

    def __init__(
        self, clock: Clock, queue: FairQueue, registry: Registry, caretaker: Caretaker, due: DueRooms, journal: Journal
    ) -> None:
        self.caretaker = caretaker
        self._clock = clock
        self._queue = queue
        self._registry = registry
        self._due = due
        self._journal = journal
        self._kept = clock.now()
        """The moment at which logs that people look at last got their lifetime anew."""

    async def sweep(self) -> None:
        """Look after all rooms, some in each iteration of the event loop, as there may be thousands."""
        await self._queue.through(self._sweeping())

    def _sweeping(self) -> Generator[None]:
        steps = self.caretaker.sweep()
        while self._clock.paused_at is None and next(steps, DONE) is not DONE:
            yield
        yield from self._keeping()

    def _keeping(self) -> Generator[None]:
        hubs = self._registry.hubs
        codes = list(hubs)
        keeps = self._clock.now() - self._kept > KEPT_AGAIN_MS
        if keeps:
            self._kept = self._clock.now()
        for at in range(0, len(codes), ROOMS_AT_ONCE):
            if self._journal.full:
                return
            # Some rooms may have gone since `codes` was made.
            here = [hubs[code] for code in codes[at : at + ROOMS_AT_ONCE] if code in hubs]
            going_on = [(hub.room.code, hub.deadline) for hub in here if hub.room.state.phase != "finished"]
            self._due.update(going_on, self._clock.now())
            for hub in here if keeps else ():
                self._registry.keep_log(hub)
            yield
