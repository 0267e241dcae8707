"""The way of a socket to another node, and what is said again where its room has gone on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

from cadogan_protocol.codec import Format
from cadogan_protocol.errors import CloseCode
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.delivery.viewer import Moving
from cadogan_server.gateway.relays.relay import MOVED, RENEWED, UNHEARD, Relay, read_reason, reason_of
from tests.server.pipe import Pipe

MOVING = Moving("another node", "ABCDEF", watches=False, preview=True)


class Told:
    """A relay's end: the close code and reason, or where the room is and what is to be said again there."""

    def __init__(self) -> None:
        self.close: tuple[int, str] | None = None
        self.moved: tuple[Moving, list[bytes | str]] | None = None
        self.ended = asyncio.Event()

    def on_close(self, code: int, reason: str) -> None:
        self.close = code, reason
        self.ended.set()

    def on_moved(self, moving: Moving, again: list[bytes | str]) -> None:
        self.moved = moving, again
        self.ended.set()


@asynccontextmanager
async def relayed(sent: int, end: Callable[[ServerConnection], object]) -> AsyncIterator[Told]:
    """A relay that has sent so many messages, numbered from 0, to a node that then ends the connection."""
    told, pipe = Told(), Pipe()

    async def node(connection: ServerConnection) -> None:
        for _ in range(sent):
            await connection.recv()
        await connection.send(b"an answer")
        await end(connection)  # type: ignore[misc]

    async with serve(node, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        connection = await connect(f"ws://127.0.0.1:{port}", proxy=None)
        outbox = Outbox(pipe, Format.MSGPACK, lambda: None, 1000)
        relay = Relay(connection, outbox, told.on_close, told.on_moved)
        for number in range(sent):
            await relay.send(b"%d" % number)
        await told.ended.wait()
        assert b"an answer" in pipe.taken
        yield told
        await relay.stop()


@pytest.mark.parametrize(
    ("sent", "heard", "again"),
    [
        (3, 3, []),
        (3, 2, [b"2"]),
        (3, 0, [b"0", b"1", b"2"]),
        (0, 0, []),
        (UNHEARD + 5, 5, [b"%d" % number for number in range(5, UNHEARD + 5)]),
        (UNHEARD + 5, UNHEARD + 5, []),
    ],
)
async def test_what_was_not_dealt_with_is_said_again_where_the_room_is(
    sent: int, heard: int, again: list[bytes]
) -> None:
    async with relayed(sent, lambda node: node.close(MOVED, reason_of(MOVING, heard))) as told:
        assert told.moved == (MOVING, again)
        assert told.close is None


async def test_a_socket_of_which_too_much_is_not_dealt_with_must_come_back() -> None:
    sent = UNHEARD + 1
    async with relayed(sent, lambda node: node.close(MOVED, reason_of(MOVING, 0))) as told:
        assert told.close == (CloseCode.RENEWED, RENEWED)
        assert told.moved is None


async def test_a_socket_is_closed_as_the_rooms_node_has_closed_it() -> None:
    async with relayed(1, lambda node: node.close(CloseCode.REPLACED, "came back elsewhere")) as told:
        assert told.close == (CloseCode.REPLACED, "came back elsewhere")


async def test_a_node_that_is_gone_without_a_word_sends_its_players_back() -> None:
    async def gone(node: ServerConnection) -> None:
        node.transport.abort()

    async with relayed(1, gone) as told:
        assert told.close is not None
        assert told.close[0] == CloseCode.GOING_AWAY


def test_where_a_room_has_gone_survives_the_close_frame() -> None:
    assert read_reason(reason_of(MOVING, 7)) == (MOVING, 7)
