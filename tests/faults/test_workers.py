"""`cadogan serve --workers`: a worker is killed during a race, its players go on, and it is started again. Then one is
drained, and they go on once more."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path

from redis.asyncio import Redis
from typer.testing import CliRunner

from cadogan_protocol.errors import CloseCode
from cadogan_protocol.messages import Moved, SeatBots, Step
from cadogan_server.cli import app
from cadogan_server.store.log.room_leases import node_of
from cadogan_server.store.nodes.node_lease import known_nodes
from cadogan_server.store.redis.embedded import url_of
from tests.server.processes import linux, process, processes
from tests.server.wire import PATIENCE, dial
from tests.server.worker_processes import alive, come_back, there

RACERS = ["Anna", "Olga", "Eve", "Ida"]


async def owner(redis: Redis, code: str) -> int:
    """Return the process that owns a room."""
    node = await node_of(redis, code)
    assert node is not None
    return (await alive(redis))[node]


@linux
async def test_a_worker_that_is_killed_or_drained_costs_nobody_a_move(tmp_path: Path) -> None:
    options = ("--workers", "2", "--bot-pace", "0", "--rate", "10000")
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(process(tmp_path, *options))
        redis = await stack.enter_async_context(Redis.from_url(url_of(tmp_path)))
        first = await alive(redis)
        assert len(first) == 2

        wires = [await stack.enter_async_context(dial(server.port)) for _ in RACERS]
        for name, wire in zip(RACERS, wires, strict=True):
            await wire.hello(name)
        await wires[0].create(time_limit=0, seats=6)
        for wire in wires[1:]:
            await wire.join(wires[0].code)
        await wires[0].ask(SeatBots, count=2, level="easy")  # they come to any worker, too
        for wire in wires:
            await wire.ready()
        for wire in wires:
            await wire.the(Moved)
            for _ in range(3):
                assert isinstance(await wire.play(wire.moves[0]), Step | Moved)
        await wires[0].state(lambda room: all(seat.moves for seat in room.seats))

        killed = await owner(redis, wires[0].code)
        os.kill(killed, signal.SIGKILL)
        for wire in wires:  # all of them were present
            await wire.connection.wait_closed()
        wires = [await come_back(stack, server.port, *who) for who in zip(RACERS, wires, strict=True)]
        for wire in wires:
            for _ in range(3):
                assert isinstance(await wire.play(wire.moves[0]), Step | Moved)
        async with asyncio.timeout(PATIENCE):
            while len(now := await alive(redis)) < 2 or killed in now.values():
                await asyncio.sleep(0.05)
        assert len(set(first.values()) & set(now.values())) == 1

        eve = await stack.enter_async_context(dial(server.port))
        await (await eve.hello("Zoe")).join(wires[0].code, "spectator")
        drained = await owner(redis, wires[0].code)
        node = await node_of(redis, wires[0].code)
        assert node is not None
        told = ("--data", str(tmp_path), "--wait", str(PATIENCE))
        order = ("admin", "drain", (await known_nodes(redis))[node], *told)
        done = await asyncio.to_thread(CliRunner().invoke, app, order)
        assert (done.exit_code, "it hands over" in done.stdout) == (0, True), done.output
        for wire in (*wires, eve):
            assert (await wire.closed())[0] == CloseCode.RENEWED
        assert await owner(redis, wires[0].code) != drained, (
            "the other worker owns the room before anybody is sent there"
        )
        wires = [await come_back(stack, server.port, *who) for who in zip(RACERS, wires, strict=True)]
        for wire in wires:
            assert isinstance(await wire.play(wire.moves[0]), Step | Moved)
        async with asyncio.timeout(PATIENCE):
            while there(drained):
                await asyncio.sleep(0.05)
        assert drained not in (await alive(redis)).values(), "it is not started again"

        assert await server.end(signal.SIGTERM) == 0
        for pid in now.values():
            assert not there(pid)
        assert not processes(tmp_path)
