"""The plainest possible client, for tests of the server: it sends messages and waits for messages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, Self, TypeVar

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from cadogan_protocol.codec import Format, decode_server, encode
from cadogan_protocol.messages import Create, Error, Hello, Join, Joined, Message, Play, Ready, Welcome
from cadogan_protocol.room_options import RoomOptions
from cadogan_protocol.rooms import RoomState
from cadogan_protocol.streams import BOARDS
from tests.server.replica import Replica

M = TypeVar("M", bound=Message)

PATIENCE = 60.0
"""Seconds after which a test stops waiting and fails. It is no measurement."""

LIVE: dict[str, Any] = {"spectators": "live", "public": False}
"""The options of a room in which everybody sees each board as its racer does."""


class Wire(Replica):
    """One socket. It keeps every message and the state that they add up to: the room, the boards, the legal moves."""

    def __init__(self, connection: ClientConnection, fmt: Format, first_id: int = 1) -> None:
        super().__init__()
        self.connection = connection
        self.fmt = fmt
        self.ids = count(first_id)
        self.log: list[Message] = []
        self.raw: list[bytes | str] = []
        self.player = ""
        self.token = ""
        self.code = ""
        self.seat: int | None = None
        self.key: str | None = None

    # ---- out ---------------------------------------------------------------------------------------------------------

    async def post(self, kind: Callable[..., Message], **fields: Any) -> int:
        """Send a request and return its id."""
        id = next(self.ids)
        await self.connection.send(encode(kind(id=id, **fields), self.fmt))
        return id

    async def ask(self, kind: Callable[..., Message], **fields: Any) -> Any:
        """Send a request and return its answer."""
        return await self.answer(await self.post(kind, **fields))

    async def refusal_of_raw(self, kind: type[Message], **fields: Any) -> Error:
        """Send a message that no model allows, and return the refusal."""
        id = next(self.ids)
        await self.connection.send(msgpack.packb({"type": kind.model_fields["type"].default, "id": id, **fields}))
        error = await self.answer(id)
        assert isinstance(error, Error), error
        return error

    async def hello(self, name: str, token: str | None = None, browser: str | None = None) -> Self:
        return self.welcomed(await self.ask(Hello, name=name, token=token, browser=browser))

    def welcomed(self, welcome: Message) -> Self:
        assert isinstance(welcome, Welcome), welcome
        self.player, self.token = welcome.player, welcome.token
        return self

    async def create(self, game: str = "klondike", options: dict[str, Any] | None = None, **rules: Any) -> Self:
        joined = await self.ask(Create, game=game, options=options or {}, rules=RoomOptions(**rules))
        return await self.joined(joined)

    async def join(
        self, code: str, role: str = "player", last: dict[int, int] | None = None, key: str | None = None
    ) -> Self:
        return await self.joined(await self.ask(Join, room=code, role=role, last=last or {}, key=key))

    async def joined(self, joined: Message) -> Self:
        assert isinstance(joined, Joined), joined
        self.code, self.seat, self.key = joined.room, joined.seat, joined.key
        self.own = -1 if joined.seat is None else BOARDS + joined.seat
        return self

    async def ready(self) -> Any:
        """Get ready, and add nothing to the seed."""
        return await self.ask(Ready)

    async def play(self, move: tuple[Any, ...]) -> Any:
        return await self.ask(Play, move=move)

    async def gone(self, watcher: Wire) -> None:
        """Close the socket of a player, and wait until the room shows the player as absent."""

        def is_there(room: RoomState) -> bool:
            return any(seat.seat == self.seat and seat.present for seat in room.seats)

        await watcher.state(is_there)
        await self.connection.close()
        await watcher.state(lambda room: not is_there(room))

    # ---- in ----------------------------------------------------------------------------------------------------------

    async def next(self) -> Message:
        """Wait for one message."""
        async with asyncio.timeout(PATIENCE):
            data = await self.connection.recv()
        self.raw.append(data)
        message = decode_server(data, self.fmt)
        self.log.append(message)
        self.apply(message)
        return message

    async def until(self, wanted: Callable[[Message], bool]) -> Message:
        """Wait for a message that meets this condition."""
        while not wanted(message := await self.next()):
            pass
        return message

    async def the(self, kind: type[M]) -> M:
        """Wait for a message of this kind."""
        message = await self.until(lambda m: isinstance(m, kind))
        assert isinstance(message, kind)
        return message

    async def answer(self, id: int) -> Message:
        """Wait for the answer to a request."""
        return await self.until(lambda m: getattr(m, "re", None) == id)

    async def refusal(self, kind: Callable[..., Message], **fields: Any) -> Error:
        """Send a request that is refused, and return the refusal."""
        error = await self.ask(kind, **fields)
        assert isinstance(error, Error), error
        return error

    async def state(self, true_of: Callable[[RoomState], bool]) -> RoomState:
        """Wait until the room meets this condition."""
        while self.room is None or not true_of(self.room):
            await self.next()
        return self.room

    async def phase(self, phase: str) -> RoomState:
        """Wait until the room is in this phase."""
        return await self.state(lambda room: room.phase == phase)

    async def closed(self) -> tuple[int, str]:
        """Wait until the server closes the socket, and return the reason."""
        try:
            while True:
                await self.next()
        except ConnectionClosed as closed:
            frame = closed.rcvd
        assert frame is not None, "the connection broke without a close frame"
        return frame.code, frame.reason


@asynccontextmanager
async def dial(
    port: int,
    fmt: Format = Format.MSGPACK,
    first_id: int = 1,
    address: str | None = None,
    source: str = "127.0.0.1",
    name: str = "127.0.0.1",
    max_queue: int | None = None,
    **how: Any,
) -> AsyncIterator[Wire]:
    """Open a socket, from an address that a proxy would name, or from one of this machine such as 127.0.0.2, or as a
    host name of ours.

    The queue of unread messages has no limit, unless a test gives it one: behind a full queue the answer to a close frame
    stays unread, and closing lasts ten seconds.
    """
    url = f"ws://{name}:{port}/ws"
    where: dict[str, Any] = {} if "sock" in how else {"host": "127.0.0.1", "port": port, "local_addr": (source, 0)}
    headers = {"X-Forwarded-For": address} if address else {}
    async with connect(
        url,
        subprotocols=[Subprotocol(fmt.value)],
        compression=None,
        max_queue=max_queue,
        additional_headers=headers,
        **where,
        **how,
    ) as connection:
        yield Wire(connection, fmt, first_id)
