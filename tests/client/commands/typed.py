"""Commands of the client as people type them, while a server runs."""

from __future__ import annotations

import asyncio
from typing import Any

import typer
from typer.testing import CliRunner, Result

from cadogan_client import Client, Room, cli, commands


def program() -> typer.Typer:
    whole = typer.Typer(cls=cli.Program)
    whole.add_typer(commands.app)
    return whole


async def run(*arguments: object, **more: Any) -> Result:
    """Run a command while the server runs on."""
    return await asyncio.to_thread(lambda: CliRunner().invoke(program(), [*map(str, arguments)], **more))


async def refused(*arguments: object, code: int = 2, **more: Any) -> str:
    """Run a command that must be refused, and return its one line of error."""
    answer = await run(*arguments, **more)
    assert (answer.exit_code, answer.stdout) == (code, ""), answer.output
    assert answer.stderr.count("\n") == 1
    assert len(answer.stderr) < 500
    return str(answer.stderr)


async def begun(client: Client, game: str = "klondike_draw1") -> Room:
    room = await client.create(game, rated=False, undo="free")
    await client.ready()
    await client.until(lambda: bool(room.known and room.state.phase == "running" and room.moves))
    return room
