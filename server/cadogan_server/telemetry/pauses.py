"""Pauses of the whole server: kept short by what Python's collector of cycles is told, and measured."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cadogan_server.telemetry.histogram import Histogram

LOOK_SECONDS = 0.1
"""Between two looks at how late the event loop is."""

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
"""Seconds: how late it may be to be counted in each bucket of the histogram."""

NEVER = 1_000_000

THRESHOLDS = (300, 3, NEVER)
"""After so many new objects more than were freed the youngest are looked through, after so many such looks the next; the old only
by `collect_when_quiet`, as with all that rooms hold that takes tenths of a second.

The first numbers are small: many connections that are opened at once leave much that is young, and to look through 10,000
objects took up to 10 ms, through 50,000 80 ms. All are looked through once as the youngest and once as the next, however few at a
time. Moves in a hundred rooms, in turn, took 2.3 us each for collections with 1,000 objects at a time, in pieces of up to 1.7 ms;
with 300 it was 2.7 us, in pieces of up to 0.8 ms.
"""

YOUNG_SECONDS = 0.02
"""Between two looks at the young while there is much play. A move frees as much as it makes, so the thresholds do not see them: of
4,000 a second the young were 10,000 when their turn came, which took 2.5 ms. Now it takes 0.2 ms each time."""

MUCH = 40
"""So many messages from one time to the next are much play."""

IDLE_SECONDS = 0.1
"""After so long is seen whether there is much play, while there is little."""

READ_SECONDS = 0.005
"""After a pause so long is waited for what has come meanwhile, before somebody is taken for silent: uvloop comes to its timers
first, and what is to be called after no time at all it calls before it reads."""

QUIET_SECONDS = 1.0
"""How long nobody must have said anything for that."""

WORTH = 100
"""After so many looks at the young it is worth while to look through all."""

MOST = 30_000
"""After so many it is done whether it is quiet or not, as there may be objects that hold each other: ten minutes of much play."""


@contextmanager
def loading() -> Iterator[None]:
    """Load code without looking through it again and again meanwhile: it stays, and that takes a third of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def collect_seldom() -> None:
    """Leave what the server has loaded at its start out of all later collections, and look by itself at young objects alone.

    Nearly all that a move makes is freed without the collector. It is for a process that does nothing but serve, as it holds
    for the whole interpreter.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


async def keep_few_young(messages: Callable[[], int]) -> None:
    """Look through the young so often that there are never many, until cancelled. `messages` counts what has come in."""
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
        messages: counts what has come in.
        quiet: for so many seconds nobody must have said anything.
    """
    while True:
        before = messages()
        await asyncio.sleep(quiet)
        if gc.get_count()[2] >= (WORTH if messages() == before else MOST):
            gc.collect()


class Lag(Histogram):
    """How late the event loop comes to what is due, in seconds: all who play feel that as a delay."""

    def __init__(self) -> None:
        super().__init__(BOUNDS)

    async def watch(self) -> None:
        """Look again and again, until cancelled."""
        time = asyncio.get_running_loop().time
        while True:
            due = time() + LOOK_SECONDS
            await asyncio.sleep(LOOK_SECONDS)
            self.note(max(0.0, time() - due))
