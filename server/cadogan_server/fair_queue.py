"""Who is heard when: between two looks of the event loop at what has come, no more than one thing of a stranger is dealt with.

Whatever arrives together is otherwise done in one go, and a move that comes meanwhile waits for all of it. How many have come
together is for those to choose who send it; so it must not decide how long players wait.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Generator
from functools import partial
from typing import TypeVar

Result = TypeVar("Result")

Act = Callable[[], bool]
"""Does what has waited; returns whether there still was something to do."""


class FairQueue:
    """Lets those wait who are not playing, and all addresses are heard one after the other.

    In each iteration of the event loop one act is done of those whose game is going on, and one of all others.
    However much an address has waiting, another waits for one act of it at most.

    Args:
        call_soon: calls a function in the next iteration of the event loop.
    """

    def __init__(self, call_soon: Callable[[Callable[[], None]], object]) -> None:
        self._call_soon = call_soon
        self._players = _Waiting()
        self._others = _Waiting()
        self._called = False

    def wait(self, address: str, act: Act, *, player: bool = False) -> None:
        """Let `act` be called when its address is next; with `player` among those whose game is going on."""
        (self._players if player else self._others).join(address, act)
        self._go_on()

    async def through(self, work: Generator[None, None, Result], address: str = "") -> Result:
        """Do work that takes long, a step of it in each iteration, and return what it returns, or raise what it raises."""
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self.wait(address, partial(self._step, work, done, address))
        return await done

    def _step(self, work: Generator[None, None, Result], done: asyncio.Future[Result], address: str) -> bool:
        """Do a step of long work. No function names itself here: such a cycle would hold the result until the collector comes."""
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
        if not self._called and (self._players or self._others):
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
    """Acts that wait, by their addresses; the address that is next comes first."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Act]] = {}

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def join(self, address: str, act: Act) -> None:
        """Come last."""
        self._waiting.setdefault(address, deque()).append(act)

    def serve_one(self) -> None:
        """Do the next act that has something to do."""
        while self._waiting:
            address = next(iter(self._waiting))
            acts = self._waiting.pop(address)
            act = acts.popleft()
            if acts:
                self._waiting[address] = acts  # now the last
            if act():
                return
