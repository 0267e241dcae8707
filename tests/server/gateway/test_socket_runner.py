"""Sockets are served in turns, and closed in turns."""

from __future__ import annotations

import asyncio
import socket
import struct

import pytest

from cadogan_protocol.codec import Format, encode
from cadogan_protocol.messages import (
    ListGames,
    ListRooms,
    Ping,
    Rooms,
)
from cadogan_server.app import Running
from cadogan_server.gateway import conversation
from cadogan_server.gateway.session import Session
from cadogan_server.gateway.sockets.socket import Socket
from tests.attack.attacker import framed
from tests.server.conftest import Serve
from tests.server.iterations import called, counted, guests
from tests.server.wire import PATIENCE


async def test_each_turn_answers_one_of_many_sockets_that_ask_at_once(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with guests(server, 30) as wires, counted(monkeypatch, conversation, "decode_client") as heard:
        asked = await asyncio.gather(*(wire.post(ListRooms) for wire in wires))
        for wire, id in zip(wires, asked, strict=True):
            assert isinstance(await wire.answer(id), Rooms)
        assert (heard.times.total(), heard.most) == (30, 1)


async def test_each_frame_of_a_sockets_burst_takes_a_turn_in_order(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with guests(server, 1) as (wire,), counted(monkeypatch, conversation, "decode_client") as heard:
        messages = [encode(Ping(id=100 + number), Format.MSGPACK) for number in range(200)]
        wire.connection.transport.write(b"".join(map(framed, messages)))
        await wire.answer(299)
        assert [getattr(message, "re", None) for message in wire.log[-200:]] == list(range(100, 300))
        assert (heard.times.total(), heard.most) == (200, 1)


async def test_requests_of_a_client_that_has_gone_are_not_answered(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the messages of a flooder would be answered for minutes, to nobody. Such a socket is not read
    meanwhile, so only a ping finds out: the first one, as the line is reset."""
    was_asked, go_on = asyncio.Event(), asyncio.Event()

    async def slow(session: Session) -> None:
        was_asked.set()
        await go_on.wait()

    lost, gone = called(monkeypatch, Socket, "connection_lost"), called(monkeypatch, Session, "gone")
    async with serve(ping=0.1, pong=3600) as server, guests(server, 1) as (wire,):
        line = wire.connection.transport.get_extra_info("socket")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        data = b"".join(framed(encode(ListGames(id=100 + number), Format.MSGPACK)) for number in range(20))
        monkeypatch.setattr(Session, "flushed", slow)
        before = server.services.stats.messages
        wire.connection.transport.write(data)
        async with asyncio.timeout(PATIENCE):
            await was_asked.wait()
            wire.connection.transport.abort()
            await lost.wait()
            go_on.set()
            await gone.wait()
        assert server.services.stats.messages == before + 1


async def test_each_turn_closes_one_of_many_sockets_that_go_at_once(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with guests(server, 30) as wires, counted(monkeypatch, Session, "gone") as gone, asyncio.timeout(PATIENCE):
        for wire in wires:
            wire.connection.transport.abort()
        while gone.times.total() < 30:
            await asyncio.sleep(0)
        assert gone.most == 1
