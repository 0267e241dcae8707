"""Keeps pauses of the server short by controlling Python's garbage collector, and measures them."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cadogan_server.telemetry.histogram import Histogram

LOOK_SECONDS = 0.1
"""Seconds between two looks at how late the event loop is."""

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
"""Bounds, in seconds, of the histogram of delays."""

NEVER = 1_000_000
"""A threshold that is not reached."""

THRESHOLDS = (300, 3, NEVER)
"""Thresholds of the garbage collector: surplus of new objects before the youngest are collected, and such collections
before the next generation; only `collect_when_quiet` collects the oldest, which takes tenths of a second with
everything that rooms hold.

The first numbers are small: many connections at once leave many young objects, and to look through 10,000 of them took
up to 10 ms, through 50,000 80 ms. Each object is looked through once as the youngest and once in the next generation,
however few at a time. Moves in a hundred rooms, in turn, took 2.3 us each for collections with 1,000 objects at a time,
in pauses of up to 1.7 ms; with 300 it was 2.7 us, in pauses of up to 0.8 ms.
"""

YOUNG_SECONDS = 0.02
"""Seconds between two collections of young objects during much play. A move frees as much as it makes, so the
thresholds don't notice it: with 4,000 moves a second the young were 10,000 when collected, which took 2.5 ms. Now it
takes 0.2 ms each time.
"""

MUCH = 40
"""Messages from one look to the next that count as much play."""

IDLE_SECONDS = 0.1
"""Seconds between two looks for much play, while there is little."""

READ_SECONDS = 0.005
"""Seconds to wait after a pause for messages that came meanwhile, before a client counts as silent. uvloop serves its
timers first, and a call without delay runs before it reads.
"""

QUIET_SECONDS = 1.0
"""Seconds without a message after which the server is quiet."""

WORTH = 100
"""Collections of young objects after which a full collection is worth while."""

MOST = 30_000
"""Collections of young objects after which a full collection runs even without quiet, as there may be cycles of old
objects: ten minutes of much play.
"""


@contextmanager
def loading() -> Iterator[None]:
    """Load code without collections meanwhile. The code stays in memory, and this takes a third of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def collect_seldom() -> None:
    """Exempt everything loaded at start from later collections, and collect only young objects automatically.

    Nearly everything that a move makes is freed without the collector. This suits a process that does nothing but
    serve, as it applies to the whole interpreter.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


async def keep_few_young(messages: Callable[[], int]) -> None:
    """Collect young objects often enough that there are never many, until cancelled. `messages` counts incoming
    messages.
    """
    much = False
    while True:
        before = messages()
        await asyncio.sleep(YOUNG_SECONDS if much else IDLE_SECONDS)
        much = messages() - before >= MUCH
        if much:
            gc.collect(1)


async def collect_when_quiet(messages: Callable[[], int], quiet: float = QUIET_SECONDS) -> None:
    """Collect all garbage now and then, when nobody has to wait for it; until cancelled.

    Args:
        messages: counts incoming messages.
        quiet: seconds without a message that count as quiet.
    """
    while True:
        before = messages()
        await asyncio.sleep(quiet)
        if gc.get_count()[2] >= (WORTH if messages() == before else MOST):
            gc.collect()


class Lag(Histogram):
    """The delay of the event loop, in seconds: every player feels it."""

    def __init__(self) -> None:
        super().__init__(BOUNDS)

    async def watch(self) -> None:
        """Measure until cancelled."""
        time = asyncio.get_running_loop().time
        while True:
            due = time() + LOOK_SECONDS
            await asyncio.sleep(LOOK_SECONDS)
            self.note(max(0.0, time() - due))
