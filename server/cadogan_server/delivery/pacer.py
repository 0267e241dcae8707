"""Runs what is due after a while together with whatever else is due then, and lets new input in between."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable

from cadogan_server.delivery.bus import Bus
from cadogan_server.telemetry.load import Load

logger = logging.getLogger(__name__)

TOGETHER_SECONDS = 0.01
"""Seconds: callbacks run at multiples of this, so that rooms that are due together share one turn of the event loop.
Waking up for each one with cold processor caches cost 6 % of a move at the pace of people."""

TOLD_TOGETHER = 3
"""Callbacks that run before new input is read and answered. Without this bound, two hundred rooms of eight sockets made
240 writes at such a moment, and moves waited up to 2.7 ms."""

TOLD_PART = 4
"""Of more callbacks one in this many runs, so that they don't come due faster than they run."""


class Pacer:
    """Calls back after a while.

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
        self._due: deque[Callable[[], None]] = deque()
        """Callbacks whose time has come."""

    def later(self, seconds: float, callback: Callable[[], None]) -> None:
        """Call this after `seconds`, at most `TOGETHER_SECONDS` later, together with other callbacks."""
        due = self._loop.time() + seconds
        self._loop.call_at(due + -due % TOGETHER_SECONDS, self._is_due, callback)

    def _is_due(self, callback: Callable[[], None]) -> None:
        self._due.append(callback)
        if len(self._due) == 1:
            self._tell_soon()

    def _tell_soon(self) -> None:
        self._loop.call_soon(self._tell_due)

    def _tell_due(self) -> None:
        """Run some due callbacks, and the next ones when the frames of these have left."""
        for _ in range(min(len(self._due), max(TOLD_TOGETHER, len(self._due) // TOLD_PART))):
            try:
                self._due.popleft()()
            except Exception:  # a failed callback must not delay the others
                logger.exception("a deferred callback failed")
        if self._due:
            self._bus.then(self._tell_soon)
