"""Arguments that several commands share."""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from datetime import UTC, datetime
from difflib import get_close_matches
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_type_hints

import typer
from rich.console import Console
from rich.table import Table

from cadogan_games import catalogue
from cadogan_games.engine.checking import BadDefinition
from cadogan_games.engine.game import Game
from cadogan_games.engine.head import Value
from cadogan_games.kept import OtherSeries
from cadogan_protocol.room_options import MOST_NUMBER, Numbering
from cadogan_protocol.wording import NUMBERING_HELP, NUMBERINGS
from cadogan_server.rooms.fairness import numbered_seed

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Given = TypeVar("Given", bound="DataclassInstance")

GameId = Annotated[str, typer.Argument(metavar="ID", help="The game; `cadogan games` lists them.", show_default=False)]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-o", metavar="NAME=VALUE", help="An option of the game, such as draw=3; may be repeated."
    ),
]
Number = Annotated[int | None, typer.Option(help="The number of a deal that is known by its number.")]
ByNumbering = Annotated[Numbering | None, typer.Option("--numbering", help=NUMBERING_HELP)]
MOST_DIGITS = 10
"""Digits of a number; Python refuses to read thousands."""


def kept_in(help: str) -> Any:
    """Return an option for the folder in which a command stores its results."""
    return typer.Option(metavar="DIR", help=help, file_okay=False)


def taking(options: type[Given]) -> Callable[[Callable[[Given], None]], Callable[..., None]]:
    """Return a decorator for a command that takes one object: Typer sees an option for each field of its dataclass.

    Args:
        options: a dataclass whose fields are annotated with `typer.Option` or `typer.Argument`, and have defaults.
    """
    hints = get_type_hints(options, include_extras=True)
    parameters = [
        Parameter(field.name, Parameter.KEYWORD_ONLY, default=field.default, annotation=hints[field.name])
        for field in fields(options)
    ]

    def decorate(command: Callable[[Given], None]) -> Callable[..., None]:
        def invoke(**given: Any) -> None:
            command(options(**given))

        invoke.__name__, invoke.__doc__, invoke.__annotations__ = command.__name__, command.__doc__, hints
        invoke.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        return invoke

    return decorate


def seed_of_deal(game: Game, number: int | None, numbering: Numbering | None) -> tuple[bytes, str] | None:
    """Return the seed of a numbered deal of a game, and its name: `Microsoft deal 617`; None if there is no number.

    Raises:
        typer.BadParameter: the game has no such deal.
    """
    if number is None:
        if numbering is not None:
            raise typer.BadParameter("it belongs to --number", param_hint="--numbering")
        return None
    has = (*game.head.numberings, "cadogan")
    chosen: Any = numbering or has[0]
    if chosen not in has:
        raise typer.BadParameter(
            f"{game.head.title} has no deals by {NUMBERINGS[chosen]}'s numbers: choose {' or '.join(has)}",
            param_hint="--numbering",
        )
    if not 1 <= number <= MOST_NUMBER[chosen]:
        raise typer.BadParameter(
            f"there is no deal {number} by {NUMBERINGS[chosen]}'s numbers: choose one from 1 to {MOST_NUMBER[chosen]}",
            param_hint="--number",
        )
    return numbered_seed(game.head.id, number, chosen), f"{NUMBERINGS[chosen]} deal {number}"


Json = Annotated[bool, typer.Option("--json", help="Print JSON, one object per line.")]

WIDEST = 100
"""Columns of a table that is not printed to a terminal."""


def print_json(data: Any) -> None:
    """Print an object on one line, as every command with --json does."""
    typer.echo(json.dumps(data, ensure_ascii=False))


def print_table(table: Table) -> None:
    """Print a table as wide as the terminal, or `WIDEST` columns wide."""
    Console(width=None if sys.stdout.isatty() else WIDEST).print(table)


def known_id(text: str) -> str:
    """Return the id of a game from user input: in any case, with - or spaces for _, or its title.

    Raises:
        typer.BadParameter: there is none; the message lists similar ones.
    """
    plain = _plain(text)
    named = {_plain(name): id for id in catalogue.ids() for name in (catalogue.head_of(id).title, id)}
    if plain in named:
        return named[plain]
    alike = dict.fromkeys(named[name] for name in get_close_matches(plain, named, n=3))
    hint = f"did you mean {' or '.join(alike)}?" if alike else "`cadogan games` lists them all"
    raise typer.BadParameter(f"there is no game {text!r}: {hint}", param_hint="ID")


def _plain(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def chosen_game(id: str, options: list[str] | None) -> Game:
    """Return the game of the arguments as it would be dealt now. An omitted `year` is the current one (UTC).

    Raises:
        typer.BadParameter: there is no such game, option or value.
    """
    id = known_id(id)
    try:
        return dealt_now(id, dict(map(catalogue.read_option, options or [])))
    except catalogue.BadOption as error:
        raise typer.BadParameter(str(error), param_hint="--option") from error
    except BadDefinition as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(1) from error


def dealt_now(id: str, options: Mapping[str, Value]) -> Game:
    """Return the game with these options as a room opened now would have it. Raises as `catalogue.game` does."""
    return catalogue.game(id, catalogue.resolve_options(id, options, datetime.now(UTC).year))


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
    """Return the machine's description for a table of speeds."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python} on {platform.system()} {platform.machine()}, {os.cpu_count()} processors"


@contextmanager
def going_on(kept: Path, option: str) -> Iterator[None]:
    """Report a file of results that can't be read or has unknown content."""
    try:
        yield
    except (OSError, OtherSeries) as error:
        raise typer.BadParameter(f"{kept}: {error}", param_hint=option) from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise typer.BadParameter(f"{kept} holds something else: {error!r}", param_hint=option) from error


def read_kept(kept: Path) -> str | None:
    """Return the text of a file of results, or None if there is none yet. Creates its folder."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    return kept.read_text(encoding="utf-8") if kept.exists() else None


def write_whole(path: Path, text: str, option: str) -> None:
    """Write a text to a file completely or not at all, so that an interruption does not lose earlier results."""
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise typer.BadParameter(f"{path} can't be written: {error.strerror}", param_hint=option) from error
