"""The server's clock."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Milliseconds since 1970 that never go back, whatever happens to the machine's clock.

    Everything in rooms happens at `now`, which stands still while they are paused.

    Args:
        elapsed: returns nanoseconds that never go back, counted from any moment.
    """

    def __init__(self, elapsed: Callable[[], int] = time.monotonic_ns) -> None:
        self._elapsed = elapsed
        self._offset = time.time_ns() - elapsed()
        self.paused_at: int | None = None
        """The moment at which the current pause began; None without a pause."""

    def now(self) -> int:
        """Return the current moment of the rooms."""
        return self.real() if self.paused_at is None else self.paused_at

    def real(self) -> int:
        """Return the real moment, by which clients set their clocks."""
        return (self._offset + self._elapsed()) // 1_000_000

    def pause(self) -> None:
        """Make `now` stand still."""
        self.paused_at = self.now()

    def go_on(self) -> None:
        """End the pause: `now` is the real moment again."""
        self.paused_at = None
