"""`cadogan rooms`: the rooms that are not over, read from the store, whether or not a server runs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Annotated, Any

import typer
from redis.asyncio import Redis
from rich.table import Table

from cadogan_server.commands.options import Json, known_id, print_json, print_table
from cadogan_server.commands.store import DATA, Data, RedisUrl, over_store
from cadogan_server.rooms.opening import replay
from cadogan_server.rooms.records import BadLog
from cadogan_server.rooms.room import Room
from cadogan_server.store.log.due import DueRooms
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.logs import Logs
from cadogan_server.store.log.room_leases import node_of
from cadogan_server.store.nodes.node_lease import known_nodes


def rooms(
    redis: RedisUrl = None,
    data: Data = DATA,
    game: Annotated[str | None, typer.Option(help="Only rooms of this game.", metavar="ID")] = None,
    limit: Annotated[int, typer.Option(help="Maximum number of rooms.", min=1)] = 200,
    as_json: Json = False,
) -> None:
    """List the rooms that are not over: code, game, phase, players with their ids, moves, time of opening, and owner.

    Each room is replayed from its log for that, which takes a few milliseconds. Hidden cards are not shown.
    """
    only = None if game is None else known_id(game)

    async def read(store: Redis) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        async for line in _lines(store):
            if only in (None, line.get("game")):
                found.append(line)
            if len(found) == limit:
                break
        return found

    found = over_store(redis, data, read)
    if as_json:
        for line in found:
            print_json(line)
    else:
        print_table(_table(found))


async def _lines(store: Redis) -> AsyncIterator[dict[str, Any]]:
    nowhere = Journal("unix:///nowhere")  # nothing is written
    logs, nodes = Logs(store, nowhere), await known_nodes(store)
    for code in await DueRooms(store, nowhere).codes():
        try:
            found = await logs.read(code)
            if found is not None:
                node = nodes.get(await node_of(store, code) or "")
                yield {**line_of(replay(found[0])), "node": node}
        except BadLog as error:
            yield {"room": code, "error": str(error)}


def line_of(room: Room) -> dict[str, Any]:
    """Return the facts about a room that the operator may see."""
    return {
        "room": room.code,
        "game": room.state.game.head.id,
        "phase": room.state.phase,
        "opened": datetime.fromtimestamp(room.state.created.at / 1000, UTC).isoformat(timespec="seconds"),
        "moves": room.state.played,
        "public": room.state.rules.public,
        "players": [
            {"seat": occupant.seat, "player": occupant.player, "name": occupant.name, "bot": occupant.bot}
            for _, occupant in sorted(room.state.occupants.items())
        ],
    }


def _table(found: list[dict[str, Any]]) -> Table:
    table = Table(
        "room",
        "game",
        "phase",
        "moves",
        "opened (UTC)",
        "node",
        "players",
        title=f"{len(found)} room{'s' * (len(found) != 1)}",
    )
    for line in found:
        if "error" in line:
            table.add_row(line["room"], "", "can't be read", "", "", "", line["error"])
            continue
        players = ", ".join(f"{player['name']} ({player['player']})" for player in line["players"])
        opened = line["opened"].removesuffix("+00:00").replace("T", " ")
        table.add_row(
            line["room"], line["game"], line["phase"], str(line["moves"]), opened, line["node"] or "none", players
        )
    return table
