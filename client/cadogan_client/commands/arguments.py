"""Arguments that the client's commands share, and the end of a command that fails: a line and an exit code."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import typer
from rich.console import Console

from cadogan_client.bots.policy import Policy, UnknownPolicy, find_policy
from cadogan_client.errors import CannotConnect, ClientError, Disconnected, RequestRefused
from cadogan_protocol.limits import CODE_ALPHABET, CODE_LENGTH

WIDEST = 100
"""The width of a table that does not go to a terminal, in columns."""

DEFAULT_URL = "ws://localhost:8000/ws"

Json = Annotated[bool, typer.Option("--json", help="Print JSON, an object on each line.")]


def _address(url: str) -> str:
    """Return the address of a server. Raises typer.BadParameter if `url` is not one."""
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("ws", "wss") and parts.hostname and parts.port != 0  # an invalid port raises ValueError
    except ValueError as error:
        raise typer.BadParameter(f"{url!r} is no address of a server: {error}") from error
    if not good:
        raise typer.BadParameter(f"{url!r} is no address of a server: write it as {DEFAULT_URL}")
    return url


Url = Annotated[str, typer.Option(help="Address of the server's socket.", callback=_address)]


def entrance(room: str, option: str = "--room") -> tuple[str, Literal["player"], str | None]:
    """Return the arguments to join a room given as `CODE`, `CODE#KEY` or a whole link that ends so; small letters are
    accepted.

    Raises:
        typer.BadParameter: no room can have such a code.
    """
    code, _, key = room.rpartition("/")[2].partition("#")
    if len(code) != CODE_LENGTH or not set(code.upper()) <= set(CODE_ALPHABET):
        raise typer.BadParameter(
            f"{code[:24]!r} is no code of a room: it has {CODE_LENGTH} letters and digits, none of them I, O, 0 or 1",
            param_hint=option,
        )
    return code.upper(), "player", key or None


def chosen_policy(name: str, option: str = "--policy") -> type[Policy]:
    """Return an installed policy, or `module:Class` from the current folder.

    Raises:
        typer.BadParameter: there is none.
    """
    if ":" in name and os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        return find_policy(name)
    except UnknownPolicy as error:
        raise typer.BadParameter(str(error), param_hint=option) from error


def terminal() -> Console:
    """Return the console for tables. If the output is no terminal, it is as wide as tables need."""
    return Console(width=None if sys.stdout.isatty() else WIDEST)


def print_json(data: Any) -> None:
    """Print an object on a line of its own, like every command with --json."""
    typer.echo(json.dumps(data, ensure_ascii=False))


@contextmanager
def ending_in_a_line(*invalid: type[Exception]) -> Iterator[None]:
    """End a command that fails with a line that says why, and with an exit code.

    The code is 1 if the server does not answer, or stops answering. It is 2 if the request is invalid: after a
    ClientError, or one of the exceptions `invalid`. It is 0 after Ctrl-C, the usual way to end a command that would
    continue.
    """
    try:
        yield
    except (CannotConnect, Disconnected) as error:
        raise _ended(error, 1) from error
    except ClientError as error:
        raise _ended(error, 2) from error
    except invalid as error:
        raise _ended(error, 2) from error
    except KeyboardInterrupt:
        raise typer.Exit(0) from None


def _ended(error: Exception, code: int) -> typer.Exit:
    why = error.message if isinstance(error, RequestRefused) else str(error)
    typer.echo(f"error: {' '.join(why.split())}", err=True)
    return typer.Exit(code)
