"""When questions are answered: one after the other, and only while enough of the processor is left for those who play.

A question costs up to ten times what a move costs, and its parts come in many iterations of the event loop. So many answers at once
would keep a player waiting for all of them. Each question waits for its turn here, addresses after one another. Turns are given as
long as this process, with all it does, takes no more than `SHARE` of a processor; one comes every `LONGEST` seconds in any case.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import process_time

from cadogan_server.gateway.ratelimit import Held

SHARE = 0.5
"""Of a processor that questions leave unless the rest of the process takes more."""

SAVED = 0.02
"""Seconds of a processor that questions may take at once after a quiet time."""

LONGEST = 0.05
"""Seconds after which the next question has its turn, however busy the process is."""

LOOK = 0.002
"""Seconds between two looks at how busy it is, while a question waits."""


class Turns:
    """Gives turns.

    Args:
        waiting: how many questions of an address, its networks, and all together may wait.
        time: a clock in seconds.
        used: returns how many seconds of a processor this process has taken.
    """

    def __init__(self, waiting: Held, time: Callable[[], float], used: Callable[[], float] = process_time) -> None:
        self._held = waiting
        self._time = time
        self._used = used
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """By address; the address that is next comes first."""
        self._looks = False
        self._saved = SAVED
        self._looked = time(), used()
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
        now, used = self._time(), self._used()
        before, used_before = self._looked
        self._looked = now, used
        self._saved = min(SAVED, self._saved + SHARE * (now - before) - (used - used_before))
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
