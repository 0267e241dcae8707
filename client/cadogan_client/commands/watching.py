"""`cadogan watch`: a running room in a terminal."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.live import Live

from cadogan_client.client import Client
from cadogan_client.commands import drawing
from cadogan_client.commands.arguments import DEFAULT_URL, Json, Url, ending_in_a_line, entrance, terminal
from cadogan_client.errors import ClientError
from cadogan_client.kinds import KINDS
from cadogan_client.room import Room
from cadogan_protocol import BoardSnapshot, Format, RoomSnapshot, RoomState, RoomUpdate, encode

REFRESH_SECONDS = 0.2
"""The time between two pictures, in seconds."""


def watch(
    code: Annotated[
        str, typer.Argument(metavar="CODE", help="The room: CODE, CODE#KEY for one by link only, or its link.")
    ],
    boards: Annotated[bool, typer.Option(help="Show the tables besides the standings.")] = True,
    url: Url = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Watch a room until it is over, then print the results.

    With --json each message of the room is a line, in the JSON of the socket (see PROTOCOL.md).
    """
    room, _, key = entrance(code, "CODE")
    with ending_in_a_line():
        asyncio.run(_watch(url, room, key, boards, as_json))


async def _watch(url: str, code: str, key: str | None, boards: bool, as_json: bool) -> None:
    async with await Client.connect(url, "Watcher") as client:
        telling = asyncio.create_task(_tell(client)) if as_json else None
        await asyncio.sleep(0)  # the task subscribes before the join sends anything
        try:
            room = await client.join(code, "spectator", key)
            await (telling or _show(client, room, boards))
        finally:
            if telling is not None:
                telling.cancel()


async def _tell(client: Client) -> None:
    """Print each message until the room is over and a snapshot of every board has come."""
    over, boards = False, set()
    async for message in client.updates():
        typer.echo(encode(message, Format.JSON))
        match message:
            case RoomSnapshot():
                over = message.state.phase == "finished"
            case RoomUpdate():
                over = over or message.phase == "finished"
            case BoardSnapshot():
                boards.add(message.stream)
        if over and client.room is not None and len(boards) >= _boards_of(client.room.state):
            return


def _boards_of(state: RoomState) -> int:
    """Return the number of boards that a spectator is shown."""
    return KINDS[state.kind].boards(len(state.seats))


async def _show(client: Client, room: Room, boards: bool) -> None:
    def over() -> bool:
        return client.room is not room or room.state.phase == "finished"

    console = terminal()
    with Live(_picture(client, room, boards), console=console, auto_refresh=False) as live:
        while not over():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(REFRESH_SECONDS if console.is_terminal else None):
                    await client.until(over)
            if console.is_terminal:
                live.update(_picture(client, room, boards), refresh=True)
        live.update(drawing.standings(room.state), refresh=True)
    if client.room is not room:
        raise ClientError(f"room {room.code} was closed")


def _picture(client: Client, room: Room, boards: bool) -> RenderableType:
    picture = drawing.standings(room.state, round(client.server_time()))
    if not boards or not room.boards:
        return picture
    names = {seat.seat: seat.name for seat in room.state.seats}
    if not KINDS[room.state.kind].own_boards:
        return Group(picture, drawing.boards(("", table) for table in room.boards.values()))
    shown = [(names[seat], found) for seat in sorted(names) if (found := room.board_of(seat))]
    return Group(picture, drawing.boards(shown))
