"""What waits for the sockets, looked at now and then: who takes too little would else be seen only when they are let go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Iterable

from cadogan_server.fair_queue import FairQueue
from cadogan_server.telemetry.stats import Stats

LOOK_SECONDS = 5.0
"""Between two looks."""

AT_ONCE = 200
"""How many sockets are looked at in one iteration of the event loop."""


async def watch_outboxes(waiting: Callable[[], Iterable[int]], stats: Stats, queue: FairQueue) -> None:
    """Look again and again, until cancelled. `waiting` tells how many bytes wait for each socket; `stats` gets what was found."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        await queue.through(look(waiting(), stats))


def look(waiting: Iterable[int], stats: Stats) -> Generator[None]:
    """Look at what waits for all sockets, some in each step."""
    total = 0
    for number, size in enumerate(waiting, 1):
        stats.outboxes.note(size)
        total += size
        if not number % AT_ONCE:
            yield
    stats.waiting = total
