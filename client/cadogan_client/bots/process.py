"""The bots of a server, in one process: `python -m cadogan_client.bots.process --url URL`.

Each line on standard input seats one bot: `{"room": CODE, "token": TOKEN, "name": NAME, "level": LEVEL}`. The bot
connects as the player with that token, joins, gets ready, plays and leaves. An optional text `chances` is the seed of
its random choices. For each bot that has finished or failed, a line goes to standard output: `{"room": CODE, "name":
NAME, "rank": 2, "won": false}` or `{"room": CODE, "name": NAME, "error": WHY}`.

The end of standard input ends the process, so that it never outlives the server that started it.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from dataclasses import dataclass
from random import Random
from typing import IO, Annotated, Any

import typer

from cadogan_client.bots.desk import Desk
from cadogan_client.bots.levels import POLICIES
from cadogan_client.bots.player import Pace, race
from cadogan_client.bots.tempo import Tempo
from cadogan_client.client import Client
from cadogan_client.errors import ClientError

NICE = 10
"""Nice value of the process: the server, on which people play, gets the processor first."""


@dataclass(frozen=True)
class Order:
    """One bot to seat."""

    room: str
    token: str
    name: str
    level: str
    chances: str = ""


class BadOrder(ValueError):
    """A line is not an order. The text says why, without repeating the token."""


def parse(line: bytes) -> Order:
    """Return the order in a line of JSON. Raises BadOrder."""
    try:
        order = Order(**json.loads(line))
    except (ValueError, TypeError) as error:
        raise BadOrder('a line is {"room": ..., "token": ..., "name": ..., "level": ...}') from error
    if not all(isinstance(value, str) for value in vars(order).values()):
        raise BadOrder("room, token, name, level and chances are text")
    if order.level not in POLICIES:
        raise BadOrder(f"there is no level {order.level!r}; there are {', '.join(POLICIES)}")
    return order


async def play(url: str, order: Order, pace: float | None, desk: Desk) -> dict[str, Any]:
    """Play one bot's race, and return the line that reports it. At the desk, one bot of the process thinks at a time."""
    random = Random(order.chances or None)
    about = {"room": order.room, "name": order.name}
    try:
        async with await Client.connect(url, order.name, order.token) as client:
            room = await client.join(order.room)
            policy = POLICIES[order.level]
            tempo = policy.tempo if pace is None else Tempo(pace)
            row = await race(client, room, policy(random), Pace(tempo, Random(), desk=desk))
    except ClientError as error:
        return {**about, "error": str(error)}
    return {**about, "rank": row.rank if row else None, "won": bool(row and row.won)}


async def run_bots(url: str, pace: float | None, lines: IO[bytes], out: IO[str]) -> None:
    """Seat a bot for each line until there are no more, then leave at once."""
    orders: asyncio.Queue[bytes] = asyncio.Queue()
    loop, desk = asyncio.get_running_loop(), Desk()
    # A thread reads, since standard input may be a pipe, a file or a terminal; it must not keep the process alive.
    threading.Thread(target=_read, args=(lines, loop, orders), daemon=True).start()
    playing: set[asyncio.Task[None]] = set()

    async def report(line: bytes) -> None:
        try:
            result = await play(url, parse(line), pace, desk)
        except BadOrder as error:
            result = {"error": str(error)}
        print(json.dumps(result), file=out, flush=True)

    while line := await orders.get():
        if line.strip():
            task = asyncio.create_task(report(line))
            playing.add(task)
            task.add_done_callback(playing.discard)
    desk.close()
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


def _read(lines: IO[bytes], loop: asyncio.AbstractEventLoop, orders: asyncio.Queue[bytes]) -> None:
    line = b" "
    while line:
        line = lines.readline()
        loop.call_soon_threadsafe(orders.put_nowait, line)


def main(
    url: Annotated[str, typer.Option(help="Address of the server, say ws://localhost:8000/ws.")],
    pace: Annotated[
        float | None,
        typer.Option(min=0, help="Seconds a bot thinks about a move; by default a person's time, by its level."),
    ] = None,
) -> None:
    """Play the bots of a server: one line of JSON on standard input seats one bot."""
    os.nice(NICE)
    asyncio.run(run_bots(url, pace, sys.stdin.buffer, sys.stdout))


if __name__ == "__main__":
    typer.run(main)
