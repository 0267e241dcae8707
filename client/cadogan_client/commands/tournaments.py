"""`cadogan tournament`: tournaments in a terminal."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated, Any, get_args

import typer
from pydantic import ValidationError
from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from cadogan_client.client import Client
from cadogan_client.commands.arguments import DEFAULT_URL, Json, Url, ending_in_a_line, print_json, terminal
from cadogan_client.errors import ClientError
from cadogan_client.reading import Reader
from cadogan_protocol import ManageTournament, TournamentTerms
from cadogan_protocol.wording import of_fields

app = typer.Typer(no_args_is_help=True, help="List, show, open and manage tournaments.")

AGAIN_SECONDS = 2.0
"""Seconds between two looks with --live."""

RESULTS = {"first": "1:0", "second": "0:1", "draw": "½:½", "neither": "0:0", "void": "void"}

ORDERS = get_args(ManageTournament.model_fields["order"].annotation)

TOKEN = "CADOGAN_TOKEN"
"""The environment variable with the host's token."""

Id = Annotated[str, typer.Argument(metavar="ID", help="The tournament's id, or its link.", show_default=False)]


@app.command("list")
def list_them(url: Url = DEFAULT_URL, as_json: Json = False) -> None:
    """List the public tournaments: those that run, those to come, and the latest that are over."""
    with ending_in_a_line():
        found = Reader(url).object("tournaments")
    lines = [line for phase in ("running", "coming", "past") for line in found[phase]]
    if as_json:
        for line in lines:
            print_json(line)
        return
    table = Table(box=None)
    for column in ("id", "what", "phase", "starts", "players", "winner"):
        table.add_column(column)
    for line in lines:
        winner = Text(line.get("winner", ""))
        table.add_row(line["id"], _title(line), line["phase"], _moment(line["starts"]), str(line["players"]), winner)
    if not lines:
        table.add_row("", "none", "", "", "", "")
    terminal().print(table)


