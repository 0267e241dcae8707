"""Commands beside a running server."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from typer.testing import CliRunner, Result

from cadogan_protocol.messages import Moved
from cadogan_server.cli import app
from tests.server.wire import PATIENCE, Wire


async def run(redis_url: str, *arguments: str) -> Result:
    """Run a command beside the server of this test. It waits for all nodes that live, however slow the machine is."""
    asks = arguments[:2] not in (("admin", "bans"), ("admin", "export")) and arguments[0] == "admin"
    more = ("--wait", str(PATIENCE)) if asks else ()
    return await asyncio.to_thread(lambda: CliRunner().invoke(app, [*arguments, *more, "--redis", redis_url]))


async def said(redis_url: str, *arguments: str) -> list[dict[str, Any]]:
    """Run a command that prints objects."""
    done = await run(redis_url, *arguments, "--json")
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


async def playing(wire: Wire) -> None:
    await (await wire.hello("Anna")).create("klondike", time_limit=0)
    await wire.ready()
    await wire.the(Moved)
