"""Web origins whose pages may open a socket: others are turned away before the handshake."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner
from websockets.asyncio.client import connect
from websockets.datastructures import Headers
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin, Subprotocol

from cadogan_protocol.codec import Format
from cadogan_server.app import Running
from cadogan_server.cli import app
from cadogan_server.gateway.sockets.web_origin import AllowedWebOrigins
from tests.server.conftest import Serve


async def knock(server: Running, origin: str | None, **headers: str) -> str | None:
    """Open a WebSocket as a page of this origin does, and close it; return the subprotocol that the server chose."""
    async with connect(
        f"ws://127.0.0.1:{server.port}/ws",
        subprotocols=[Subprotocol(Format.JSON.value)],
        origin=None if origin is None else Origin(origin),
        additional_headers={name.replace("_", "-"): value for name, value in headers.items()},
    ) as socket:
        return socket.subprotocol


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


async def test_only_a_proxy_may_name_the_requested_host(serve: Serve) -> None:
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
def test_a_page_is_ours_if_its_host_and_port_are(origin: str, host: str, ours: bool) -> None:
    refusal = AllowedWebOrigins((), behind_proxy=False).refusal(Headers([("Origin", origin), ("Host", host)]))
    assert (refusal is None) == ours


def test_two_origins_or_hosts_are_refused() -> None:
    ours = [("Origin", "http://cards.example"), ("Host", "cards.example")]
    origins = AllowedWebOrigins((), behind_proxy=False)
    assert origins.refusal(Headers(ours)) is None
    for one in ours:
        assert origins.refusal(Headers([*ours, one])) is not None


@pytest.mark.parametrize("given", ["cards.example", "https://cards.example/page", "https://", "*"])
def test_an_unusable_web_origin_is_named_at_the_start(given: str) -> None:
    done = CliRunner().invoke(app, ["serve", "--port", "0", "--origin", given])
    assert done.exit_code == 2
    assert "no origin" in done.output