@app.command()
def show(
    tournament: Id,
    live: Annotated[bool, typer.Option("--live", help="Keep showing it until it is over.")] = False,
    url: Url = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Show a tournament with its standings."""
    reader, id = Reader(url), _id(tournament)
    with ending_in_a_line():
        if as_json:
            for found in _looks(reader, id, live):
                print_json(found)
            return
        with Live(console=terminal(), auto_refresh=False) as shown:
            for found in _looks(reader, id, live):
                shown.update(_picture(found), refresh=True)


@app.command()
def games(
    tournament: Id,
    player: Annotated[str | None, typer.Option(help="Only games of the player with this id.")] = None,
    round: Annotated[int | None, typer.Option(min=1, help="Only games of this round.")] = None,
    url: Url = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Print all games of a tournament, the latest first."""
    with ending_in_a_line():
        for game in _games(Reader(url), _id(tournament), player=player, round=round):
            if as_json:
                print_json(game)
                continue
            names = " – ".join(one["name"] for one in game["players"])
            result = RESULTS.get(game.get("result", ""), "running")
            why = "" if game.get("cause") in (None, "played") else f" ({game['cause'].replace('_', ' ')})"
            place = f"round {game['round']}, " if game["round"] else ""
            typer.echo(f"{game['number']:>5}  {place}{names}  {result}{why}  {game.get('room', '')}".rstrip())


@app.command("open")
def open_one(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="arena, swiss or knockout.", show_default=False)],
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's id.", show_default=False)],
    starts: Annotated[
        str | None, typer.Option(help="The start (UTC), as 2026-12-24T19:00; else you start it, within an hour.")
    ] = None,
    minutes: Annotated[int, typer.Option(help="An arena: minutes to the last pairing, 20 to 90.")] = 0,
    rounds: Annotated[int, typer.Option(help="Swiss: the rounds; 0: as many as its players need.")] = 0,
    time_limit: Annotated[int, typer.Option(help="Seconds for a game.")] = 900,
    title: Annotated[str, typer.Option(help="A title.")] = "",
    text: Annotated[str, typer.Option(help="What players should know.")] = "",
    private: Annotated[bool, typer.Option("--private", help="In no list: its link alone leads there.")] = False,
    club: Annotated[
        str, typer.Option(help="For the members of the club with this id, of which you are an officer.")
    ] = "",
    emblem: Annotated[str, typer.Option(metavar="MOTIF,GROUND,COLOUR", help="A picture, as crown,wine,gold.")] = "",
    bots: Annotated[str, typer.Option(help="Level of the bots that fill it.")] = "",
    fill: Annotated[int, typer.Option(help="With --bots: the least number of players.")] = 0,
    name: Annotated[
        str | None, typer.Option(help="Your name as its host.  [default: the token's, else Host]", show_default=False)
    ] = None,
    token: Annotated[str | None, typer.Option(envvar=TOKEN, help="Your token, to be the host under it.")] = None,
    url: Url = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Open a tournament, and print its id and the token of its host, which you need to manage it."""
    with ending_in_a_line():
        try:
            terms = TournamentTerms(
                kind=kind,
                game=game,
                title=title,
                text=text,
                minutes=minutes or (60 if kind == "arena" else 0),
                rounds=rounds,
                time_limit=time_limit,
                private=private,
                bots=bots,
                fill=fill,
                club=club,
                emblem=_emblem(emblem),
            )
        except ValidationError as error:
            raise ClientError(of_fields(error, "the tournament")) from error
        host = name or (own_name(url, token) if token else "Host")
        opened = asyncio.run(_open(url, host, token, terms, _moment_of(starts)))
    if as_json:
        print_json(opened)
        return
    typer.echo(f"{opened['id']}: {url.partition('://')[2].removesuffix('/ws')}/t/{opened['id']}")
    typer.echo(f"to manage it: export {TOKEN}={opened['token']}", err=True)


@app.command()
def order(
    tournament: Id,
    what: Annotated[str, typer.Argument(metavar="ORDER", help=f"{', '.join(ORDERS)}.", show_default=False)],
    starts: Annotated[str | None, typer.Option(help="move: the new start (UTC), as 2026-12-24T19:00.")] = None,
    player: Annotated[str | None, typer.Option(help="remove: the player's id.")] = None,
    number: Annotated[int | None, typer.Option(help="void: the number of the game.")] = None,
    token: Annotated[str | None, typer.Option(envvar=TOKEN, help="The host's token.")] = None,
    url: Url = DEFAULT_URL,
) -> None:
    """Manage a tournament, as its host."""
    if what not in ORDERS:
        raise typer.BadParameter(f"{what[:40]!r} is no order: give {', '.join(ORDERS)}", param_hint="ORDER")
    if not token:
        raise typer.BadParameter(
            f"only the host may do that: give the host's token, or set {TOKEN}", param_hint="--token"
        )
    about = {"starts": _moment_of(starts), "player": player, "number": number}
    with ending_in_a_line():
        asyncio.run(_order(url, own_name(url, token), token, _id(tournament), what, about))
    typer.echo(f"{what}: done")


def own_name(url: str, token: str) -> str:
    """Return the name of the player with a token. A hello under another name would change it."""
    return str(Reader(url, token).object("me")["name"])


async def _open(url: str, name: str, token: str | None, terms: TournamentTerms, starts: int | None) -> dict[str, Any]:
    async with await Client.connect(url, name, token) as client:
        told = await client.open_tournament(terms, starts)
        return {"id": told.about.id, "starts": told.about.starts, "token": client.token}


async def _order(url: str, name: str, token: str, id: str, what: str, about: dict[str, Any]) -> None:
    async with await Client.connect(url, name, token) as client:
        await client.manage_tournament(id, what, **about)


def _emblem(text: str) -> dict[str, str] | None:
    """Return the parts of an emblem; None for none."""
    if not text:
        return None
    parts = text.split(",")
    if len(parts) != 3:
        raise ClientError(f"{text[:40]!r} is no emblem: give a motif and two colours, as crown,wine,gold")
    return dict(zip(("motif", "ground", "figure"), parts, strict=True))


def _looks(reader: Reader, id: str, live: bool) -> Iterator[dict[str, Any]]:
    """Yield a tournament, and with `live` again whenever it has changed, until it is over."""
    before: dict[str, Any] | None = None
    while True:
        found = reader.object("tournaments", id)
        if found != before:
            yield found
        before = found
        if not live or found["about"]["phase"] in ("over", "cancelled"):
            return
        time.sleep(AGAIN_SECONDS)


def _games(reader: Reader, id: str, **which: Any) -> Iterator[dict[str, Any]]:
    before: int | None = None
    while found := reader.object("tournaments", id, "games", before=before, **which)["games"]:
        yield from found
        before = found[-1]["number"]


def _picture(found: dict[str, Any]) -> RenderableType:
    about = found["about"]
    state = f"round {about['round']} of {about['rounds']}" if about.get("round") else about["phase"]
    table = Table(box=None)
    for column in ("rank", "name", "points", "games", "won", "drawn", "lost", "tie-breaks"):
        table.add_column(column, justify="left" if column == "name" else "right")
    for line in found["standings"]:
        figures = (line[column] for column in ("points", "games", "won", "drawn", "lost"))
        ties = " ".join(map(str, line.get("tie_breaks", ())))
        table.add_row(str(line["rank"]), Text(line["name"]), *map(str, figures), ties)
    return Group(Text(f"{_title(about)}: {state}, {_moment(about['starts'])}"), table)


def _title(line: dict[str, Any]) -> str:
    terms = line["terms"]
    return str(terms.get("title") or f"{terms['kind']}: {terms['game']}")


def _moment(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _moment_of(text: str | None) -> int | None:
    """Return a moment in ms since 1970; None for none. Raises typer.BadParameter if the text is no moment."""
    if text is None:
        return None
    try:
        read = datetime.fromisoformat(text)
    except ValueError as error:
        raise typer.BadParameter(
            f"{text[:40]!r} is no moment: write it as 2026-12-24T19:00", param_hint="--starts"
        ) from error
    return int(1000 * (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp())


def _id(text: str) -> str:
    """Return the id in an id or a link."""
    return text.rstrip("/").rpartition("/")[2][:40]
