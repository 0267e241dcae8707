"""The server's clock."""

from __future__ import annotations

import time


class Clock:
    """Milliseconds since 1970 that never go back, whatever happens to the machine's clock.

    Everything in rooms happens at `now`, which stands still while they are paused.
    """

    def __init__(self) -> None:
        self._offset = time.time_ns() - time.monotonic_ns()
        self.stood: int | None = None
        """The moment at which the current pause began; None without a pause."""

    def now(self) -> int:
        """The current moment of the rooms."""
        return self.real() if self.stood is None else self.stood

    def real(self) -> int:
        """The real moment, by which clients set their clocks."""
        return (self._offset + time.monotonic_ns()) // 1_000_000

    def pause(self) -> None:
        """Let `now` stand still."""
        self.stood = self.now()

    def go_on(self) -> None:
        """End the pause: `now` is the real moment again."""
        self.stood = None
