"""The interval between two batches: under load input collects in it, so that moves share reads, a batch, and wake-ups.

A move that comes alone wakes the process twice, once for itself and once for the store's answer. Waking up costs more
than the move: the processor's caches have lost what it needs. So under load the process sleeps between two batches and
reads nothing, and the moves that come meanwhile are read, written and answered together. Network cards treat packets
and interrupts in the same way.
"""

from __future__ import annotations

import asyncio
import time as clock
from collections.abc import Callable

from cadogan_server.telemetry.load import Load

LONGEST_SECONDS = 0.003
"""Seconds from one batch to the next, at most. A move waits for half of this on average."""

TOGETHER = 8
"""Messages that come in an interval under much load. More share the batch, because others come while these are handled: of
11,000 a second some twelve. Longer intervals would make them wait longer and gain little."""

TOGETHER_WHEN_FULL = 16
"""The same when the process has no time left over: it handles twice as many messages in one go then."""

FULL_AFTER = 4
"""Intervals in a row without a sleep after which the process has no time left over."""

SHORTEST_SECONDS = 0.0002
"""Seconds of sleep that are worth while; a wake-up costs a tenth of this."""


def interval_seconds(load: Load, together: int = TOGETHER) -> float:
    """Return the seconds from one batch to the next, in which `together` messages come; 0: it leaves at once."""
    level = load.level
    return level * min(LONGEST_SECONDS, together / load.a_second) if level else 0.0


class Interval:
    """Keeps batches apart under load.

    Args:
        load: the load of the server.
        work: returns True if anything else waits to be done, so that the process must not sleep.
        time: returns seconds.
        sleep: lets the process sleep for some seconds. The event loop stands still meanwhile.

    Attributes:
        open: True while the next batch must wait.
    """

    def __init__(
        self,
        load: Load,
        work: Callable[[], bool],
        time: Callable[[], float] = clock.monotonic,
        sleep: Callable[[float], None] = clock.sleep,
    ) -> None:
        self.open = False
        self._load = load
        self._work = work
        self._time = time
        self._sleep = sleep
        self._loop = asyncio.get_running_loop()
        self._sent = time()
        self._until = 0.0
        self._sleepless = 0
        """Intervals in a row in which the process did not sleep."""

    def sent(self) -> None:
        """Note that a batch leaves now."""
        self._sent = self._time()

    def begin(self, leaving: Callable[[], bool], over: Callable[[], None]) -> None:
        """Delay the next batch if it would follow too soon.

        Args:
            leaving: returns True if frames are leaving that wait for no batch, so that the process must not sleep.
            over: called when a delayed batch may leave.
        """
        full = self._sleepless >= FULL_AFTER
        seconds = interval_seconds(self._load, TOGETHER_WHEN_FULL if full else TOGETHER)
        self._sleepless = self._sleepless + 1 if seconds else 0
        if seconds:
            self._until = self._sent + seconds
            self.open = self._until - self._time() > SHORTEST_SECONDS
            if self.open:
                self._loop.call_soon(self._look, leaving, over)

    def _look(self, leaving: Callable[[], bool], over: Callable[[], None]) -> None:
        left = self._until - self._time()
        if left <= SHORTEST_SECONDS:
            self._end(over)
        elif leaving() or self._work():
            self._loop.call_soon(self._look, leaving, over)
        else:
            self._sleep(left)
            self._sleepless = 0
            # Input that came during the sleep must be handled before the end. asyncio reads input before each round of
            # callbacks, and handles it behind the callbacks that wait already. So the end is put off by one round.
            self._loop.call_soon(self._loop.call_soon, self._end, over)

    def _end(self, over: Callable[[], None]) -> None:
        self.open = False
        over()
