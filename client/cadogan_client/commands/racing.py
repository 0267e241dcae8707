"""`cadogan race`: bots race in a room of their own; a table shows the results."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack
from difflib import get_close_matches
from functools import partial
from random import Random
from typing import Annotated, Any

import typer
from rich.table import Table

from cadogan_client.bots.player import Pace, play_policy
from cadogan_client.bots.policy import Policy, kind_of
from cadogan_client.bots.tempo import USUAL, Tempo
from cadogan_client.client import Client
from cadogan_client.commands.arguments import DEFAULT_URL, Json, Url, chosen_policy, print_json, terminal
from cadogan_client.errors import ClientError
from cadogan_client.kinds import KINDS, Kind
from cadogan_client.room import Room
from cadogan_protocol import GameInfo, OptionValue, RaceSeries, ResultRow, Results, RoomOptions
from cadogan_protocol.limits import FEWEST_RACES, MAX_NAME, MAX_RACERS, MOST_RACES
from cadogan_protocol.room_options import MOST_NUMBER, Numbering
from cadogan_protocol.wording import NUMBERING_HELP, NUMBERINGS

Played = tuple[Kind, str, str, Results, RaceSeries | None]
"""The kind of a room that was played, its code, what its deal is called, its results, and the series that it ended."""

ByNumbering = Annotated[Numbering | None, typer.Option("--numbering", help=NUMBERING_HELP)]

Winnable = Annotated[
    bool,
    typer.Option(
        "--winnable", help="Deal cards with which the server's solver has proved a win, if it finds some in time."
    ),
]

InSeries = Annotated[
    str,
    typer.Option(
        metavar="NUMBER|GAME,...",
        help="Race 3 to 9 races for points: the number of races, with drawn games after the first, or the games after the first.",
    ),
]


def race(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="Its id; `cadogan games` lists them.", show_default=False)
    ],
    bots: Annotated[
        str,
        typer.Option(
            metavar="POLICY,...",
            help="Policies that race: easy (a beginner), fair (an attentive casual player), good (an experienced player), "
            "master (it searches what the hidden cards may be), other installed policies by name, or module:Class.",
        ),
    ] = "easy,fair,good",
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
    ] = None,
    number: Annotated[int | None, typer.Option(help="The number of the deal; by default a fresh one.")] = None,
    numbering: ByNumbering = None,
    winnable: Winnable = False,
    time_limit: Annotated[
        int, typer.Option(min=0, max=7200, help="Most seconds that the race takes; 0 for no limit.")
    ] = 0,
    pace: Annotated[
        float | None, typer.Option(min=0, help="Mean seconds that a bot thinks about a move.  [default: 0]")
    ] = None,
    human: Annotated[
        bool,
        typer.Option("--human", help="Let each bot take a person's time instead; stronger bots take less."),
    ] = False,
    seed: Annotated[int | None, typer.Option(help="The same seed makes the bots' choices the same.")] = None,
    series: InSeries = "",
    somebody: Annotated[
        bool,
        typer.Option(help="Wait for a person or a program, else a bot, that the server finds; GAME may be `any`."),
    ] = False,
    url: Url = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Open a room of a game, let bots race in it, and print the results. In a duel two bots play one game,
    at a shared table two to eight play a match: `cadogan race racing_demon --bots easy,fair,good --human`.

    To try bots of your own against each other: `cadogan race klondike_draw1 --bots hasty:Hasty,good` loads `Hasty` from
    hasty.py in the current folder. The exit code is 1 if the race could not be played to its end.
    """
    policies = _policies(bots)
    if human and pace is not None:
        raise typer.BadParameter("it can't be combined with --pace", param_hint="--human")
    tempos = [getattr(policy, "tempo", USUAL) if human else Tempo(pace or 0) for policy in policies]
    options = dict(map(_option, option or []))
    rules = {"seats": len(policies), "public": False, "time_limit": time_limit, **_deal(number, numbering, winnable)}
    if somebody:
        _must_be_single(series)
        playing = _race_somebody(url, game, policies[-1], Pace(tempos[-1], Random(seed)))
    else:
        playing = _race(url, game, options, rules, series, policies, tempos, Random(seed))
    _tell(*_run(playing), as_json)


def _must_be_single(series: str) -> None:
    """Exit with 2 if a series is asked for together with somebody to play with."""
    if series:
        raise typer.BadParameter("it can't be combined with --series", param_hint="--somebody")


def _run(playing: Coroutine[Any, Any, Played]) -> Played:
    """Return what is played, or exit with 1 and say why it was not."""
    try:
        return asyncio.run(playing)
    except (ClientError, OSError) as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(1) from error


