"""When questions are answered: one after the other, and only while enough of the processor is left for those who play.

A question costs up to ten times what a move costs, and its parts come in many iterations of the event loop. So many answers at once
would keep a player waiting for all of them. Each question waits for its turn here, addresses after one another. Turns are given as
long as this process, with all it does, has something to do for no more than `SHARE` of the time; in any case one comes every
`LONGEST` seconds. Time in which it waits for a processor counts: on a machine that does much else, it has less to give away.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from pathlib import Path
from time import process_time

from cadogan_server.gateway.limits.ratelimit import Quota

SHARE = 0.5
"""Of the time in which the process may have something to do while a question still gets its turn."""

SCHEDULED = Path("/proc/self/schedstat")
"""Where Linux tells for how many nanoseconds the main thread of this process has run, and for how many it has waited to run."""

SAVED = 0.008
"""Seconds for which it may be busy at once after a quiet time."""

LONGEST = 0.02
"""Seconds after which the next question has its turn, however busy the process is."""

LOOK = 0.002
"""Seconds between two looks at how busy it is, while a question waits."""


def busy_seconds() -> float:
    """Return for how many seconds this process has had something to do; where the system does not tell how long it waited for a
    processor, for how many it has run."""
    try:
        ran, waited, _ = SCHEDULED.read_bytes().split()
    except (OSError, ValueError):
        return process_time()
    return (int(ran) + int(waited)) / 1e9


class Turns:
    """Gives turns.

    Args:
        waiting: how many questions of an address, its networks, and all together may wait.
        time: a clock in seconds.
        busy: returns for how many seconds this process has had something to do.
    """

    def __init__(self, waiting: Quota, time: Callable[[], float], busy: Callable[[], float] = busy_seconds) -> None:
        self._held = waiting
        self._time = time
        self._busy = busy
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """By address; the address that is next comes first."""
        self._looks = False
        self._saved = SAVED
        self._looked = time(), busy()
        self._given = time()

    async def turn(self, address: str) -> None:
        """Wait for a turn.

        Raises:
            Refused: too many questions wait.
        """
        if not self._waiting and self._may():
            self._given = self._time()
            return
        with self._held.holding(address):
            mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(address, deque()).append(mine)
            if not self._looks:
                self._looks = True
                asyncio.get_running_loop().call_later(LOOK, self._look)
            await mine

    def _look(self) -> None:
        """Give a turn if there may be one, and look again while anybody waits."""
        if self._may():
            self._give()
        self._looks = bool(self._waiting)
        if self._looks:
            asyncio.get_running_loop().call_later(LOOK, self._look)

    def _may(self) -> bool:
        now, busy = self._time(), self._busy()
        before, busy_before = self._looked
        self._looked = now, busy
        self._saved = min(SAVED, self._saved + SHARE * (now - before) - (busy - busy_before))
        # What is owed is bounded, so that a long pause of the process keeps nobody waiting for long.
        self._saved = max(-SAVED, self._saved)
        return self._saved > 0 or now - self._given >= LONGEST

    def _give(self) -> None:
        while self._waiting:
            address = next(iter(self._waiting))
            futures = self._waiting.pop(address)
            mine = futures.popleft()
            if futures:
                self._waiting[address] = futures  # now the last
            if not mine.done():  # else nobody waits for it any more
                mine.set_result(None)
                self._given = self._time()
                return
