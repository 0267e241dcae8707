"""Counts what a server does in each iteration of its event loop, while many clients want something at once."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from cadogan_server.app import Running
from tests.server.wire import Wire, dial


class Counted:
    """The number of calls in each iteration of the event loop."""

    def __init__(self) -> None:
        self.iteration = 0
        self.times: Counter[int] = Counter()
        self._loop = asyncio.get_running_loop()
        self._next()

    def _next(self) -> None:
        self.iteration += 1
        self._handle = self._loop.call_soon(self._next)

    def count(self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        """Count the calls of a method."""
        method = getattr(owner, name)

        def counted(*args: Any, **kwargs: Any) -> Any:
            self.times[self.iteration] += 1
            return method(*args, **kwargs)

        monkeypatch.setattr(owner, name, counted)

    @property
    def most(self) -> int:
        """The largest number of one iteration."""
        return max(self.times.values(), default=0)

    def stop(self) -> None:
        """Let the event loop rest again."""
        self._handle.cancel()


@asynccontextmanager
async def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> AsyncIterator[Counted]:
    """Count the calls of a method by the iterations of the event loop."""
    it = Counted()
    it.count(monkeypatch, owner, name)
    try:
        yield it
    finally:
        it.stop()


def called(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> asyncio.Event:
    """Return an event that is set when a method has been called."""
    was_called, method = asyncio.Event(), getattr(owner, name)

    def noted(*args: Any, **kwargs: Any) -> Any:
        try:
            return method(*args, **kwargs)
        finally:
            was_called.set()

    monkeypatch.setattr(owner, name, noted)
    return was_called


@asynccontextmanager
async def guests(server: Running, many: int) -> AsyncIterator[list[Wire]]:
    """Yield this many sockets that have said hello and are in no room."""
    async with AsyncExitStack() as stack:
        wires = [await stack.enter_async_context(dial(server.port)) for _ in range(many)]
        for number, wire in enumerate(wires):
            await wire.hello(f"Guest {number}")
        yield wires


async def knock(port: int, many: int) -> list[socket.socket]:
    """Open this many connections before the server notices."""
    found = []
    for _ in range(many):
        found.append(socket.create_connection(("127.0.0.1", port)))
        found[-1].setblocking(False)
    return found
