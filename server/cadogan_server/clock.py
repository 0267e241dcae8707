"""The server's clock."""

from __future__ import annotations

import time


class Clock:
    """Milliseconds since 1970 that never go back, whatever is done to the machine's clock meanwhile."""

    def __init__(self) -> None:
        self._offset = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        """The moment now."""
        return (self._offset + time.monotonic_ns()) // 1_000_000
