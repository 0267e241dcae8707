"""What is done beside all else, and ends with the server."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine


class Background:
    """Tasks that nobody waits for."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def do(self, work: Coroutine[None, None, None], name: str) -> None:
        """Begin something."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """End all that goes on."""
        tasks = set(self._tasks)
        while tasks:
            for task in tasks:
                task.cancel()
            # Again where one was lost, as in Python 3.11 it may be in the `asyncio.wait_for` of the client of Redis.
            _, tasks = await asyncio.wait(tasks, timeout=0.1)
