"""Servers and Redis as processes of their own."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.server.dealt import SERVERS_DEAL_ALIKE
from tests.server.forked import Forked, forked
from tests.server.wire import PATIENCE

SERVE = (
    "from cadogan_server.rooms import hands; hands.quickest = lambda game: lambda move: 0;"
    "from cadogan_client.cli import main; main()"
)
"""A server that takes programs, which play as fast as they can, for people. So their results count."""


class Process:
    """A real server process with an embedded Redis."""

    def __init__(self, process: Forked, port: int) -> None:
        self.process = process
        self.port = port

    async def end(self, by: signal.Signals) -> int:
        self.process.send_signal(by)
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()


@asynccontextmanager
async def process(data: Path, *options: str, program: str = SERVE, keep_errors: bool = False) -> AsyncIterator[Process]:
    """Start a server, and kill it at the end of the block if it still runs. With `keep_errors` its log can be read."""
    usual = ("--port", "0", "--no-metrics", "--data", str(data), "--countdown", "0.05", "--solvers", "0")
    async with forked(SERVERS_DEAL_ALIKE + program, "serve", *usual, *options, keep_errors=keep_errors) as started:
        async with asyncio.timeout(PATIENCE):
            line = (await started.stdout.readline()).decode()
        assert line.startswith("Cadogan is ready: http://localhost:"), line
        yield Process(started, int(line.rpartition(":")[2]))


def processes(folder: Path) -> dict[int, str]:
    """Return the processes that work in a folder: number and name."""
    found = {}
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and (entry / "cwd").readlink() == folder / "redis":
                found[int(entry.name)] = (entry / "comm").read_text().strip()
        except OSError:  # the process has ended, or belongs to another user
            continue
    return found


def redis_process(folder: Path) -> int:
    (number,) = (number for number, name in processes(folder).items() if name.endswith("-server"))
    return number


linux = pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="looks into /proc, which is Linux's")
