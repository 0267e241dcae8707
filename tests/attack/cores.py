"""Assigns cores: one for the server alone, so that a measured wait is a wait in the server and not for a processor."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

LOOK_SECONDS = 0.1
"""The time in seconds between two checks for processes that the server has started."""


@asynccontextmanager
async def apart(server: int) -> AsyncIterator[bool]:
    """Give the server's process one core, and the others to this process and its children (the store, the bots), while
    the context lasts.

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


@contextmanager
def ahead() -> Iterator[None]:
    """Let this process go before all others on its core while the context lasts, and do not collect garbage: it
    measures.

    A wait of its own for a processor, which bots, the store and attackers may take, would count as the server's. If the
    system does not allow it, the process measures as well as it can.
    """
    collecting = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        before = os.sched_getscheduler(0), os.sched_getparam(0)
        # Its children go no further ahead than others.
        os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    except (AttributeError, OSError):
        before = None
    try:
        yield
    finally:
        if before is not None:
            os.sched_setscheduler(0, *before)
        if collecting:
            gc.enable()


async def _keep_off(server: int, others: set[int]) -> None:
    """Bind the processes that the server has started, again and again: bots start when they are asked for."""
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
    """Return the processes that the server has started."""
    found: list[int] = []
    for task in _threads(process):
        with suppress(FileNotFoundError):
            found += map(int, Path(f"/proc/{process}/task/{task}/children").read_text().split())
    return found
