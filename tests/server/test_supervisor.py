"""The process that starts the workers, and ends with them."""

from __future__ import annotations

import asyncio
import signal
from contextlib import AsyncExitStack
from pathlib import Path

from redis.asyncio import Redis

from cadogan_server.store.redis.embedded import url_of
from tests.server.forked import forked
from tests.server.processes import SERVE, linux, process
from tests.server.wire import PATIENCE
from tests.server.worker_processes import alive, ended


@linux
async def test_no_worker_outlives_its_supervisor(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(process(tmp_path, "--workers", "2", "--no-bots"))
        async with Redis.from_url(url_of(tmp_path)) as redis:
            workers = await alive(redis)
        await server.end(signal.SIGKILL)
        await ended(workers)


async def test_workers_that_wait_for_their_store_can_be_stopped(tmp_path: Path) -> None:
    command = ("serve", "--port", "0", "--no-metrics", "--data", str(tmp_path), "--workers", "2")
    nowhere = "unix:///no/such/socket"
    async with forked(SERVE, *command, "--redis", nowhere, keep_errors=True) as server, asyncio.timeout(PATIENCE):
        while b"this server waits for it" not in (line := await server.stderr.readline()):
            assert line
        server.send_signal(signal.SIGTERM)
        assert await server.wait() == 0


async def test_a_supervisor_whose_workers_can_not_start_says_why_and_ends(tmp_path: Path) -> None:
    command = ("serve", "--port", "0", "--no-metrics", "--data", str(tmp_path), "--workers", "2")
    nowhere = "ftp://localhost"
    async with forked(SERVE, *command, "--redis", nowhere, keep_errors=True) as server, asyncio.timeout(PATIENCE):
        assert f"{nowhere} is no address of a store" in (await server.stderr.read()).decode()
        assert await server.wait() != 0
