"""A server that follows a test's script, for events that a real server never causes on purpose."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from cadogan_client import Client
from cadogan_protocol import (
    BoardSnapshot,
    Format,
    Hello,
    Join,
    Joined,
    Message,
    RoomSnapshot,
    TableState,
    Welcome,
    decode_client,
    encode,
)
from cadogan_protocol.documents.sample import LAYOUT, sample

LOBBY = next(step.message.state for step in sample() if isinstance(step.message, RoomSnapshot))


class ServerSide:
    """One connection, seen from the server's side."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket
        self.fmt = Format(socket.subprotocol or "")

    async def send(self, *messages: Message) -> None:
        for message in messages:
            await self.socket.send(encode(message, self.fmt))

    async def receive(self, kind: type[Any] | None = None) -> Any:
        message = decode_client(await self.socket.recv(), self.fmt)
        assert kind is None or isinstance(message, kind), message
        return message

    async def welcome(self) -> Hello:
        """Receive a hello and answer it."""
        hello: Hello = await self.receive(Hello)
        await self.send(Welcome(re=hello.id, player="p", name=hello.name, token="secret", server="0", now=1000))
        return hello

    async def let_in(self, seq: int = 1) -> Join:
        """Receive a join and answer it with snapshots of the room and of board 1."""
        join: Join = await self.receive(Join)
        await self.send(joined(join.id), RoomSnapshot(seq=seq, state=LOBBY), board(0))
        return join


def joined(re: int) -> Joined:
    return Joined(re=re, room="K7QX2M", role="player", seat=0, layout=LAYOUT, now=1000)


def board(seq: int, column: tuple[int, ...] = (-1, -1, 0)) -> BoardSnapshot:
    return BoardSnapshot(stream=1, seq=seq, table=TableState(piles=((), column, (-1,) * 4, ()), counters=(0, 0)))


@asynccontextmanager
async def scripted(*scripts: Callable[[ServerSide], Awaitable[None]]) -> AsyncIterator[str]:
    """Serve the first connection by the first script, and so on; the last serves all that follow. Yields the URL.

    A script that fails fails the test.
    """
    left = list(scripts)
    failures: list[BaseException] = []

    async def handle(socket: ServerConnection) -> None:
        script = left.pop(0) if len(left) > 1 else left[0]
        try:
            await script(ServerSide(socket))
        except AssertionError as failure:
            failures.append(failure)
            raise

    protocols = [Subprotocol(fmt.value) for fmt in Format]
    async with serve(handle, "127.0.0.1", 0, subprotocols=protocols, compression=None) as server:
        yield f"ws://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}/ws"
    assert not failures, failures


connect = partial(Client.connect, first_delay=0.01)


async def idle(line: ServerSide) -> None:
    with contextlib.suppress(ConnectionClosed):
        await line.socket.recv()