def _policies(bots: str) -> list[type[Policy]]:
    """Return the policies of a list of names with commas between them."""
    policies = [chosen_policy(name.strip(), "--bots") for name in bots.split(",") if name.strip()]
    if not 1 <= len(policies) <= MAX_RACERS:
        raise typer.BadParameter(f"{len(policies)} bots can't race: 1 to {MAX_RACERS} can", param_hint="--bots")
    return policies


def _deal(number: int | None, numbering: Numbering | None, winnable: bool) -> dict[str, Any]:
    """Return the options of a room that say which deal it has."""
    if number is not None and winnable:
        raise typer.BadParameter(
            "a numbered deal is what it is: leave out --number or --winnable", param_hint="--winnable"
        )
    if winnable:
        return {"deal": "winnable"}
    if number is None:
        if numbering is not None:
            raise typer.BadParameter("it belongs to --number", param_hint="--numbering")
        return {}
    most = max(MOST_NUMBER.values())
    if not 1 <= number <= most:
        raise typer.BadParameter(f"there is no deal {number}: choose a number from 1 to {most}", param_hint="--number")
    return {"deal": "numbered", "number": number, **({"numbering": numbering} if numbering else {})}


def _option(text: str) -> tuple[str, OptionValue]:
    """Return an option given as `draw=3` or `returns=true`."""
    name, equals, value = text.partition("=")
    if not equals:
        raise typer.BadParameter(f"{text!r} is no NAME=VALUE", param_hint="--option")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.isascii() and value.isdigit() and len(value) <= 9 else value


async def _race(
    url: str,
    game: str,
    options: dict[str, OptionValue],
    rules: dict[str, Any],
    series: str,
    policies: list[type[Policy]],
    tempos: list[Tempo],
    random: Random,
) -> Played:
    """Run the race, or all races of a series, and return what was played. Raises ClientError."""
    names = list(_names(policies))
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(await Client.connect(url, name, program=kind_of(policy)))
            for name, policy in zip(names, policies, strict=True)
        ]
        games = await clients[0].list_games()
        chosen = game_called(games, game)
        if "number" in rules and chosen.numberings:
            rules = {"numbering": chosen.numberings[0], **rules}
        rules = {**_rules_of(KINDS[chosen.kind], rules), **_series(series, chosen.id, games)}
        room = await clients[0].create(chosen.id, options, **rules)
        rooms = [room, *[await client.join(room.code, key=room.key) for client in clients[1:]]]
        while True:
            await _all_play(clients, rooms, policies, [Pace(tempo, Random(random.getrandbits(64))) for tempo in tempos])
            races = rooms[0].state.races
            if races is None or races.race == races.races:
                break
            rooms = await _all_go_on(clients)
    room = rooms[0]
    results = room.state.results
    if results is None:
        raise ClientError(f"room {room.code} has ended without results")
    return KINDS[chosen.kind], room.code, deal_called(room.state.rules), results, room.state.races


async def _all_play(clients: list[Client], rooms: list[Room], policies: list[type[Policy]], paces: list[Pace]) -> None:
    """Let each client play in its room to the end."""
    playing = [
        asyncio.create_task(play_policy(client, own, policy, pace))
        for client, own, policy, pace in zip(clients, rooms, policies, paces, strict=True)
    ]
    try:
        await asyncio.gather(*playing)
    finally:  # as soon as one fails, the others stop too
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


async def _all_go_on(clients: list[Client]) -> list[Room]:
    """Go on to the next race of a series with all clients, and return their rooms."""
    for client in clients:
        await client.onward()
    for client in clients:
        await client.until(partial(_is_called, client))
    return [await client.rematch() for client in clients]


def _is_called(client: Client) -> bool:
    """Return True once the next race of the series is called in a client's room."""
    races = client.room.state.races if client.room is not None else None
    return races is not None and races.called


def _series(text: str, first: str, games: Sequence[GameInfo]) -> dict[str, Any]:
    """Return the options of a room that begin a series: `5`, or the names of the games after the first."""
    if not text:
        return {}
    wanted: dict[str, Any]
    if text.isascii() and text.isdigit() and len(text) <= 3:
        wanted = {"races": int(text)}
    else:
        named = [first, *(game_called(games, name.strip()).id for name in text.split(",") if name.strip())]
        wanted = {"races": len(named), "games": " ".join(named)}
    if not FEWEST_RACES <= wanted["races"] <= MOST_RACES:
        raise ClientError(f"a series has {FEWEST_RACES} to {MOST_RACES} races, not {wanted['races']}")
    return wanted


