"""`cadogan leaderboard`: the best players of a game."""

from __future__ import annotations

import time
from typing import Annotated, Any, get_args

import typer
from pydantic import ValidationError
from rich.console import RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from cadogan_client.commands import drawing
from cadogan_client.commands.arguments import DEFAULT_URL, Json, Url, ending_in_a_line, print_json, terminal
from cadogan_client.commands.racing import game_called
from cadogan_client.errors import CannotConnect
from cadogan_client.kinds import KINDS
from cadogan_client.reading import Reader
from cadogan_protocol import GameInfo
from cadogan_protocol.boards import BoardMetric, BoardPeriod, BoardScope

AGAIN_SECONDS = 2.0
"""The time between two looks with --live, in seconds."""

TIMES = ("best_time", "best_time_undo")


def leaderboard(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Its id or title.", show_default=False)],
    metric: Annotated[str, typer.Option(help=f"Figure to rank by: {', '.join(get_args(BoardMetric))}.")] = "wins",
    period: Annotated[str, typer.Option(help=f"Period: {', '.join(get_args(BoardPeriod))}.")] = "ever",
    scope: Annotated[str, typer.Option(help=f"Scope of ratings: {', '.join(get_args(BoardScope))}.")] = "game",
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
    ] = None,
    count: Annotated[int, typer.Option(min=1, max=10_000, help="The most rows.")] = 20,
    live: Annotated[bool, typer.Option("--live", help="Keep showing it, until Ctrl-C.")] = False,
    url: Url = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Print the best players of a game."""
    reader = Reader(url)
    asked: dict[str, Any] = {"metric": metric, "period": period, "scope": scope, "option": option or []}
    with ending_in_a_line():
        chosen = _game(reader, game)
        if live:
            _keep_showing(reader, chosen, asked, count, as_json)
        else:
            _print(_rows(reader, chosen, asked, count), chosen, asked, as_json)


def _game(reader: Reader, text: str) -> GameInfo:
    """Return the game with this id or title. Raises ClientError."""
    try:
        games = [GameInfo.model_validate(info, extra="ignore") for info in reader.object("games")["games"]]
    except (ValidationError, KeyError) as error:
        raise CannotConnect("the server describes games in a form that this client does not know") from error
    return game_called(games, text[:100])


def _rows(reader: Reader, game: GameInfo, asked: dict[str, Any], count: int) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for row in reader.pages("rows", "boards", game.id, count=min(count, 100), **asked):
        rows.append(row)
        if len(rows) == count:
            break
    return rows


def _keep_showing(reader: Reader, game: GameInfo, asked: dict[str, Any], count: int, as_json: bool) -> None:
    """Show a board, and again after each change."""
    before: list[dict[str, Any]] | None = None
    with Live(console=terminal(), auto_refresh=False) as shown:
        while True:
            rows = _rows(reader, game, asked, count)
            if rows != before and as_json:
                print_json({"rows": rows})
            elif rows != before:
                shown.update(_table(rows, game, asked), refresh=True)
            before = rows
            time.sleep(AGAIN_SECONDS)


def _print(rows: list[dict[str, Any]], game: GameInfo, asked: dict[str, Any], as_json: bool) -> None:
    if as_json:
        for row in rows:
            print_json(row)
    else:
        terminal().print(_table(rows, game, asked))


def _table(rows: list[dict[str, Any]], game: GameInfo, asked: dict[str, Any]) -> RenderableType:
    metric, period = asked["metric"], asked["period"]
    counts = KINDS[game.kind].wins if metric == "wins" else metric.replace("_", " ")
    table = Table(title=f"{game.title}: {counts}, {period}", box=None, title_justify="left")
    table.add_column("rank", justify="right")
    table.add_column("name")
    table.add_column(counts, justify="right")
    table.add_column("races", justify="right")
    for row in rows:
        value = row["value"]
        figure = drawing.clock(round(value)) if metric in TIMES else f"{value:g}"
        table.add_row(str(row["rank"]), Text(row["name"]), figure, str(row.get("races", "")))
    if not rows:
        table.add_row("", "nobody yet", "", "")
    return table
