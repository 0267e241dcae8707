"""The command `cadogan games`: lists all games, or says how one is played."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

from cadogan_games import catalogue, texts
from cadogan_games.engine.head import Head
from cadogan_server.commands.options import WIDEST, Json, known_id, print_json, print_table
from cadogan_server.rooms.kinds.registry import kind_of


def games(
    id: Annotated[
        str | None,
        typer.Argument(metavar="ID", help="Print how to play this game, instead of listing all.", show_default=False),
    ] = None,
    language: Annotated[
        str, typer.Option(metavar="CODE", help="Language: en, de, fr, ...; missing texts are in English.")
    ] = texts.ENGLISH,
    as_json: Json = False,
) -> None:
    """List every game and variant, those that race well first; with an ID, print how to play that one."""
    if id is not None:
        _print_game(id, language, as_json)
        return
    heads = [catalogue.head_of(each) for each in catalogue.ids()]
    if as_json:
        for head in heads:
            print_json(_summary(head, language))
        return
    rows = [("id", "title", "packs", "race", "options"), *map(_row, heads)]
    if sys.stdout.isatty():
        table = Table(*rows[0], box=None)
        table.columns[0].no_wrap = table.columns[3].no_wrap = True
        for row in rows[1:]:
            table.add_row(*row)
        print_table(table)
        return
    # A program that reads the list gets one line per game with its whole id; longer lines are cut.
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        line = "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        typer.echo(line if len(line) <= WIDEST else f"{line[: WIDEST - 1]}…")


def _row(head: Head) -> tuple[str, ...]:
    race = head.race if kind_of(head).own_boards else head.kind
    return head.id, head.title, str(head.packs), race, "; ".join(_options(head))


def _print_game(id: str, language: str, as_json: bool) -> None:
    head = catalogue.head_of(known_id(id))
    if as_json:
        print_json({**_summary(head, language), "how_to": texts.how_to(head.id, language)})
        return
    console = Console()
    console.print(f"[bold]{head.title}[/bold] ({head.id}), {head.family}, {head.cards} cards")
    if kind_of(head).own_boards:
        why = texts.race_why(head.id, language)
        console.print(f"As a race {head.race}{f': {why}' if why else ''}")
    for line in _options(head):
        console.print(f"option {line}")
    console.print()
    console.print(Markdown(texts.how_to(head.id, language)))


def _options(head: Head) -> list[str]:
    """Return each option with its values, the default first."""
    return [f"{name}: {', '.join(map(str, values))}" for name, values in head.option_values.items()]


def _summary(head: Head, language: str) -> dict[str, Any]:
    game = catalogue.game(head.id)
    return {
        "id": head.id,
        "title": head.title,
        "variant_of": head.variant_of,
        "family": head.family,
        "kind": head.kind,
        "packs": head.packs,
        "cards": head.cards,
        "race": head.race,
        "race_why": texts.race_why(head.id, language),
        "groups": [{"id": group.id, "piles": group.size} for group in game.groups],
        "actions": catalogue.actions(head.id),
        "phases": game.phases,
        "counters": list(game.counters),
        "options": head.option_values,
        "progress_max": head.progress_max,
        "revision": head.revision,
        "source": texts.source(head.id, language),
    }
