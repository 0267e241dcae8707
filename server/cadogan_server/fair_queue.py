"""Lets waiting requests run one at a time between two turns of the event loop, and moves beyond those of a few people
for half a millisecond.

Otherwise everything that arrives together is done in one go, and a move that comes meanwhile waits for all of it.
Strangers choose how many requests arrive together, and they must not choose how long players wait.
"""

from __future__ import annotations

import asyncio
import time as clock
from collections import deque
from collections.abc import Callable, Generator
from enum import Enum
from functools import partial
from typing import TypeVar

from cadogan_server.fair_share import widest

Result = TypeVar("Result")

Act = Callable[[], bool]
"""Does the waiting work; returns True if there was still something to do."""

HASTY_SECONDS = 0.0005
"""Seconds in an iteration of the event loop for which hasty players act: for some ten moves in races, and for one at a
full shared table. Moves that are made together share a batch, and then cost a fifth of what they cost one by one."""


class Rank(Enum):
    """The kinds of clients that act. In each iteration of the event loop one of each rank acts, in this order; of hasty
    players several, if these are quick."""

    PLAYER = "player"
    """A client whose game is going on, or whose room another node has."""
    HASTY = "hasty"
    """A client in a game whose network sends more than a few people do."""
    OTHER = "other"


class FairQueue:
    """A queue that serves networks in turn, of each network its addresses in turn, and players first.

    In each iteration of the event loop, one act of each rank runs, and of hasty players as many as begin within
    `HASTY_SECONDS`. If many acts of one network wait, another network waits for at most one of them, and a network that
    acts seldom waits for none. Its hasty players wait for `HASTY_SECONDS` at most. A network is an IPv6 /48 or an IPv4 /24.

    Args:
        call_soon: calls a function in the next iteration of the event loop.
        time: returns seconds.
    """

    def __init__(
        self, call_soon: Callable[[Callable[[], None]], object], time: Callable[[], float] = clock.perf_counter
    ) -> None:
        self._call_soon = call_soon
        self._time = time
        self._waiting = {rank: _Waiting() for rank in Rank}
        self._called = False

    def waits(self) -> bool:
        """Return True if any act waits."""
        return any(self._waiting.values())

    def wait(self, address: str, act: Act, rank: Rank = Rank.OTHER) -> None:
        """Queue `act` for its address."""
        self._waiting[rank].join(address, act)
        self._go_on()

    async def through(self, work: Generator[None, None, Result], address: str = "") -> Result:
        """Run long work, one step in each iteration; return its result, or raise its exception."""
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self.wait(address, partial(self._step, work, done, address))
        return await done

    def _step(self, work: Generator[None, None, Result], done: asyncio.Future[Result], address: str) -> bool:
        """Run a step of long work. No function refers to itself here: such a cycle would keep the result until the
        collector comes.
        """
        if done.done():
            return False
        try:
            next(work)
        except StopIteration as end:
            done.set_result(end.value)
        except Exception as error:
            done.set_exception(error)
        else:
            self.wait(address, partial(self._step, work, done, address))
        return True

    def _go_on(self) -> None:
        if not self._called and self.waits():
            self._called = True
            self._call_soon(self._turn)

    def _turn(self) -> None:
        self._called = False
        try:
            for rank, waiting in self._waiting.items():
                if rank is Rank.HASTY and waiting:
                    self._serve_several(waiting)
                else:
                    waiting.serve_one()
        finally:
            self._go_on()

    def _serve_several(self, waiting: _Waiting) -> None:
        over = self._time() + HASTY_SECONDS
        waiting.serve_one()
        while waiting and self._time() < over:
            waiting.serve_one()


class _Waiting:
    """Waiting acts by network and address; the next network comes first, and of that the next address.

    A network that has just been served stays in the rotation, also with nothing left, until its turn comes again. Only
    one that is not in the rotation goes before it. So a network that acts seldom never waits for one that acts again and
    again, as in FQ-CoDel (RFC 8290, section 4.1).
    """

    def __init__(self) -> None:
        self._acts: dict[str, dict[str, deque[Act]]] = {}
        """Network → address → acts."""
        self._sparse: deque[str] = deque()
        """Networks that have not been served in the last round."""
        self._rotation: deque[str] = deque()
        self._count = 0
        """The number of acts."""

    def __bool__(self) -> bool:
        return self._count > 0

    def join(self, address: str, act: Act) -> None:
        """Add an act as the last of its address."""
        network = widest(address)
        if network not in self._acts:
            self._acts[network] = {}
            self._sparse.append(network)
        self._acts[network].setdefault(address, deque()).append(act)
        self._count += 1

    def serve_one(self) -> None:
        """Run the next act that has something to do."""
        while self._count:
            network = (self._sparse or self._rotation).popleft()
            addresses = self._acts[network]
            if not addresses:  # it has sent nothing for a round
                del self._acts[network]
                continue
            self._rotation.append(network)
            address = next(iter(addresses))
            acts = addresses.pop(address)
            act = acts.popleft()
            if acts:
                addresses[address] = acts  # now the last
            self._count -= 1
            if act():
                break
        if not self._count:
            self._acts.clear()
            self._rotation.clear()
