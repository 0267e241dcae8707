"""`cadogan games`."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

from cadogan_games import catalogue, texts
from cadogan_games.engine.head import Info
from cadogan_server.commands.options import WIDEST, Json, known_id, print_json, print_table


def games(
    id: Annotated[
        str | None,
        typer.Argument(metavar="ID", help="Tell how this one is played, instead of listing all.", show_default=False),
    ] = None,
    language: Annotated[
        str, typer.Option(metavar="CODE", help="The language to tell it in: en, de, fr, ...; else in English.")
    ] = texts.ENGLISH,
    as_json: Json = False,
) -> None:
    """List every game and variant, those that race well first; with an ID, tell how that one is played."""
    if id is not None:
        _tell(id, language, as_json)
        return
    infos = [catalogue.info(each) for each in catalogue.ids()]
    if as_json:
        for info in infos:
            print_json(_line(info, language))
        return
    rows = [("id", "title", "packs", "race", "options"), *map(_row, infos)]
    if sys.stdout.isatty():
        table = Table(*rows[0], box=None)
        table.columns[0].no_wrap = table.columns[3].no_wrap = True
        for row in rows[1:]:
            table.add_row(*row)
        print_table(table)
        return
    # Who takes the list apart gets a line for each game, with its whole id; what is too long for it is cut.
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        line = "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        typer.echo(line if len(line) <= WIDEST else f"{line[: WIDEST - 1]}…")


def _row(info: Info) -> tuple[str, ...]:
    race = info.kind if info.kind == "duel" else info.race
    return info.id, info.title, str(info.packs), race, "; ".join(_options(info))


def _tell(id: str, language: str, as_json: bool) -> None:
    info = catalogue.info(known_id(id))
    if as_json:
        print_json({**_line(info, language), "how_to": texts.how_to(info.id, language)})
        return
    console = Console()
    console.print(f"[bold]{info.title}[/bold] ({info.id}), {info.family}, {info.cards} cards")
    if info.kind == "race":
        why = texts.race_why(info.id, language)
        console.print(f"As a race {info.race}{f': {why}' if why else ''}")
    for line in _options(info):
        console.print(f"option {line}")
    console.print()
    console.print(Markdown(texts.how_to(info.id, language)))


def _options(info: Info) -> list[str]:
    """Each option with its values, the default first."""
    return [f"{name}: {', '.join(map(str, values))}" for name, values in info.option_values.items()]


def _line(info: Info, language: str) -> dict[str, Any]:
    game = catalogue.game(info.id)
    return {
        "id": info.id,
        "title": info.title,
        "variant_of": info.variant_of,
        "family": info.family,
        "kind": info.kind,
        "packs": info.packs,
        "cards": info.cards,
        "race": info.race,
        "race_why": texts.race_why(info.id, language),
        "groups": [{"id": group.id, "piles": group.size} for group in game.groups],
        "actions": catalogue.actions(info.id),
        "phases": game.phases,
        "counters": list(game.counters),
        "options": info.option_values,
        "progress_max": info.progress_max,
        "revision": info.revision,
        "source": info.source,
    }
