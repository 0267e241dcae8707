"""The log lines of `cadogan serve`, line by line."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from cadogan_server.telemetry.repeats import OnceASecond
from tests.server.wire import PATIENCE


class Log(logging.Handler):
    """Collects warnings and errors in order."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self.addFilter(OnceASecond(self))

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.put_nowait(record.getMessage())

    async def next(self) -> str:
        """Wait for a line."""
        async with asyncio.timeout(PATIENCE):
            return await self._lines.get()


@contextmanager
def logged() -> Iterator[Log]:
    """Collect the log lines until the end of the block."""
    log = Log()
    logging.getLogger().addHandler(log)
    try:
        yield log
    finally:
        logging.getLogger().removeHandler(log)
