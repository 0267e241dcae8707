"""Answers before a WebSocket is open."""

from __future__ import annotations

from cadogan_server.app import Running
from tests.server.fetching import fetch


async def test_every_answer_keeps_pages_and_browsers_apart(server: Running) -> None:
    for path in ("/", "/api/v1/rooms", "/no/such.file"):
        headers = (await fetch(server, path))[0].headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        policy = headers["Content-Security-Policy"].split("; ")
        assert {"default-src 'self'", "frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"} <= set(policy)
    assert (await fetch(server, "/api/v1/rooms"))[0].headers["Cache-Control"] == "no-cache"


async def test_only_clients_that_accept_it_get_a_compressed_file(server: Running) -> None:
    answer, body = await fetch(server, "/api/v1/layouts")
    assert answer.headers["Content-Encoding"] is None
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert body.startswith(b"{")
