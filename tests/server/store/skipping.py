"""A clock that jumps to the next moment at which something is due, so that a test of long waits takes no time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def skipping(start: float = 1000.0) -> Iterator[None]:
    """Let the running event loop jump over every wait. Its clock begins at `start`.

    It is for tests that talk to nothing outside of this process: an answer from there would come too late.
    """
    loop: Any = asyncio.get_running_loop()
    selector, select, now = loop._selector, loop._selector.select, start

    def jump(timeout: float | None = None) -> Any:
        nonlocal now
        now += timeout or 0.0
        return select(0 if timeout is not None else None)

    selector.select, loop.time = jump, lambda: now
    try:
        yield
    finally:
        del selector.select, loop.time
