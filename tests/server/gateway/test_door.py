"""Before a socket is open: whose pages may come in, what each answer carries, and that no fault is hidden."""

from __future__ import annotations

import asyncio
import logging
import socket

import pytest
from typer.testing import CliRunner
from websockets.asyncio.client import connect
from websockets.datastructures import Headers
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin, Subprotocol

from cadogan_protocol.codec import Format
from cadogan_server.app import Running
from cadogan_server.cli import app
from cadogan_server.gateway.sockets.handshake import OPEN, SECURITY
from cadogan_server.gateway.sockets.web_origin import AllowedWebOrigins
from cadogan_server.settings import Settings
from tests.server.conftest import Serve
from tests.server.fetching import apart, fetch, fetch_json, figures
from tests.server.wire import PATIENCE, dial


async def knock(server: Running, origin: str | None, **headers: str) -> str | None:
    """Open a WebSocket as a page of this origin would, and close it; returns the protocol that the server has chosen."""
    async with connect(
        f"ws://127.0.0.1:{server.port}/ws",
        subprotocols=[Subprotocol(Format.JSON.value)],
        origin=None if origin is None else Origin(origin),
        additional_headers={name.replace("_", "-"): value for name, value in headers.items()},
    ) as socket:
        return socket.subprotocol


async def shout(server: Running, data: bytes) -> tuple[str, dict[str, str]]:
    """Send bytes over a line of their own, and return the status line and headers that come back."""
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(data)
        head = (await reader.read()).partition(b"\r\n\r\n")[0].decode().split("\r\n")
        writer.close()
    return head[0], dict(line.split(": ", 1) for line in head[1:])


# ---- Origin ----------------------------------------------------------------------------------------------------------


async def test_pages_of_others_are_turned_away_before_the_handshake(server: Running) -> None:
    for origin in (
        "https://evil.example",
        "null",
        f"http://127.0.0.1:{server.port + 1}",
        "http://127.0.0.1",
        "rubbish",
    ):
        with pytest.raises(InvalidStatus) as caught:
            await knock(server, origin)
        assert caught.value.response.status_code == 403
        body = bytes(caught.value.response.body).decode()
        assert f"pages of {origin!r} may not open a WebSocket here" in body
        assert "--origin" in body
    assert server.services.stats.messages == 0


async def test_our_own_page_and_programs_are_let_in(server: Running) -> None:
    for origin in (None, f"http://127.0.0.1:{server.port}", f"https://127.0.0.1:{server.port}"):
        assert await knock(server, origin) == Format.JSON.value


async def test_a_setting_lets_pages_of_others_in(serve: Serve) -> None:
    async with serve(origins=("https://cards.example", "null")) as server:
        await knock(server, "https://cards.example")
        await knock(server, "null")
        with pytest.raises(InvalidStatus):
            await knock(server, "http://cards.example")


async def test_only_a_proxy_may_say_which_host_was_asked_for(serve: Serve) -> None:
    async with serve(behind_proxy=True) as proxied:
        await knock(proxied, "https://cards.example", X_Forwarded_Host="inner, cards.example")
        for host in ("other.example", "cards.example, inner"):
            with pytest.raises(InvalidStatus):
                await knock(proxied, "https://cards.example", X_Forwarded_Host=host)
    async with serve() as plain:
        with pytest.raises(InvalidStatus):
            await knock(plain, "https://cards.example", X_Forwarded_Host="cards.example")


