"""The client's commands of `cadogan`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer

from cadogan_client.bots.levels import LIKE, POLICIES
from cadogan_client.bots.player import Pace, play_policy
from cadogan_client.bots.policy import Policy, kind_of
from cadogan_client.bots.tempo import USUAL, Tempo
from cadogan_client.client import Client
from cadogan_client.commands import clubs, friends, tournaments
from cadogan_client.commands.analysing import analyse
from cadogan_client.commands.arguments import DEFAULT_URL, Json, Url, chosen_policy, entrance, print_json
from cadogan_client.commands.boards import leaderboard
from cadogan_client.commands.exporting import export
from cadogan_client.commands.racing import race
from cadogan_client.commands.replaying import replay
from cadogan_client.commands.watching import watch
from cadogan_client.dealt import check_deal
from cadogan_client.errors import ClientError, RequestRefused
from cadogan_client.proved import check_proof
from cadogan_client.reading import Reader
from cadogan_client.records import BadReplay, fetch, published_day, read, write
from cadogan_client.signed import check_replay, fetch_signed, published_keys
from cadogan_client.verify import Check, NotVerifiable, check_fairness, in_words, is_fair
from cadogan_protocol import ErrorCode, Replay, ResultRow
from cadogan_protocol.limits import MAX_NAME
from cadogan_protocol.parts import Level

app = typer.Typer()
app.add_typer(tournaments.app, name="tournament")
app.add_typer(clubs.app, name="club")
app.add_typer(friends.app, name="friends")
for command in (race, watch, replay, analyse, leaderboard, export):
    app.command()(command)

NAMES = ("Annabel", "Blanche", "Cosima", "Dorothea", "Edmund", "Florian", "Gustav", "Henrietta", "Isidor", "Josephine")
"""The names of bots. Further bots, and those whose name is taken, get a number."""

MOST_NAMES_TRIED = 100
"""The number of names that a bot tries in a room before it gives up."""
MOST_BOTS = 64
"""The largest number of bots of one command."""


@app.command()
def bot(
    room: Annotated[str, typer.Option(help="The code of the room to join; with one by link only, CODE#KEY.")],
    count: Annotated[int, typer.Option(min=1, max=MOST_BOTS, help="Number of bots.")] = 1,
    level: Annotated[
        Level,
        typer.Option(help=f"Level of play: {', '.join(f'{level} ({like})' for level, like in LIKE.items())}."),
    ] = "fair",
    policy: Annotated[
        str | None, typer.Option(help="Another policy instead: an installed one by name, or module:Class.")
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(help=f"Name, of at most {MAX_NAME - 3} characters; further bots get a number."),
    ] = None,
    url: Url = DEFAULT_URL,
    pace: Annotated[
        float | None,
        typer.Option(
            min=0,
            help="Mean seconds that a bot thinks about a move. By default it takes a person's time, by its level.",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed makes the same choices.")] = None,
    as_json: Json = False,
) -> None:
    """Let bots join a room and play its race, and print their results."""
    chosen = POLICIES[level] if policy is None else chosen_policy(policy)
    if name is not None and not 1 <= len(name.strip()) <= MAX_NAME - 3:
        raise typer.BadParameter(f"{name!r} is no name: it has 1 to {MAX_NAME - 3} characters", param_hint="--name")
    entrance(room)
    tempo = getattr(chosen, "tempo", USUAL) if pace is None else Tempo(pace)
    names = list(_names(name, count))
    failed = asyncio.run(_play_all(url, room, names, chosen, tempo, Random(seed), as_json))
    raise typer.Exit(1 if failed else 0)


def _names(name: str | None, count: int) -> Iterator[str]:
    """Yield the names of `count` bots."""
    for number in range(count):
        base, before = (
            (name.strip(), number) if name is not None else (NAMES[number % len(NAMES)], number // len(NAMES))
        )
        yield f"{base} {before + 1}" if before else base


async def _play_all(
    url: str, room: str, names: list[str], policy: type[Policy], tempo: Tempo, random: Random, as_json: bool
) -> int:
    """Play with bots of these names at once, and return the number of bots that failed."""
    seeds = [random.getrandbits(64) for _ in names]
    bots = [_play(url, room, name, policy, tempo, Random(each)) for name, each in zip(names, seeds, strict=True)]
    failed = 0
    for done in asyncio.as_completed(bots):
        result = await done
        failed += "error" in result
        _print(result, as_json)
    return failed


async def _play(url: str, code: str, name: str, policy: type[Policy], tempo: Tempo, random: Random) -> dict[str, Any]:
    try:
        async with await _connect(url, code, name, kind_of(policy)) as client:
            room = client.room
            assert room is not None
            typer.echo(f"{client.name} sits in room {room.state.code}, and plays when all there are ready", err=True)
            row = await play_policy(client, room, policy, Pace(tempo, random))
            return {**_line(client.name, row), "fair": is_fair(check_fairness(room.state, room.witness))}
    except ClientError as error:
        return {"name": name, "error": str(error)}


async def _connect(url: str, code: str, name: str, kind: str) -> Client:
    """Return a client seated in the room, under the first name that is free there."""
    for number in range(1, MOST_NAMES_TRIED):
        client = await Client.connect(url, name if number == 1 else f"{name} {number}", program=kind)
        try:
            await client.join(*entrance(code))
        except RequestRefused as refused:
            await client.close()
            if refused.code is not ErrorCode.NAME_TAKEN:
                raise
        else:
            if client.room is not None and client.room.seat is not None:
                return client
            await client.close()
            raise ClientError(f"room {code} has no free seat")
    raise ClientError(f"{MOST_NAMES_TRIED} names like {name} are taken in room {code}")


def _line(name: str, row: ResultRow | None) -> dict[str, Any]:
    if row is None:
        return {"name": name, "rank": None, "won": False}
    line = {"name": name, "rank": row.rank, "won": row.won, "progress": row.progress, "moves": row.moves}
    return {**line, "time": row.time}


def _print(result: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(result)
    elif "error" in result:
        typer.echo(f"{result['name']}: {result['error']}", err=True)
    else:
        how = "won" if result["won"] else f"progress {result.get('progress', 0)}"
        typer.echo(f"{result['name']}: rank {result['rank']}, {how}, {result.get('moves', 0)} moves")
        if not result["fair"]:
            typer.echo(f"{result['name']}: the deal does not fit what was promised before the start", err=True)


@app.command()
def verify(
    what: Annotated[
        str,
        typer.Argument(
            metavar="CODE|FILE", help="A finished room, CODE#KEY for one by link only, or a file kept with --save."
        ),
    ],
    url: Url = DEFAULT_URL,
    save: Annotated[Path | None, typer.Option(help="Keep the replay in this file, to check it again later.")] = None,
    as_json: Json = False,
) -> None:
    """Check that nobody has chosen the deal of a finished room: promises, nonces, seed, cards. Check also that names,
    results and times are those of the text that the server has signed, and that a winnable deal is the first of its row
    that the solver wins.

    The exit code is 1 if a check fails. A server keeps a room for a month after its end, if it has the space. The
    secret of a deal of the day is published when that day is over (UTC); keep the replay until then.
    """
    if not os.path.exists(what):
        entrance(what, "CODE|FILE")
    try:
        replay, checks = asyncio.run(verified(what, url, save))
    except (BadReplay, ClientError, NotVerifiable) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    for check in checks:
        _print_check(check, as_json)
    if not as_json:
        state = replay.state
        verdict = "nothing is wrong with the deal" if is_fair(checks) else "THE DEAL IS NOT THE ONE THAT WAS PROMISED"
        off = f"; {state.called_off} countdowns were called off before it" if state.called_off else ""
        typer.echo(f"{state.title}, room {state.code}: {verdict}{off}")
    raise typer.Exit(0 if is_fair(checks) else 1)


async def verified(source: str, url: str, save: Path | None) -> tuple[Replay, list[Check]]:
    """Return a replay and the results of all checks. `source` is a room's code or a file; `save` is a file to keep the
    replay in."""
    fetched = not await asyncio.to_thread(os.path.exists, source)
    if not fetched:
        replay = read(Path(source))
    else:
        code, _, key = entrance(source, "CODE|FILE")
        replay = await fetch(url, code, key)
    if save is not None:
        write(replay, save)
    day = replay.state.day
    published = await published_day(url, day) if day else None
    proof = await asyncio.to_thread(check_proof, replay.state, published)
    written = await asyncio.to_thread(_written, replay, url, entrance(source, "CODE|FILE")[2] if fetched else None)
    return replay, [*check_fairness(replay.state, published=published), check_deal(replay), *proof, *written]


def _written(replay: Replay, url: str, key: str | None) -> list[Check]:
    """Return the checks that a replay is the one that the server has written."""
    reader = Reader(url)
    try:
        return check_replay(replay, fetch_signed(reader, replay.state.code, key), published_keys(reader))
    except ClientError as error:
        what = "names, results and times are those that the server has written down"
        return [Check(what, None, f"the server does not give its text: {error}")]


def _print_check(check: Check, as_json: bool) -> None:
    if as_json:
        print_json({"what": check.what, "holds": check.holds, "why": check.why})
        return
    typer.echo(in_words(check))
