"""The server is killed during a race and started again: the client goes on."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from cadogan_client import Client
from deploy.ports import free_ports
from tests.server.forked import Forked, forked
from tests.server.wire import PATIENCE


@asynccontextmanager
async def serving(port: int, data: Path) -> AsyncIterator[Forked]:
    """Run `cadogan serve` with a Redis of its own, until the end or until a test kills it."""
    program = "from cadogan_client.cli import main; main()"
    options = ("serve", "--port", str(port), "--data", str(data), "--no-bots", "--no-metrics", "--countdown", "0.05")
    async with forked(program, *options) as server:
        async with asyncio.timeout(PATIENCE):
            assert b"ready" in await server.stdout.readline()
        yield server
        with contextlib.suppress(ProcessLookupError):
            server.send_signal(signal.SIGTERM)
        await server.wait()


async def test_a_killed_server_costs_no_acknowledged_move(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    url = f"ws://127.0.0.1:{port}/ws"
    async with serving(port, tmp_path) as server:
        client = await Client.connect(url, "Ada")
        room = await client.create("klondike", seats=1)
        await client.ready()
        await client.until(lambda: room.moves is not None)
        for _ in range(5):
            await client.play(("turn",))
        assert room.table is not None
        before = [pile[:] for pile in room.table.piles]
        server.kill()
        await server.wait()
    async with serving(port, tmp_path):
        async with asyncio.timeout(2 * PATIENCE):
            await client.play(("turn",))
        assert client.room is room
        assert room.table is not None
        assert room.table.group("waste")[0][:5] == before[-1]
        assert len(room.table.group("waste")[0]) == 6
        assert room.state.seats[0].moves == 6
        await client.close()
