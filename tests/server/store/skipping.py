"""A clock that jumps to the next moment at which work is due, so that tests of long waits take no time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Clock:
    """The clock of an event loop that jumps.

    Attributes:
        now: moment that it shows, in seconds.
    """

    def __init__(self, now: float) -> None:
        self.now = now

    def stand_still(self, seconds: float) -> None:
        """Let time pass while the process does nothing, as if the machine had stopped it."""
        self.now += seconds


@contextmanager
def skipping(start: float = 1000.0) -> Iterator[Clock]:
    """Let the running event loop jump over every wait. Its clock, which this yields, begins at `start`.

    It is for tests that talk to nothing outside of this process: an answer from there would come too late.
    """
    loop: Any = asyncio.get_running_loop()
    selector, select, clock = loop._selector, loop._selector.select, Clock(start)

    def jump(timeout: float | None = None) -> Any:
        clock.now += timeout or 0.0
        return select(0 if timeout is not None else None)

    selector.select, loop.time = jump, lambda: clock.now
    try:
        yield clock
    finally:
        del selector.select, loop.time
