"""Who runs where: a core for the server alone, so that what is measured is how long a move waits there, and not for a processor."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

LOOK_SECONDS = 0.1
"""Between two looks at which processes the server has started."""


@asynccontextmanager
async def apart(server: int) -> AsyncIterator[bool]:
    """Give the server's process one core, and the others to this process and to all that it or the server starts, the store and
    the bots, while the context lasts.

    Yields whether it could be done: it takes two cores, and Linux.

    Args:
        server: the id of its process.
    """
    try:
        before = os.sched_getaffinity(0)
    except AttributeError:
        before = set()
    first, *others = sorted(before) or [0]
    if not others:
        yield False
        return
    for thread in _threads(server):
        _bind(thread, {first})
    os.sched_setaffinity(0, others)
    looking = asyncio.create_task(_keep_off(server, set(others)))
    try:
        yield True
    finally:
        looking.cancel()
        os.sched_setaffinity(0, before)


async def _keep_off(server: int, others: set[int]) -> None:
    """Bind what the server has started, again and again: its bots come when they are asked for."""
    bound: set[int] = set()
    while True:
        for child in _children(server):
            for thread in {*_threads(child)} - bound:
                _bind(thread, others)
                bound.add(thread)
        await asyncio.sleep(LOOK_SECONDS)


def _bind(process: int, cores: set[int]) -> None:
    with suppress(ProcessLookupError):
        os.sched_setaffinity(process, cores)


def _threads(process: int) -> list[int]:
    with suppress(FileNotFoundError):
        return [int(task.name) for task in Path(f"/proc/{process}/task").iterdir()]
    return []


def _children(process: int) -> list[int]:
    """Return the processes that it has started."""
    found: list[int] = []
    for task in _threads(process):
        with suppress(FileNotFoundError):
            found += map(int, Path(f"/proc/{process}/task/{task}/children").read_text().split())
    return found
