"""Servers in this process, each on a port of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Protocol

import pytest

from cadogan_server.app import Running, running
from cadogan_server.rooms import counting, hands
from cadogan_server.settings import Settings
from cadogan_server.store.log.bounds import Bounds
from tests.server.clocks import MovableClock
from tests.server.dealt import dealt_alike
from tests.server.wire import PATIENCE


@pytest.fixture(autouse=True)
def same_cards(request: pytest.FixtureRequest, thorough: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards each time a test runs."""
    if not thorough:
        dealt_alike(request.node.nodeid, monkeypatch.setattr)


class Serve(Protocol):
    """Starts a server on the test's Redis, with some settings of its own.

    `drain` is called when it is ordered to end. `inherited` is its inheritance from a supervisor.
    """

    def __call__(self, **settings: Any) -> AbstractAsyncContextManager[Running]: ...


@pytest.fixture
def usual() -> dict[str, Any]:
    """The settings of all servers of a test, unless the test overrides them."""
    return {}


@pytest.fixture
def serve(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, usual: dict[str, Any]) -> Serve:
    """Start servers without bots. Tests may send, ask and play at any speed, and countdowns take no time."""
    return starter(redis_url, tmp_path, monkeypatch, usual)


def starter(redis_url: str, folder: Path, monkeypatch: pytest.MonkeyPatch, more: dict[str, Any] | None = None) -> Serve:
    """The function `serve`, for servers that several tests share."""
    monkeypatch.setattr(hands, "quickest", lambda game: lambda move: 0)
    usual = {
        "port": 0,
        "metrics_port": 0,
        "redis": redis_url,
        "data": folder / "data",
        "bots": False,
        "solvers": 0,
        "solver_slow": PATIENCE,
        "countdown": 0.01,
        "reveal": PATIENCE,  # a slow machine costs nobody a seat
        "prove": PATIENCE,
        "messages_per_second": 1e6,
        "message_burst": 10**6,
        "reads_per_address": 1e6,
        "reads": 1e6,
    }

    def start(**settings: Any) -> AbstractAsyncContextManager[Running]:
        drain, inherited = settings.pop("drain", lambda: None), settings.pop("inherited", None)
        return running(Settings(**{**usual, **(more or {}), **settings}), drain, inherited, clock=MovableClock())

    return start


@pytest.fixture
async def server(serve: Serve) -> AsyncIterator[Running]:
    """A running server."""
    async with serve() as it:
        yield it


@pytest.fixture
async def nodes(serve: Serve) -> AsyncIterator[list[Running]]:
    """Two nodes that know each other."""
    async with serve() as one, serve() as two:
        await one.services.store.node_lease.confirm(anew=True)
        yield [one, two]


@pytest.fixture
def certain_at_once(usual: dict[str, Any]) -> None:
    """Count a stored result as kept at once, so that the server does not look again later."""
    usual["journal"] = Bounds(lately=0)


@pytest.fixture
def counts_at_once(certain_at_once: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Count games of players who have hardly played, and as soon as the store has the result."""
    monkeypatch.setattr(counting, "has_played", lambda *_: True)
