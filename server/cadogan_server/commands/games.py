"""`cadogan games`."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

from cadogan_games import catalogue, texts
from cadogan_server.commands.options import Json


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
        typer.echo(json.dumps([_line(info, language) for info in infos], indent=1, ensure_ascii=False))
        return
    table = Table("id", "title", "packs", "race", "options", box=None)
    table.columns[0].no_wrap = table.columns[3].no_wrap = True
    for info in infos:
        race = info.kind if info.kind == "duel" else info.race
        table.add_row(info.id, info.title, str(info.packs), race, "; ".join(_options(info)))
    # A narrow terminal wraps the options; who takes the list apart gets a line for each game, with its whole id.
    Console(width=None if sys.stdout.isatty() else 400).print(table)


def _tell(id: str, language: str, as_json: bool) -> None:
    try:
        info = catalogue.info(id)
    except catalogue.UnknownGame as error:
        raise typer.BadParameter(str(error), param_hint="ID") from error
    if as_json:
        typer.echo(
            json.dumps({**_line(info, language), "how_to": texts.how_to(id, language)}, indent=1, ensure_ascii=False)
        )
        return
    console = Console()
    console.print(f"[bold]{info.title}[/bold] ({info.id}), {info.family}, {info.cards} cards")
    if info.kind == "race":
        console.print(f"As a race {info.race}: {texts.race_why(id, language)}")
    for line in _options(info):
        console.print(f"option {line}")
    console.print()
    console.print(Markdown(texts.how_to(id, language)))


def _options(info: catalogue.Info) -> list[str]:
    """Each option with its values, the default first."""
    return [f"{name}: {', '.join(map(str, values))}" for name, values in info.option_values.items()]


def _line(info: catalogue.Info, language: str) -> dict[str, Any]:
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
