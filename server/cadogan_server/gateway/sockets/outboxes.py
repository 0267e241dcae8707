"""Looks for sockets that take too little, which would otherwise show only when they are closed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Iterable

from cadogan_server.fair_queue import FairQueue
from cadogan_server.telemetry.stats import Stats

LOOK_SECONDS = 5.0
"""Seconds between two looks."""

AT_ONCE = 200
"""Sockets checked in one iteration of the event loop."""


async def watch_outboxes(waiting: Callable[[], Iterable[int]], stats: Stats, queue: FairQueue) -> None:
    """Look again and again, until cancelled. `waiting` yields the bytes that wait for each socket; `stats` gets the
    figures."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        await queue.through(look(waiting(), stats))


def look(waiting: Iterable[int], stats: Stats) -> Generator[None]:
    """Check the bytes that wait for all sockets, some in each step."""
    total = 0
    for number, size in enumerate(waiting, 1):
        stats.outboxes.note(size)
        total += size
        if not number % AT_ONCE:
            yield
    stats.waiting = total
