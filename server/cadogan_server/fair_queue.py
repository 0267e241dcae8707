"""Lets waiting requests of strangers run one at a time between two turns of the event loop.

Otherwise everything that arrives together is done in one go, and a move that comes meanwhile waits for all of it.
Strangers choose how many requests arrive together, and they must not choose how long players wait.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Generator
from functools import partial
from typing import TypeVar

from cadogan_server.fair_share import widest

Result = TypeVar("Result")
Value = TypeVar("Value")

Act = Callable[[], bool]
"""Does the waiting work; returns True if there was still something to do."""


class FairQueue:
    """A queue that serves networks in turn, of each network its addresses in turn, and players first.

    In each iteration of the event loop, one act of the clients whose game is going on runs, and one act of all others.
    However many acts of a network wait, another network waits for at most one of them. A network is an IPv6 /48 or an
    IPv4 /24.

    Args:
        call_soon: calls a function in the next iteration of the event loop.
    """

    def __init__(self, call_soon: Callable[[Callable[[], None]], object]) -> None:
        self._call_soon = call_soon
        self._players = _Waiting()
        self._others = _Waiting()
        self._called = False

    def waits(self) -> bool:
        """Return True if any act waits."""
        return bool(self._players or self._others)

    def wait(self, address: str, act: Act, *, player: bool = False) -> None:
        """Queue `act` for its address; `player` is true if the client's game is going on."""
        (self._players if player else self._others).join(address, act)
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
            self._players.serve_one()
            self._others.serve_one()
        finally:
            self._go_on()


class _Waiting:
    """Waiting acts by network and address; the next network comes first, and of that the next address."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, deque[Act]]] = {}

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def join(self, address: str, act: Act) -> None:
        """Add an act as the last of its address."""
        self._waiting.setdefault(widest(address), {}).setdefault(address, deque()).append(act)

    def serve_one(self) -> None:
        """Run the next act that has something to do."""
        while self._waiting:
            network, addresses = _first_of(self._waiting)
            address, acts = _first_of(addresses)
            act = acts.popleft()
            if acts:
                addresses[address] = acts  # now the last
            if addresses:
                self._waiting[network] = addresses
            if act():
                return


def _first_of(waiting: dict[str, Value]) -> tuple[str, Value]:
    """Take the first entry out of a dict and return it."""
    key = next(iter(waiting))
    return key, waiting.pop(key)
