"""Connects the commands for operators to the store of running servers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from redis.asyncio import Redis

from cadogan_server.settings import Settings
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.redis.connections import connect
from cadogan_server.store.redis.embedded import EmbeddedRedisError, url_of

RedisUrl = Annotated[
    str | None, typer.Option("--redis", help="The Redis of the servers.", envvar="CADOGAN_REDIS", show_default=False)
]
Data = Annotated[
    Path,
    typer.Option("--data", help="Otherwise the data folder of a server with an embedded Redis.", envvar="CADOGAN_DATA"),
]
DATA = Settings.data

Result = TypeVar("Result")

CONNECTIONS = 4
"""Connections to the store that a command may open."""

SECONDS = 2.0
"""Seconds that a command waits for one of them."""


class Failed(Exception):
    """A command has failed. The message says why."""


def over_store(redis: str | None, data: Path, work: Callable[[Redis], Awaitable[Result]]) -> Result:
    """Do something with the store; if that fails, end the command with a sentence."""

    async def run() -> Result:
        store = connect(redis or url_of(data), CONNECTIONS, SECONDS)
        try:
            return await work(store.reads)
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--redis") from error
    except (EmbeddedRedisError, Failed) as error:
        raise _ended(str(error)) from error
    except STORE_AWAY as error:
        raise _ended(f"the store does not answer: {error}") from error


def _ended(why: str) -> typer.Exit:
    typer.echo(f"error: {why}", err=True)
    return typer.Exit(1)
