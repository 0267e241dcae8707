"""Arguments that several commands share."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from cadogan_games import catalogue
from cadogan_games.engine.game import Game

GameId = Annotated[str, typer.Argument(metavar="ID", help="The game; `cadogan games` lists them.", show_default=False)]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game, as draw=3; may be repeated."),
]
MOST_DIGITS = 10
"""Of a number; Python refuses to read thousands."""

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def chosen_game(id: str, options: list[str] | None) -> Game:
    """Return the game that the arguments name, as it would be dealt now: a `year` that is the current one is this year (UTC).

    Raises:
        typer.BadParameter: there is none, or it has no such option or value.
    """
    try:
        return dealt_now(id, dict(map(catalogue.read_option, options or [])))
    except catalogue.UnknownGame as error:
        raise typer.BadParameter(str(error), param_hint="ID") from error
    except catalogue.BadOption as error:
        raise typer.BadParameter(str(error), param_hint="--option") from error


def dealt_now(id: str, options: Mapping[str, catalogue.Value]) -> Game:
    """Return the game with these options settled, as a room opened now would have it. Raises as `catalogue.game` does."""
    return catalogue.game(id, catalogue.settle_options(id, options, datetime.now(UTC).year))


def bytes_of(seed: str) -> bytes:
    """Return the bytes of a seed in hex.

    Raises:
        typer.BadParameter: it is no hex.
    """
    try:
        return bytes.fromhex(seed)
    except ValueError as error:
        raise typer.BadParameter(f"{seed!r} is no hex", param_hint="--seed") from error


def conditions() -> str:
    """Return on what machine and how busy it is, for a table of speeds."""
    load = f", load {os.getloadavg()[0]:.1f} before" if hasattr(os, "getloadavg") else ""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"Measured with {python} on {platform.system()} {platform.machine()}, {os.cpu_count()} processors{load}."


def write_whole(path: Path, text: str, option: str) -> None:
    """Put a text into a file, whole or not at all: what was counted before is not lost if this ends in the middle."""
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise typer.BadParameter(f"{path} can't be written: {error.strerror}", param_hint=option) from error
