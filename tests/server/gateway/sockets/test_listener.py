"""Ports on which connections are accepted: how fast, how many, and what else may go wrong."""

from __future__ import annotations

import asyncio
import errno
import socket
from typing import Any

import pytest

from cadogan_protocol.errors import ErrorCode
from cadogan_server.app import Running
from cadogan_server.gateway.http import routes
from cadogan_server.gateway.http.routes import refusal_at_the_door
from cadogan_server.gateway.sockets.handshake import SECURITY
from cadogan_server.gateway.sockets.listener import TURNED_AWAY, Listener, listening
from cadogan_server.gateway.sockets.socket import Socket
from cadogan_server.rooms.refused import Refused
from tests.server.conftest import Serve
from tests.server.iterations import counted, knock
from tests.server.wire import PATIENCE, dial


class Guest(asyncio.Protocol):
    """A client whom a listener has accepted."""

    def __init__(self, came: asyncio.Event) -> None:
        self._came = came

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._came.set()
        transport.close()


async def test_connections_are_accepted_with_a_pause_between() -> None:
    let_in, came = list[object](), asyncio.Event()

    def admit(peer: object) -> Any:
        let_in.append(peer)
        return Guest(came)

    (sock,) = await listening("127.0.0.1", 0)
    lines = await knock(sock.getsockname()[1], 10)
    listener = Listener([sock], admit, refusal_at_the_door, pace=3600)
    async with asyncio.timeout(PATIENCE):
        await came.wait()
    for _ in range(50):
        await asyncio.sleep(0)
    assert len(let_in) == 1
    listener.close()
    for line in lines:
        line.close()


async def test_an_answer_does_not_wait_until_an_earlier_one_is_acknowledged(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    sockets: list[Socket] = []
    monkeypatch.setattr(Socket, "start_keepalive", lambda socket: sockets.append(socket))
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        line = sockets[0].transport.get_extra_info("socket")
        assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


async def test_a_connection_too_many_costs_no_object_and_a_prepared_answer(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "time", lambda: 1_800_000_000)
    async with serve(connecting_per_address=1) as server, asyncio.timeout(PATIENCE):
        loop = asyncio.get_running_loop()
        (silent,) = await knock(server.port, 1)
        async with (
            counted(monkeypatch, Socket, "__init__") as objects,
            counted(monkeypatch, Listener, "turn_away") as turned_away,
            counted(monkeypatch, routes, "refusal") as made,
        ):
            lines = await knock(server.port, 30)
            answers = [await loop.sock_recv(line, 4096) for line in lines]
        for line in (silent, *lines):
            line.close()
    assert all(answer.startswith(b"HTTP/1.1 429 Too Many Requests\r\n") for answer in answers)
    assert objects.times.total() <= 1  # the silent one may be accepted only now
    assert (turned_away.times.total(), turned_away.most) == (30, TURNED_AWAY)
    assert made.times.total() == 1


def test_a_refusal_at_the_door_has_our_headers() -> None:
    answer = refusal_at_the_door(Refused(ErrorCode.BUSY, "this server is full", wait=7)).decode()
    assert answer.startswith("HTTP/1.1 503 ")
    assert all(f"{name}: {value}\r\n" in answer for name, value in SECURITY.items())
    assert "Retry-After: 7\r\n" in answer


async def test_an_address_that_the_machine_does_not_have_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    create = socket.create_server

    def without(address: Any, *, family: int, backlog: int) -> socket.socket:
        if address[0] in missing:
            raise OSError(errno.EADDRNOTAVAIL, "not here")
        return create(address, family=family, backlog=backlog)

    async def both(*_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, 0, 0, "", (host, 0)) for host in ("127.0.0.2", "127.0.0.3")]

    monkeypatch.setattr(socket, "create_server", without)
    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", both)
    missing = {"127.0.0.2"}
    (only,) = await listening("both", 0)
    assert only.getsockname()[0] == "127.0.0.3"
    only.close()
    missing = {"127.0.0.2", "127.0.0.3"}
    with pytest.raises(OSError, match="not here"):
        await listening("both", 0)


class Short(socket.socket):
    """A listening socket. The system has no file left for the first client."""

    is_short = True

    def accept(self) -> Any:
        if self.is_short:
            self.is_short = False
            raise OSError(errno.EMFILE, "Too many open files")
        return super().accept()


async def test_a_server_without_files_takes_connections_in_again_later(caplog: pytest.LogCaptureFixture) -> None:
    (sock,) = await listening("127.0.0.1", 0)
    came = asyncio.Event()
    short = Short(fileno=sock.detach())
    # After its usual pause it would be much later.
    listener = Listener([short], lambda peer: Guest(came), refusal_at_the_door, pace=3600, short_of_files=0)  # type: ignore[arg-type,return-value]
    lines = await knock(short.getsockname()[1], 1)
    async with asyncio.timeout(PATIENCE):
        await came.wait()
    assert "no connection can be accepted" in caplog.text
    listener.close()
    lines[0].close()