@pytest.mark.parametrize(
    ("origin", "host", "ours"),
    [
        ("http://cards.example", "cards.example", True),
        ("https://cards.example", "cards.example:443", True),
        ("https://Cards.Example", "cards.EXAMPLE", True),
        ("http://cards.example:8000", "cards.example:8000", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("https://cards.example", "cards.example:80", False),
        ("http://cards.example:8000", "cards.example", False),
        ("http://cards.example.evil.example", "cards.example", False),
        ("http://evil.example/cards.example", "cards.example", False),
        ("http://cards.example@evil.example", "cards.example", False),
        ("http://evil.example@cards.example", "cards.example", False),
        ("http://cards.example:99999", "cards.example:99999", False),
        ("http://[::1", "[::1", False),
        ("chrome-extension://cards.example", "cards.example", False),
        ("", "", False),
        ("null", "null", False),
    ],
)
def test_whose_page_it_is_is_told_by_host_and_port(origin: str, host: str, ours: bool) -> None:
    refusal = AllowedWebOrigins((), behind_proxy=False).refusal(Headers([("Origin", origin), ("Host", host)]))
    assert (refusal is None) == ours


def test_two_origins_or_hosts_are_nobodys() -> None:
    ours = [("Origin", "http://cards.example"), ("Host", "cards.example")]
    origins = AllowedWebOrigins((), behind_proxy=False)
    assert origins.refusal(Headers(ours)) is None
    for one in ours:
        assert origins.refusal(Headers([*ours, one])) is not None


@pytest.mark.parametrize("given", ["cards.example", "https://cards.example/page", "https://", "*"])
def test_what_is_no_origin_is_named_at_the_start(given: str) -> None:
    done = CliRunner().invoke(app, ["serve", "--port", "0", "--origin", given])
    assert done.exit_code == 2
    assert "no origin" in done.output


# ---- figures ---------------------------------------------------------------------------------------------------------


async def test_figures_are_on_a_port_of_their_own(server: Running) -> None:
    assert (await fetch(server, "/metrics"))[0].status == 404
    assert "cadogan_sockets 0.0" in await figures(server)
    for path in ("/", "/healthz", "/api/v1/rooms", "/metrics/x"):
        assert (await fetch(apart(server), path))[0].status == 404
    with pytest.raises(InvalidStatus) as caught:
        await connect(f"ws://127.0.0.1:{server.metrics_port}/ws")
    assert caught.value.response.status_code == 404


async def test_a_taken_port_of_the_figures_keeps_no_server_from_starting(
    serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with serve(metrics_port=port) as server:
            assert server.metrics_port is None
            assert await fetch_json(server, "/healthz")
    assert f"port {port}" in caplog.text
    assert "--metrics-port" in caplog.text


def test_figures_are_on_the_loopback_unless_told_otherwise() -> None:
    assert (Settings.metrics_host, Settings.metrics_port) == ("127.0.0.1", 9464)


async def test_figures_can_be_left_out(serve: Serve) -> None:
    async with serve(metrics_port=None) as server:
        assert server.metrics_port is None


# ---- every answer ----------------------------------------------------------------------------------------------------

UPGRADE = "GET {} HTTP/1.1\r\nHost: cards\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {}\r\n"
KEY = "AAAAAAAAAAAAAAAAAAAAAA=="
OURS = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: cadogan.2.json\r\n"


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ("GET / HTTP/1.1\r\n", (200, 503)),  # 503 where the page is not built
        ("GET /healthz HTTP/1.1\r\n", (200,)),
        ("GET /no/such.file HTTP/1.1\r\n", (404,)),
        ("POST / HTTP/1.1\r\n", (405,)),
        ("GET /ws HTTP/1.1\r\n", (426,)),
        (UPGRADE.format("/socket", KEY), (404,)),
        (UPGRADE.format("/ws", KEY), (400,)),
        (UPGRADE.format("/ws", KEY) + OURS + "Origin: https://evil.example\r\n", (403,)),
        (UPGRADE.format("/ws", "short") + OURS, (400,)),
        ("POST /ws HTTP/1.1\r\n", (405,)),
        ("GET " + "/x" * 9000 + " HTTP/1.1\r\n", (414,)),
        ("GET / HTTP/1.1\r\n" + "X: x\r\n" * 300, (431,)),
        ("rubbish\r\n", (400,)),
        ("GET / HTTP/2\r\n", (400,)),
        ("POST / HTTP/1.1\r\nContent-Length: 5\r\n", (400,)),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n", (400,)),
    ],
)
async def test_every_answer_has_our_headers(server: Running, request_: str, status: tuple[int, ...]) -> None:
    line, headers = await shout(server, request_.encode() + b"\r\n")
    assert int(line.split()[1]) in status
    assert SECURITY.items() <= headers.items()
    assert "connect-src 'self';" in headers["Content-Security-Policy"]
    assert "Server" not in headers


@pytest.mark.parametrize(
    "more",
    [b"hello", b"\x89\x80\x00\x00\x00\x00", b"\x88\x80\x00\x00\x00\x00", b"\x82\xff" + b"\xff" * 8],
    ids=["no frame", "a ping", "a close frame", "a huge frame"],
)
async def test_more_than_a_request_before_the_answer_is_refused(
    server: Running, more: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    for request in ("GET /api/v1/rooms HTTP/1.1\r\n", UPGRADE.format("/ws", KEY) + OURS):
        line, headers = await shout(server, request.encode() + b"\r\n" + more)
        assert line.split()[1] == "400"
        assert SECURITY.items() <= headers.items()
    assert not caplog.records


async def test_a_path_that_fails_is_answered_and_logged(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(server.services.rooms.listing, "listed", lambda: 1 / 0)
    answer, body = await fetch(server, "/api/v1/rooms")
    assert answer.status == 500
    assert {**SECURITY, **OPEN}.items() <= dict(answer.headers).items()
    assert b"division" not in body
    (record,) = caplog.records
    assert "/api/v1/rooms" in record.message
    assert "ZeroDivisionError" in caplog.text
    assert await fetch_json(server, "/healthz")


async def test_a_handshake_that_fails_here_is_answered_and_logged(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(AllowedWebOrigins, "refusal", lambda *_: 1 / 0)
    with pytest.raises(InvalidStatus) as caught:
        await knock(server, None)
    assert caught.value.response.status_code == 500
    assert SECURITY.items() <= dict(caught.value.response.headers.raw_items()).items()
    assert caplog.text.count("ZeroDivisionError") == 1


async def test_broken_handshakes_are_not_logged(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    for data in (b"rubbish\r\n\r\n", b"GET / HTTP/2\r\n\r\n", UPGRADE.format("/ws", "short").encode() + b"\r\n"):
        await shout(server, data)
    _, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET / HT")
    writer.close()
    async with dial(server.port) as anna:
        await anna.hello("Anna")
    assert not caplog.records