async def _race_somebody(url: str, game: str, policy: type[Policy], pace: Pace) -> Played:
    """Wait for somebody to play with, play, and return what `_race` does. Raises ClientError."""
    async with await Client.connect(url, policy.__name__[:MAX_NAME], program=kind_of(policy)) as client:
        games = [] if game == "any" else [game_called(await client.list_games(), game).id]
        typer.echo("waiting for somebody to play with", err=True)
        room, found = await client.somebody(*games)
        typer.echo(f"a {found.opponent} plays {found.game} with you in room {room.code}", err=True)
        await play_policy(client, room, policy, pace)
    if room.state.results is None:
        raise ClientError(f"room {room.code} has ended without results")
    return KINDS[room.state.kind], room.code, deal_called(room.state.rules), room.state.results, None


def game_called(games: Sequence[GameInfo], text: str) -> GameInfo:
    """Return the game with this id or title, in any case. Raises ClientError, which names similar games."""
    named = {_plain(name): info for info in games for name in (info.title, info.id)}
    if _plain(text) in named:
        return named[_plain(text)]
    alike = dict.fromkeys(named[name].id for name in get_close_matches(_plain(text), named, n=3))
    hint = f"did you mean {' or '.join(alike)}?" if alike else "`cadogan games` lists them all"
    raise ClientError(f"there is no game {text!r}: {hint}")


def deal_called(rules: RoomOptions) -> str:
    """Return what a numbered deal is called: `Microsoft deal 617`; empty for other deals."""
    return f"{NUMBERINGS[rules.numbering]} deal {rules.number}" if rules.deal == "numbered" else ""


def _plain(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def _rules_of(kind: Kind, rules: dict[str, Any]) -> dict[str, Any]:
    """Return the rules of a room. They lack the number of seats if the kind of room fixes it."""
    if kind.seats is None:
        return rules
    if rules["seats"] != kind.seats:
        raise ClientError(f"a {kind.name} is for {kind.seats} bots, and --bots names {rules['seats']}")
    return {name: value for name, value in rules.items() if name != "seats"}


def _names(policies: list[type[Policy]]) -> list[str]:
    """Return the names of the bots: their classes. Further bots of a class get a number."""
    named: list[str] = []
    for policy in policies:
        name = policy.__name__[: MAX_NAME - 3]
        alike = sum(other.partition(" ")[0] == name for other in named)
        named.append(f"{name} {alike + 1}" if alike else name)
    return named


def _tell(kind: Kind, code: str, deal: str, results: Results, series: RaceSeries | None, as_json: bool) -> None:
    """Print the standings of a series, or the results of room `code` and what its deal is called if that has a number."""
    if series is not None:
        _tell_standings(series, as_json)
        return
    rows = sorted(results.rows, key=lambda row: row.rank)
    if as_json:
        for row in rows:
            print_json(row.model_dump(mode="json", exclude_none=True))
        return
    _print(rows, kind.together)
    if deal:
        typer.echo(f"{deal}: not rated, because its cards may be known", err=True)
    typer.echo(f"`cadogan replay {code}` shows the room", err=True)


def _tell_standings(series: RaceSeries, as_json: bool) -> None:
    """Print the standings after the last race of a series, and what was raced."""
    if as_json:
        for line in series.standings:
            print_json(line.model_dump(mode="json", exclude_none=True))
        return
    table = Table("rank", "name", "bot", "points", "races", box=None)
    for column in (0, 3, 4):
        table.columns[column].justify = "right"
    for line in series.standings:
        table.add_row(str(line.rank), line.name, line.bot or "", str(line.points), str(line.races))
    terminal().print(table)
    typer.echo(f"raced: {', '.join(series.games)}", err=True)


def _print(rows: list[ResultRow], by_points: bool) -> None:
    """Print the results. At a shared table the points of the whole match decide, and they stand in place of the progress
    in its last round."""
    reached = "points" if by_points else "progress"
    table = Table("rank", "name", "bot", "won", reached, "moves", "seconds", box=None)
    for column in (0, 4, 5, 6):
        table.columns[column].justify = "right"
    for row in rows:
        won = "yes" if row.won else "no"
        seconds = "" if row.time is None else f"{row.time / 1000:.1f}"
        figure = row.score if by_points else row.progress
        table.add_row(str(row.rank), row.name, row.bot or "", won, str(figure), str(row.moves), seconds)
    terminal().print(table)
