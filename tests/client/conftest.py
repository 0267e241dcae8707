"""A real server in this process for the client, and one that misbehaves as the test wants."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from cadogan_client import Client, promise
from cadogan_server.app import Running, running
from cadogan_server.settings import Settings
from tests.server.clocks import MovableClock
from tests.server.dealt import SameNonces, dealt_alike


@pytest.fixture(autouse=True)
def same_cards(request: pytest.FixtureRequest, thorough: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards each time a test runs."""
    if not thorough:
        dealt_alike(request.node.nodeid, monkeypatch.setattr)
        monkeypatch.setattr(promise, "secrets", SameNonces(request.node.nodeid))


@pytest.fixture
async def server(redis_url: str, tmp_path: Path) -> AsyncIterator[Running]:
    """Yield a server without a limit on messages and without a countdown."""
    settings = Settings(
        port=0,
        metrics_port=None,
        redis=redis_url,
        data=tmp_path / "data",
        countdown=0.05,
        solvers=0,
        reveal=60,  # a slow machine costs nobody a seat
        between_games=0.01,
        messages_per_second=1e6,
        message_burst=10**6,
    )
    async with running(settings, clock=MovableClock()) as it:
        yield it


@pytest.fixture
def url(server: Running) -> str:
    """The address of the server."""
    return f"ws://127.0.0.1:{server.port}/ws"


@pytest.fixture
async def connect(url: str) -> AsyncIterator[Callable[..., Awaitable[Client]]]:
    """Connects players, `await connect("Ada")`, and closes them after the test."""
    async with AsyncExitStack() as stack:

        async def connect(name: str, **more: object) -> Client:
            return await stack.enter_async_context(await Client.connect(url, name, **more))  # type: ignore[arg-type]

        yield connect
