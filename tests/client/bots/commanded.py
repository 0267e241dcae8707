"""Commands of bots, beside a running server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

from cadogan_client import Client
from tests.server.forked import forked

Connect = Callable[..., Awaitable[Client]]


Lines = list[dict[str, object]]


async def cadogan(*arguments: str, folder: Path | None = None) -> tuple[int, str, str]:
    """Run `cadogan`, and return its exit code, its output, and its text on standard error."""
    program = "from cadogan_client.cli import main; main()"
    async with forked(program, *arguments, keep_errors=True, folder=folder) as process:
        out, err = await asyncio.gather(process.stdout.read(), process.stderr.read())
        return await process.wait(), out.decode(), err.decode()


async def lines_of(*arguments: str, folder: Path | None = None) -> tuple[int, Lines, str]:
    """Run `cadogan`, and return its exit code, its lines of JSON, and its text on standard error."""
    code, out, err = await cadogan(*arguments, folder=folder)
    return code, [json.loads(line) for line in out.splitlines() if line.startswith("{")], err
