"""A player at another address without a browser, beside a test that drives one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

from cadogan_protocol.messages import Message, Rematch
from cadogan_protocol.moves import Move
from cadogan_protocol.rooms import RoomState
from tests.server.wire import PATIENCE, Wire, dial

ADDRESS = "127.0.2.1"


def discards_first(moves: list[Move]) -> Move:
    """Choose a discard if there is one."""
    return next((move for move in moves if move[0] == "discard"), moves[0])


class Rival:
    """A connection that listens all the time. Otherwise the server would drop it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, wire: Wire) -> None:
        self._loop = loop
        self._turn = asyncio.Lock()
        self.wire = wire

    @property
    def room(self) -> RoomState:
        """The room in its last known state."""
        assert self.wire.room is not None
        return self.wire.room

    def cards_home(self) -> int:
        """Return how far the player has got in a race."""
        return next(seat.progress for seat in self.room.seats if seat.seat == self.wire.seat)

    def do(self, what: Coroutine[Any, Any, Any]) -> Any:
        """Run a coroutine on the wire, and return its result."""
        doing = asyncio.run_coroutine_threadsafe(self._alone(what), self._loop)
        try:
            return doing.result(PATIENCE)
        finally:
            doing.cancel()  # a task that takes too long must not keep others waiting

    async def _alone(self, what: Coroutine[Any, Any, Any]) -> Any:
        async with self._turn:
            return await what

    async def listen(self) -> None:
        """Receive messages whenever nothing else runs."""
        while True:
            async with self._turn:
                with suppress(TimeoutError):
                    async with asyncio.timeout(0.1):
                        await self.wire.next()

    def hears(self, kind: type[Message]) -> None:
        """Wait until the server has sent a message of this kind."""
        self.do(self._heard(kind))

    def move(self, choose: Callable[[list[Move]], Move]) -> None:
        """Make one move, once there is any."""
        self.do(self._move(choose))

    def turn(self, choose: Callable[[list[Move]], Move]) -> None:
        """Play a whole turn, once it has begun."""
        self.do(self._whole_turn(choose))

    def win(self) -> None:
        """Make moves as long as there are any."""
        self.do(self._win())

    async def follow(self, game: str | None = None) -> None:
        """Go into the rematch, with another game if one is given."""
        await self.wire.joined(await self.wire.ask(Rematch, game=game))

    async def _heard(self, kind: type[Message]) -> None:
        while not any(isinstance(message, kind) for message in self.wire.log):
            await self.wire.next()

    async def _move(self, choose: Callable[[list[Move]], Move]) -> None:
        await self.wire.state(lambda room: room.phase == "running")
        while not self.wire.moves:
            await self.wire.next()
        await self.wire.play(choose(list(self.wire.moves)))

    async def _whole_turn(self, choose: Callable[[list[Move]], Move]) -> None:
        await self._move(choose)
        while self.wire.moves:
            await self.wire.play(choose(list(self.wire.moves)))

    async def _win(self) -> None:
        while not self.wire.moves:
            await self.wire.next()
        while self.wire.moves:
            await self.wire.play(self.wire.moves[0])


@contextmanager
def rival(url: str, name: str, address: str = ADDRESS, token: str | None = None) -> Iterator[Rival]:
    """Let a player connect to the server at this URL under a name, by default from another address than pages do. With a
    token it is the player who got that."""
    loop = asyncio.new_event_loop()
    with closing(loop), ThreadPoolExecutor(1) as thread:
        thread.submit(loop.run_forever)
        try:
            opened = dial(urlsplit(url).port or 80, source=address)
            one = Rival(loop, asyncio.run_coroutine_threadsafe(opened.__aenter__(), loop).result(PATIENCE))
            one.do(one.wire.hello(name, token))
            listening = asyncio.run_coroutine_threadsafe(one.listen(), loop)
            try:
                yield one
            finally:
                listening.cancel()
                one.do(opened.__aexit__(None, None, None))
        finally:
            loop.call_soon_threadsafe(loop.stop)
