"""Runs deferred callbacks in small groups that are due at about the same time, and lets new input in between."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from math import ceil

from cadogan_server.delivery.bus import Bus
from cadogan_server.telemetry.load import Load

logger = logging.getLogger(__name__)

TOGETHER_SECONDS = 0.01
"""Seconds: callbacks run at multiples of this, so that rooms that are due together share one turn of the event loop.
Waking up for each one with cold processor caches cost 6 % of a move at the pace of people."""

RUN_TOGETHER = 3
"""Callbacks that run before new input is read and answered. Without this bound, two hundred rooms of eight sockets made
240 writes at such a moment, and moves waited up to 2.7 ms."""

RUN_PART = 4
"""One in this many due callbacks runs at once, if many are due, so that they don't come due faster than they run."""

MOMENTS = 16
"""Moments among which all waiting callbacks are spread, if there are more than `RUN_TOGETHER` for each. Without this,
rounds that begin together would end together. If there are many players, the next move begins the next round at once, so
all later rounds would meet as well."""


class Pacer:
    """Runs callbacks later.

    Args:
        bus: lets the frames of some callbacks leave before the next ones run.
        load: the load of the server.

    Attributes:
        load: the load of the server.
    """

    def __init__(self, bus: Bus, load: Load) -> None:
        self.load = load
        self._bus = bus
        self._loop = asyncio.get_running_loop()
        self._waiting = 0
        """The number of callbacks whose time has not come."""
        self._moments: dict[int, list[Callable[[], None]]] = {}
        """These callbacks by the moment at which they are due, in multiples of `TOGETHER_SECONDS`."""
        self._due: deque[Callable[[], None]] = deque()
        """Callbacks whose time has come."""

    def later(self, seconds: float, callback: Callable[[], None]) -> None:
        """Call this after `seconds`, together with a few other callbacks: at most `TOGETHER_SECONDS` later, or
        `MOMENTS` times that if many others are due then."""
        moments, moment = self._moments, ceil((self._loop.time() + seconds) / TOGETHER_SECONDS)
        self._waiting += 1
        most = max(RUN_TOGETHER, ceil(self._waiting / MOMENTS))
        while len(moments.get(moment, ())) >= most:
            moment += 1
        if moment not in moments:
            moments[moment] = []
            self._loop.call_at(moment * TOGETHER_SECONDS, self._are_due, moment)
        moments[moment].append(callback)

    def _are_due(self, moment: int) -> None:
        callbacks = self._moments.pop(moment)
        self._waiting -= len(callbacks)
        if not self._due:
            self._run_soon()
        self._due += callbacks

    def _run_soon(self) -> None:
        self._loop.call_soon(self._run_due)

    def _run_due(self) -> None:
        """Run some due callbacks, and the next ones when the frames of these have left."""
        for _ in range(min(len(self._due), max(RUN_TOGETHER, len(self._due) // RUN_PART))):
            try:
                self._due.popleft()()
            except Exception:  # a failed callback must not delay the others
                logger.exception("a deferred callback failed")
        if self._due:
            self._bus.then(self._run_soon)
