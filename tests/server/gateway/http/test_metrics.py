"""Metrics for Prometheus: on a port of their own, or switched off."""

from __future__ import annotations

import socket

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from cadogan_server.app import Running
from cadogan_server.settings import Settings
from tests.server.conftest import Serve
from tests.server.fetching import apart, fetch, fetch_json, figures
from tests.server.wire import dial


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


async def test_health_and_metrics(server: Running) -> None:
    assert await fetch_json(server, "/healthz") == {"status": "ok", "store": "ok"}
    async with dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
        lines = await figures(server)
    assert 'cadogan_rooms{phase="lobby"} 1.0' in lines
    assert "cadogan_sockets 1.0" in lines
    assert "cadogan_messages_total 2.0" in lines
    assert "cadogan_store_backlog_bytes 0.0" in lines
    assert any(line.startswith("process_resident_memory_bytes ") for line in lines)
