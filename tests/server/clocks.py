"""A server's clock that a test can move forward."""

from __future__ import annotations

import time

from cadogan_server.app import Running
from cadogan_server.clock import Clock


class MovableClock(Clock):
    """The machine's clock, plus the time that tests have added to it."""

    def __init__(self) -> None:
        self._added = 0
        super().__init__(lambda: time.monotonic_ns() + self._added)

    def put_forward(self, seconds: float) -> None:
        """Let these seconds pass at once."""
        self._added += int(seconds * 1e9)


def put_forward(server: Running, seconds: float) -> None:
    """Let these seconds pass at once on the clock of a server."""
    clock = server.services.clock
    assert isinstance(clock, MovableClock)
    clock.put_forward(seconds)
