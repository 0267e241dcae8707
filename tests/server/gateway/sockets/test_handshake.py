"""Answers before a socket is open: each carries the security headers, and no fault is hidden."""

from __future__ import annotations

import asyncio
import logging

import pytest
from websockets.exceptions import InvalidStatus

from cadogan_server.app import Running
from cadogan_server.gateway.sockets.handshake import OPEN, SECURITY
from cadogan_server.gateway.sockets.web_origin import AllowedWebOrigins
from tests.server.fetching import fetch, fetch_json
from tests.server.gateway.sockets.test_web_origin import knock
from tests.server.wire import PATIENCE, dial


async def shout(server: Running, data: bytes) -> tuple[str, dict[str, str]]:
    """Send bytes over a new connection, and return the status line and headers of the answer."""
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(data)
        head = (await reader.read()).partition(b"\r\n\r\n")[0].decode().split("\r\n")
        writer.close()
    return head[0], dict(line.split(": ", 1) for line in head[1:])


UPGRADE = "GET {} HTTP/1.1\r\nHost: cards\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {}\r\n"


KEY = "AAAAAAAAAAAAAAAAAAAAAA=="


OURS = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: cadogan.2.json\r\n"


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ("GET / HTTP/1.1\r\n", (200, 503)),  # 503 if the page is not built
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
