"""Runs tasks that end with the server."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable


class Background:
    """Tasks that run until the server ends, without anybody who waits for them."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def do(self, work: Coroutine[None, None, None], name: str) -> None:
        """Start a task."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Cancel all tasks and wait for their end."""
        await cancelled(self._tasks)


async def cancelled(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel tasks, and wait until they have ended."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        # Repeated, as Python 3.11 may lose a cancellation in the `asyncio.wait_for` of the client of Redis.
        _, left = await asyncio.wait(left, timeout=0.1)
