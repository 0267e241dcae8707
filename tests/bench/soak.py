"""The memory of a server whose rooms come and go for a long time: `python -m tests.bench.soak`.

In each of many rooms two players race for some moves, end the game, leave, and open another room. Each minute a line
tells what the server takes. At the end all players leave, and the last line is the server at rest.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from random import Random

from websockets.exceptions import WebSocketException

from cadogan_protocol.messages import Leave, Moved, Stand
from tests.server.processes import process
from tests.server.wire import Wire, dial

MOVES = 40
"""The number of moves of each player in a room."""


@dataclass
class Done:
    """What the players have done: rooms played to the end, moves, and rooms that broke off."""

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


async def soak(minutes: float, rooms: int, thinks: float) -> None:
    """Play for some minutes, and print the table."""
    done, begun = Done(), time.monotonic()
    with tempfile.TemporaryDirectory() as data:
        async with process(Path(data), "--no-bots") as server:
            print("| minutes | rooms played | moves | broken | resident memory |\n| ---: | ---: | ---: | ---: | ---: |")

            def tell(when: str) -> None:
                memory = resident(server.process.pid)
                print(f"| {when} | {done.rooms} | {done.moves} | {done.broken} | {memory:.1f} MB |", flush=True)

            until = begun + 60 * minutes
            playing = [asyncio.create_task(races(server.port, n, thinks, until, done)) for n in range(rooms)]
            tell("0")
            while time.monotonic() < until:
                await asyncio.sleep(60)
                tell(f"{(time.monotonic() - begun) / 60:.0f}")
            await asyncio.gather(*playing)
            await asyncio.sleep(60)
            tell("at rest")


def main() -> None:
    """Read the options."""
    parser = ArgumentParser(prog="python -m tests.bench.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=22)
    parser.add_argument("--rooms", type=int, default=130, help="rooms at once")
    parser.add_argument("--thinks", type=float, default=1.0, help="seconds that a player thinks about a move")
    told = parser.parse_args()
    asyncio.run(soak(told.minutes, told.rooms, told.thinks))


if __name__ == "__main__":
    main()
