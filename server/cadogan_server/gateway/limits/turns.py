"""Answers costly questions one at a time, and only while players leave the processor free.

A question costs up to ten times as much as a move, and is answered in many iterations of the event loop. Many answers
at once would make a player wait for all of them. So each question waits for its turn, and addresses take turns. Turns
are given while this process is busy for no more than `SHARE` of the time, and at least every `LONGEST` seconds. Time
spent waiting for a processor counts as busy: on a machine with other work there is less to give away.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from pathlib import Path
from time import process_time

from cadogan_server.gateway.limits.ratelimit import Quota

SHARE = 0.5
"""Share of time for which the process may be busy while questions still get turns."""

SCHEDULED = Path("/proc/self/schedstat")
"""File in which Linux reports for how many nanoseconds the main thread has run and has waited to run."""

SAVED = 0.008
"""Seconds for which the process may be busy at once after a quiet time."""

LONGEST = 0.02
"""Seconds after which the next question gets its turn, however busy the process is."""

LOOK = 0.002
"""Seconds between two checks of the load while a question waits."""


def busy_seconds(scheduled: Path = SCHEDULED, ran_for: Callable[[], float] = process_time) -> float:
    """Return the seconds for which this process has run or waited for a processor. If the system does not report
    waiting, return the seconds for which it has run.

    Args:
        scheduled: file in the format of `SCHEDULED`.
        ran_for: returns the seconds for which this process has run.
    """
    try:
        ran, waited, _ = scheduled.read_bytes().split()
    except (OSError, ValueError):
        return ran_for()
    return (int(ran) + int(waited)) / 1e9


class Turns:
    """Gives turns to questions.

    Args:
        waiting: quota of waiting questions.
        time: returns seconds.
        busy: returns the seconds for which this process has been busy.
        call_later: calls a function after some seconds; None: as the event loop does.
    """

    def __init__(
        self,
        waiting: Quota,
        time: Callable[[], float],
        busy: Callable[[], float] = busy_seconds,
        call_later: Callable[[float, Callable[[], None]], object] | None = None,
    ) -> None:
        self._held = waiting
        self._time = time
        self._busy = busy
        self._call_later = call_later
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """Address → its waiting questions; the next address comes first."""
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
                self._look_later()
            await mine

    def _look(self) -> None:
        """Give a turn if allowed, and check again while questions wait."""
        if self._may():
            self._give()
        self._looks = bool(self._waiting)
        if self._looks:
            self._look_later()

    def _look_later(self) -> None:
        call_later = self._call_later or asyncio.get_running_loop().call_later
        call_later(LOOK, self._look)

    def _may(self) -> bool:
        now, busy = self._time(), self._busy()
        before, busy_before = self._looked
        self._looked = now, busy
        self._saved = min(SAVED, self._saved + SHARE * (now - before) - (busy - busy_before))
        # The debt is bounded, so that a long pause of the process makes nobody wait for long.
        self._saved = max(-SAVED, self._saved)
        return self._saved > 0 or now - self._given >= LONGEST

    def _give(self) -> None:
        while self._waiting:
            address = next(iter(self._waiting))
            futures = self._waiting.pop(address)
            mine = futures.popleft()
            if futures:
                self._waiting[address] = futures  # moves it to the end
            if not mine.done():  # otherwise the caller has given up
                mine.set_result(None)
                self._given = self._time()
                return
