"""Keeps the log readable and its disk free when the same thing happens thousands of times a second."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress

SECONDS = 1.0
"""Seconds in which the same message is logged once."""

_Key = tuple[str, int, str, str]


class OnceASecond(logging.Filter):
    """Lets a message through to a handler once a second, with the number of repetitions that were left out.

    Messages are the same if logger, level and text are, whatever values are filled in. Below the level of warnings the
    messages about each room differ. The number comes with the last repetition when the second is over, if an event loop
    runs; otherwise with the next one.

    Args:
        handler: the handler of this filter.
        time: returns seconds that never go back.
    """

    def __init__(self, handler: logging.Handler, time: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._handler = handler
        self._time = time
        self._seen: dict[_Key, _Seen] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True to let a record through, perhaps with a number added."""
        if hasattr(record, "left_out"):
            return True
        now = self._time()
        room = record.__dict__.get("room", "") if record.levelno < logging.WARNING else ""
        key = record.name, record.levelno, str(record.msg), room
        seen = self._seen.get(key)
        if seen is not None and now - seen.since < SECONDS:
            seen.left_out += 1
            seen.last = record
            if seen.left_out == 1:
                self._report_later(key)
            return False
        if len(self._seen) > 1000:
            self._seen = {key: seen for key, seen in self._seen.items() if now - seen.since < SECONDS or seen.left_out}
        self._seen[key] = _Seen(now)
        if seen is not None and seen.left_out:
            _add(record, seen.left_out)
        return True

    def _report_later(self, key: _Key) -> None:
        with suppress(RuntimeError):  # no loop runs in this thread
            asyncio.get_running_loop().call_later(SECONDS, self._report, key)

    def _report(self, key: _Key) -> None:
        """Log the last repetition of a message, with the number of those that were left out."""
        seen = self._seen.get(key)
        if seen is not None and seen.last is not None:
            self._seen[key] = _Seen(self._time())
            _add(seen.last, seen.left_out - 1)
            self._handler.handle(seen.last)


class _Seen:
    """A message that is left out: since when, how often, and its last record."""

    __slots__ = ("last", "left_out", "since")

    def __init__(self, since: float) -> None:
        self.since = since
        self.left_out = 0
        self.last: logging.LogRecord | None = None


def _add(record: logging.LogRecord, left_out: int) -> None:
    """Add the number of repetitions to a record, and mark it as one to let through."""
    if left_out:
        record.msg = f"{record.getMessage()} (and {left_out} more like it)"
        record.args = ()
    record.left_out = left_out
