"""The memory of a server whose rooms come and go for a long time: `python -m tests.bench.soak`.

In each of many rooms two players race for some moves, end the game, leave, and open another room. Each minute a line
tells what the server takes. At the end all players leave, and the last line is the server at rest.

With `--parts` there is such a rest after each part, in which all rooms are closed: objects that are left then and grow from part to
part are a leak, and memory that grows without them is the allocator's.
"""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
import time
from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from random import Random

from websockets.exceptions import WebSocketException

from cadogan_protocol.messages import Leave, Moved, Stand
from tests.server.processes import SERVE, process
from tests.server.waiting import until as happens
from tests.server.wire import Wire, dial

MOVES = 40
"""The number of moves of each player in a room."""

REST_SECONDS = 75
"""Seconds after which no finished room is in memory any more."""

COUNTING = """
import gc, os, pathlib, signal, sys
def tell(*_):
    gc.collect()
    told = pathlib.Path(os.environ["CADOGAN_SOAK"])
    told.with_suffix(".new").write_text(f"{len(gc.get_objects())} {sys.getallocatedblocks()}")
    told.with_suffix(".new").rename(told)
signal.signal(signal.SIGUSR1, tell)
"""
"""A server that tells, when it gets a signal, how many objects it has that hold others, and how many blocks of memory."""


@dataclass
class Done:
    """The deeds of the players: rooms played to the end, moves, and rooms that broke off."""

    rooms: int = 0
    moves: int = 0
    broken: int = 0


async def races(port: int, number: int, thinks: float, until: float, done: Done) -> None:
    """Let two players race in one room after the other. Each two have a network of their own, as the limits expect."""
    chance, tokens = Random(number), ["", ""]
    source = f"127.1.{number % 256}.{1 + number // 256}"
    await asyncio.sleep(chance.random() * MOVES * thinks)  # not all rooms begin together
    while time.monotonic() < until:
        try:
            async with dial(port, source=source) as anna, dial(port, source=source) as olga:
                for at, wire in enumerate((anna, olga)):
                    await wire.hello(("Anna", "Olga")[at], tokens[at] or None)
                    tokens[at] = wire.token or ""
                await anna.create("klondike", time_limit=0, rated=False)
                await olga.join(anna.code)
                for wire in (anna, olga):
                    await wire.ready()
                await asyncio.gather(*(_plays(wire, thinks, chance, done) for wire in (anna, olga)))
                for wire in (anna, olga):
                    await wire.ask(Stand)
                for wire in (anna, olga):
                    await wire.phase("finished")
                    await wire.ask(Leave)
            done.rooms += 1
        except (AssertionError, OSError, TimeoutError, WebSocketException):
            done.broken += 1
            await asyncio.sleep(1)


async def _plays(wire: Wire, thinks: float, chance: Random, done: Done) -> None:
    await wire.the(Moved)
    for _ in range(MOVES):
        await asyncio.sleep(2 * thinks * chance.random())
        if wire.moves:
            await wire.play(chance.choice(wire.moves))
            done.moves += 1


def resident(pid: int) -> float:
    """Return the resident memory of a process in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise ValueError(f"process {pid} has no memory")


async def counted(pid: int, told: Path) -> str:
    """Return the counts of objects and of blocks of a server."""
    told.unlink(missing_ok=True)
    os.kill(pid, signal.SIGUSR1)
    await happens(told.exists)
    return " | ".join(told.read_text().split())


async def soak(minutes: float, rooms: int, thinks: float, parts: int) -> None:
    """Play for some minutes, in parts, and print the table."""
    done, begun = Done(), time.monotonic()
    with tempfile.TemporaryDirectory() as data:
        told = Path(data) / "told"
        os.environ["CADOGAN_SOAK"] = str(told)
        async with process(Path(data), "--no-bots", program=COUNTING + SERVE) as server:
            print("| minutes | rooms played | moves | broken | resident memory | objects | blocks |")
            print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")

            def tell(when: str, counts: str = " | ") -> None:
                memory = resident(server.process.pid)
                print(
                    f"| {when} | {done.rooms} | {done.moves} | {done.broken} | {memory:.1f} MB | {counts} |", flush=True
                )

            tell("0")
            for _ in range(parts):
                until = time.monotonic() + 60 * minutes / parts
                playing = [asyncio.create_task(races(server.port, n, thinks, until, done)) for n in range(rooms)]
                while (left := until - time.monotonic()) > 0:
                    await asyncio.sleep(min(60, left))
                    tell(f"{(time.monotonic() - begun) / 60:.0f}")
                await asyncio.gather(*playing)
                await asyncio.sleep(REST_SECONDS)
                tell("at rest", await counted(server.process.pid, told))


def main() -> None:
    """Read the options."""
    parser = ArgumentParser(prog="python -m tests.bench.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=22)
    parser.add_argument("--rooms", type=int, default=130, help="rooms at once")
    parser.add_argument("--thinks", type=float, default=1.0, help="seconds that a player thinks about a move")
    parser.add_argument("--parts", type=int, default=1, help="parts with a rest after each")
    told = parser.parse_args()
    asyncio.run(soak(told.minutes, told.rooms, told.thinks, told.parts))


if __name__ == "__main__":
    main()
