"""The client's commands of `cadogan`."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal

import typer

from cadogan_client.bots.levels import PACE, POLICIES, Level
from cadogan_client.bots.player import Pace, race
from cadogan_client.bots.policy import Policy, UnknownPolicy, find_policy
from cadogan_client.client import Client
from cadogan_client.dealt import check_deal
from cadogan_client.errors import ClientError, RequestRefused
from cadogan_client.records import BadReplay, fetch, published_day, read, write
from cadogan_client.verify import Check, NotVerifiable, check_fairness, is_fair
from cadogan_protocol import ErrorCode, Replay, ResultRow

app = typer.Typer()

DEFAULT_URL = "ws://localhost:8000/ws"

NAMES = ("Annabel", "Blanche", "Cosima", "Dorothea", "Edmund", "Florian", "Gustav", "Henrietta", "Isidor", "Josephine")
"""What bots are called; further ones, and those whose name is taken, get a number."""

MOST_NAMES_TRIED = 100
MOST_BOTS = 64


@app.command()
def bot(
    room: Annotated[str, typer.Option(help="The code of the room to join; with one by link only, CODE#KEY.")],
    count: Annotated[int, typer.Option(min=1, max=MOST_BOTS, help="How many bots.")] = 1,
    level: Annotated[Level, typer.Option(help="How well they play.")] = "fair",
    policy: Annotated[
        str | None, typer.Option(help="Another policy instead: an installed one by name, or module:Class.")
    ] = None,
    url: Annotated[str, typer.Option(help="Where the server is.")] = DEFAULT_URL,
    pace: Annotated[
        float | None,
        typer.Option(min=0, help="Seconds a bot thinks about a move, on average. By default as its level does."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed makes the same choices.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON for each bot.")] = False,
) -> None:
    """Let bots join a room, play its race, and say how they did."""
    if policy is not None and ":" in policy:
        sys.path.insert(0, os.getcwd())  # a policy that somebody is trying out lies in the current folder
    try:
        chosen = POLICIES[level] if policy is None else find_policy(policy)
    except UnknownPolicy as error:
        raise typer.BadParameter(str(error), param_hint="--policy") from error
    if not url.startswith(("ws://", "wss://")):
        raise typer.BadParameter(f"{url!r} is no address of a server: write it as {DEFAULT_URL}", param_hint="--url")
    mean = PACE[level] if pace is None else pace
    failed = asyncio.run(_play_all(url, room, count, chosen, mean, Random(seed), as_json))
    raise typer.Exit(1 if failed else 0)


async def _play_all(
    url: str, room: str, count: int, policy: type[Policy], mean: float, random: Random, as_json: bool
) -> int:
    """Play with so many bots at once, and return how many failed."""
    seeds = [random.getrandbits(64) for _ in range(count)]
    names = [NAMES[i % len(NAMES)] + (f" {i // len(NAMES) + 1}" if i >= len(NAMES) else "") for i in range(count)]
    bots = [_play(url, room, name, policy, mean, Random(each)) for name, each in zip(names, seeds, strict=True)]
    failed = 0
    for done in asyncio.as_completed(bots):
        told = await done
        failed += "error" in told
        _print(told, as_json)
    return failed


async def _play(url: str, code: str, name: str, policy: type[Policy], mean: float, random: Random) -> dict[str, Any]:
    try:
        async with await _connect(url, code, name, kind_of(policy)) as client:
            room = client.room
            assert room is not None
            typer.echo(f"{client.name} sits in room {room.state.code}, and plays when all there are ready", err=True)
            row = await race(client, room, policy(random), Pace(mean, random))
            return {**_line(client.name, row), "fair": is_fair(check_fairness(room.state, room.witness))}
    except ClientError as error:
        return {"name": name, "error": str(error)}


def kind_of(policy: type[Policy]) -> str:
    """What the protocol calls a bot with this policy: its class in small letters."""
    letters = re.sub(r"[^a-z0-9_]", "", policy.__name__.lower()).lstrip("_0123456789")
    return letters[:24] or "bot"


async def _connect(url: str, code: str, name: str, kind: str) -> Client:
    """Return a client that sits in the room, under the first name that nobody has there."""
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


def entrance(room: str) -> tuple[str, Literal["player"], str | None]:
    """Return how to join a room that is given as `CODE`, `CODE#KEY` or a whole link that ends so."""
    code, _, key = room.rpartition("/")[2].partition("#")
    return code, "player", key or None


def _line(name: str, row: ResultRow | None) -> dict[str, Any]:
    if row is None:
        return {"name": name, "rank": None, "won": False}
    line = {"name": name, "rank": row.rank, "won": row.won, "progress": row.progress, "moves": row.moves}
    return {**line, "time": row.time}


def _print(told: dict[str, Any], as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(told))
    elif "error" in told:
        typer.echo(f"{told['name']}: {told['error']}", err=True)
    else:
        how = "won" if told["won"] else f"progress {told.get('progress', 0)}"
        typer.echo(f"{told['name']}: rank {told['rank']}, {how}, {told.get('moves', 0)} moves")
        if not told["fair"]:
            typer.echo(f"{told['name']}: the deal does not fit what was promised before the start", err=True)


@app.command()
def verify(
    what: Annotated[str, typer.Argument(metavar="CODE|FILE", help="A finished room, or a replay kept with --save.")],
    url: Annotated[str, typer.Option(help="Where the server is.")] = DEFAULT_URL,
    save: Annotated[Path | None, typer.Option(help="Keep the replay in this file, to check it again later.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON for each check.")] = False,
) -> None:
    """Check that nobody has chosen the deal of a finished room: promises, nonces, seed, cards.

    Ends with exit code 1 where something does not fit. A server keeps a room for a day after its end. The secret of a deal of
    the day is published when that day is over (UTC); keep the replay until then.
    """
    try:
        replay, checks = asyncio.run(_verify(what, url, save))
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


async def _verify(what: str, url: str, save: Path | None) -> tuple[Replay, list[Check]]:
    replay = read(Path(what)) if await asyncio.to_thread(os.path.exists, what) else await fetch(url, what)
    if save is not None:
        write(replay, save)
    day = replay.state.day
    published = await published_day(url, day) if day else None
    return replay, [*check_fairness(replay.state, published=published), check_deal(replay)]


def _print_check(check: Check, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps({"what": check.what, "holds": check.holds, "why": check.why}))
        return
    sign = {True: "holds", False: "WRONG", None: "unknown"}[check.holds]
    typer.echo(f"{sign:>7}  {check.what}" + (f": {check.why}" if check.why else ""))
