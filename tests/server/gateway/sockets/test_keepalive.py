"""Silent sockets: pinged, shown as away, and dropped only if they stay silent."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from select import select
from socket import MSG_PEEK, socket
from typing import Any

import pytest

from cadogan_protocol.messages import (
    Ping,
    Pong,
)
from cadogan_server.gateway.sockets.keepalive import PING, Keepalive
from cadogan_server.gateway.sockets.socket import Socket
from cadogan_server.settings import Settings
from tests.server.conftest import Serve
from tests.server.forked import SET_TO
from tests.server.processes import linux, process
from tests.server.test_reconnect import begin
from tests.server.waiting import soon, until
from tests.server.wire import PATIENCE, dial


async def test_a_silent_player_is_soon_shown_as_away(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """A telephone that has lost its network neither closes its socket nor answers a close."""
    sockets: list[Socket] = []
    start = Socket.start_keepalive
    monkeypatch.setattr(Socket, "start_keepalive", lambda socket: sockets.append(socket))
    usual = Settings()
    assert usual.ping is not None
    assert usual.ping + usual.pong <= 20
    async with (
        serve(ping=0.05, pong=0.05, closing=3600) as server,
        dial(server.port) as anna,
        dial(server.port) as olga,
    ):
        await anna.hello("Anna")
        await olga.hello("Olga")
        await begin(anna, olga)
        olga.connection.transport.pause_reading()
        start(sockets[1])  # Anna is not pinged: her answer might be late too
        room = await anna.state(lambda room: not room.seats[1].present)
        assert room.seats[0].present
        olga.connection.transport.abort()


class Written:
    """A transport that notes the bytes written to it."""

    def __init__(self, transport: Any) -> None:
        self.frames: list[bytes] = []
        self._transport = transport

    def write(self, data: bytes) -> None:
        self.frames.append(data)
        self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


async def test_a_silent_socket_is_pinged_and_a_speaking_one_is_not(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    sockets: list[Socket] = []
    monkeypatch.setattr(Socket, "start_keepalive", lambda socket: sockets.append(socket))
    async with serve() as server, dial(server.port) as anna, asyncio.timeout(PATIENCE):
        await anna.hello("Anna")
        (socket,) = sockets
        written = Written(socket.transport)
        monkeypatch.setattr(socket, "transport", written)
        keepalive = Keepalive(socket, 3600, 3600)
        keepalive.look()
        assert written.frames == [], "she has said hello since the last look"
        keepalive.look()
        assert written.frames == [PING]
        while socket.silent:  # until her answer is there
            await asyncio.sleep(0)
        keepalive.must_have_come()
        assert written.frames == [PING]
        assert not socket.transport.is_closing()
        anna.connection.transport.pause_reading()
        keepalive.look()
        keepalive.must_have_come()
        assert not socket.transport.is_closing(), "unread input is read first"
        await soon(socket.transport.is_closing)  # the second ping is not answered
        keepalive.stop()
        anna.connection.transport.abort()


async def test_a_socket_with_unread_messages_is_pinged_again(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    sockets: list[Socket] = []
    monkeypatch.setattr(Socket, "start_keepalive", lambda socket: sockets.append(socket))
    async with serve() as server, dial(server.port) as anna:
        await anna.hello("Anna")
        (socket,) = sockets
        written = Written(socket.transport)
        monkeypatch.setattr(socket, "transport", written)
        keepalive = Keepalive(socket, 3600, 3600)
        socket.silent = True
        socket.stop_reading()
        keepalive.must_have_come()
        assert written.frames == [PING], "the answer may be in the unread input, so another ping is sent"
        keepalive.stop()
        anna.connection.transport.abort()


STOOD_SECONDS = 3.0
"""Seconds for which the server waits for an answer, and for which it stands still."""


IMPATIENT = f"""
{SET_TO.format(f"ping=0.2, pong={STOOD_SECONDS}")}
from cadogan_client.cli import main
main()
"""


@linux
async def test_a_pong_sent_while_the_server_stood_still_counts(tmp_path: Path) -> None:
    async with process(tmp_path, "--no-bots", program=IMPATIENT) as server, dial(server.port) as anna:
        await anna.hello("Anna")
        transport = anna.connection.transport
        transport.pause_reading()  # so that she answers when the test wants
        number = os.dup(transport.get_extra_info("socket").fileno())
        with socket(fileno=number) as line:
            await asyncio.get_running_loop().run_in_executor(None, select, [line], [], [])
            assert line.recv(len(PING), MSG_PEEK) == PING
        server.process.send_signal(signal.SIGSTOP)
        await until(lambda: Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(") ")[2][0] == "T")
        transport.resume_reading()
        await asyncio.sleep(STOOD_SECONDS + 0.2)  # it stands still, so there is nothing to wait for
        server.process.send_signal(signal.SIGCONT)
        assert isinstance(await anna.ask(Ping), Pong)
