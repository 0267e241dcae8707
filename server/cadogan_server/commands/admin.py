"""`cadogan admin`: orders of the operator to running servers, through the store that they share."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from datetime import UTC, datetime
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any

import typer
from redis.asyncio import Redis
from rich.table import Table

from cadogan_server.commands.options import Json, print_json, print_table
from cadogan_server.commands.store import DATA, Data, Failed, RedisUrl, over_store
from cadogan_server.rooms.records import BadLog, unpack
from cadogan_server.store import keys
from cadogan_server.store.nodes.node_lease import living
from cadogan_server.store.nodes.orders import Ban, Order, Orders

app = typer.Typer(
    no_args_is_help=True,
    help="Manage running servers through the store that they share: nodes, rooms, bans. "
    "Anyone who can write to the store may use it.",
)

WAIT = 5.0
"""Seconds to wait for answers: nodes look for orders once a second."""

LOOK_SECONDS = 0.05
"""Seconds between two looks for answers."""

Wait = Annotated[
    float,
    typer.Option(
        "--wait",
        min=0,
        help="Seconds that nodes may take to answer. A node that has just died costs the whole time.",
    ),
]
Why = Annotated[str, typer.Option("--why", help="Reason that players are told.", show_default=False)]
Player = Annotated[str | None, typer.Option("--player", help="A player's id, from `cadogan rooms` or the log.")]
Address = Annotated[
    str | None,
    typer.Option(
        "--address", help="An address, or a network such as 203.0.113.0/24. The first 64 bits of an IPv6 address count."
    ),
]


@app.command()
def nodes(redis: RedisUrl = None, data: Data = DATA, as_json: Json = False, wait: Wait = WAIT) -> None:
    """List all nodes with their rooms and sockets."""
    found = over_store(redis, data, lambda store: _ask(store, {"do": "report"}, None, wait))
    found.sort(key=lambda node: str(node["node"]))
    if as_json:
        for node in found:
            print_json({name: value for name, value in node.items() if name != "done"})
        return
    table = Table("node", "version", "sockets", "rooms", "store", title=f"{len(found)} nodes answer")
    for node in found:
        rooms = ", ".join(f"{count} {phase}" for phase, count in sorted(node["rooms"].items()))
        table.add_row(node["node"], node["version"], str(node["sockets"]), rooms, "safe" if node["safe"] else "away")
    print_table(table)


@app.command()
def drain(
    node: Annotated[str, typer.Argument(help="Name of the node in `cadogan admin nodes`.", metavar="NODE")],
    redis: RedisUrl = None,
    data: Data = DATA,
    wait: Wait = WAIT,
) -> None:
    """Make a node hand over its rooms and end with exit code 0, as on SIGTERM. Its supervisor may start it again."""
    nobody = f"no node {node!r} answers; `cadogan admin nodes` lists them"
    _print_answers(_of_one(redis, data, {"do": "drain", "node": node}, nobody, wait))


@app.command()
def close(
    code: Annotated[str, typer.Argument(help="The room's code.", metavar="CODE")],
    redis: RedisUrl = None,
    data: Data = DATA,
    why: Why = "the operator of this server has closed it",
    wait: Wait = WAIT,
) -> None:
    """Close a room, even if people play in it. If its game is not over, nothing of it is kept or counted."""
    code = code.upper()
    order = {"do": "close", "room": code, "why": why}
    _print_answers(_of_one(redis, data, order, f"no node has a room {code}", wait))


@app.command()
def ban(
    player: Player = None,
    address: Address = None,
    hours: Annotated[float, typer.Option(help="Hours until the ban ends; 0: never.", min=0)] = 24,
    why: Why = "",
    redis: RedisUrl = None,
    data: Data = DATA,
    wait: Wait = WAIT,
) -> None:
    """Ban a player or an address from all nodes, and close their sockets. They keep a seat in a running game."""
    kind, name = _player_or_network(player, address)
    until = int(1000 * (time.time() + 3600 * hours)) if hours else 0

    async def order(store: Redis) -> list[Order]:
        await Orders(store).ban(Ban(kind, name, until, why))
        return await _ask(store, {"do": "bans"}, None, wait)

    _print_answers(over_store(redis, data, order))


@app.command()
def unban(
    player: Player = None,
    address: Address = None,
    redis: RedisUrl = None,
    data: Data = DATA,
    wait: Wait = WAIT,
) -> None:
    """Lift the ban of a player or an address."""
    kind, name = _player_or_network(player, address)

    async def order(store: Redis) -> None:
        if not await Orders(store).unban(kind, name):
            raise Failed(f"{kind} {name} is not banned; `cadogan admin bans` lists all bans")
        await _ask(store, {"do": "bans"}, None, wait)

    over_store(redis, data, order)
    typer.echo(f"{kind} {name} may come in again")


@app.command()
def bans(redis: RedisUrl = None, data: Data = DATA, as_json: Json = False) -> None:
    """List all bans."""
    now = time.time() * 1000
    found = [ban for ban in over_store(redis, data, lambda store: Orders(store).bans()) if ban.holds(int(now))]
    if as_json:
        for ban in found:
            print_json({**ban._asdict(), "until": _moment(ban.until) if ban.until else None})
        return
    table = Table("who", "until", "why", title=f"{len(found)} bans")
    for ban in found:
        table.add_row(ban.field, _moment(ban.until) if ban.until else "for good", ban.why)
    print_table(table)


@app.command()
def export(
    code: Annotated[str, typer.Argument(help="The room's code.", metavar="CODE")],
    out: Annotated[
        Path | None, typer.Option(help="A file to write; by default standard output.", dir_okay=False)
    ] = None,
    redis: RedisUrl = None,
    data: Data = DATA,
) -> None:
    """Print a room's log: one JSON record per line, with its entry in the store.

    It contains the room's secret and seed, and so every card. Don't show it to players before the room is over. Bytes
    are in hex.
    """
    code = code.upper()

    async def read(store: Redis) -> list[str]:
        entries: Any = await store.xrange(keys.log(code))
        if not entries:
            raise Failed(f"there is no log of room {code}: it was over long ago, or never existed")
        try:
            return [
                json.dumps({"entry": id.decode(), "record": type(record).__name__, **record._asdict()}, default=_hex)
                for id, fields in entries
                for record in unpack([fields[b"r"]])
            ]
        except BadLog as error:
            raise Failed(f"the log of room {code} holds something else: {error}") from error

    text = "\n".join(over_store(redis, data, read)) + "\n"
    if out is None:
        sys.stdout.write(text)
        return
    try:
        out.touch(mode=0o600)
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise typer.BadParameter(f"{out} can't be written: {error.strerror}", param_hint="--out") from error


async def _ask(store: Redis, order: Order, most: int | None, wait: float) -> list[Order]:
    """Give an order. Return the answers of `most` nodes, or of all, once all living nodes are done with it or `wait`
    seconds have passed."""
    orders = Orders(store)
    id = await orders.give(order)
    until = time.monotonic() + wait
    while True:
        done = await orders.done_with(id) >= await living(store)
        found = await orders.answers(id)
        if done or time.monotonic() > until or (most is not None and len(found) >= most):
            return found
        await asyncio.sleep(LOOK_SECONDS)


def _of_one(redis: str | None, data: Path, order: Order, nobody: str, wait: float) -> list[Order]:
    """Give an order that one node has to carry out."""

    async def give(store: Redis) -> list[Order]:
        found = await _ask(store, order, 1, wait)
        if not found:
            raise Failed(nobody)
        return found

    return over_store(redis, data, give)


def _print_answers(answers: list[Order]) -> None:
    for answer in answers:
        typer.echo(f"{answer['node']}: {answer['done']}")
    if not answers:
        typer.echo("no node answers now; those that start will know")


def _player_or_network(player: str | None, address: str | None) -> tuple[str, str]:
    """Return the kind of ban and the name of the banned player or network."""
    if (player is None) == (address is None):
        raise typer.BadParameter("name either --player ID or --address ADDRESS")
    if player is not None:
        return "player", player
    assert address is not None
    try:
        return "address", str(ip_network(address, strict=False))
    except ValueError as error:
        raise typer.BadParameter(f"{address!r} is no address and no network", param_hint="--address") from error


def _moment(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="minutes")


def _hex(value: object) -> str:
    if isinstance(value, bytes):
        return value.hex()
    raise TypeError(f"{type(value).__name__} is in no record")
