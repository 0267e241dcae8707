"""Measures the cost of people who wait in an arena in which nobody can be paired:
`python -m tests.bench.halls [--waiting N] [--seconds N]`.

A node of this process, with an embedded Redis, and N people of one household in the hall of a public arena, without their
sockets. The figures are the CPU time of this process, with the kernel's work for it, for a second: before the arena begins, in
its first seconds, in which all look for the first time, and afterwards.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from time import process_time

from cadogan_server.app import Running, running
from cadogan_server.hosting.tournaments.guests import Guest
from cadogan_server.settings import Settings
from cadogan_server.tournaments import orders
from cadogan_server.tournaments.records import Entered, Started

ID = "the-crowd"

SETTLED = 15
"""Seconds after which the waiting players would meet their last opponents again."""


async def measured(waiting: int, seconds: int) -> dict[str, float]:
    """Return what they cost, as shares of a processor."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            port=0, metrics_port=None, data=Path(folder), bots=False, solvers=0, regular_tournaments=False
        )
        async with running(settings) as node:
            await _come(node, waiting)
            found = {"before the start": await _spent(seconds)}
            now = node.services.clock.now()
            await node.services.tournaments.known.change(ID, lambda _: [Started(now, 0)])
            found["in the first seconds"] = await _spent(SETTLED)
            found["afterwards"] = await _spent(seconds)
            return found


async def _come(node: Running, waiting: int) -> None:
    part, now = node.services.tournaments, node.services.clock.now()
    await part.known.open(
        ID,
        orders.opened(now, "arena", "golf", {}, "", "", "host", "Host", now + 3_600_000, 60, 0, 300, False, "", 0),
    )
    people = [f"player{number:06}" for number in range(waiting)]
    await part.known.change(ID, lambda _: [Entered(now, one, "Somebody", 1500, marks=("a house",)) for one in people])
    for one in people:
        part.guests.come(one, ID, Guest(one, lambda: True, lambda _: None, lambda _: None))


async def _spent(seconds: int) -> float:
    await asyncio.sleep(2)
    before, began = process_time(), time.perf_counter()
    await asyncio.sleep(seconds)
    return (process_time() - before) / (time.perf_counter() - began)


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--waiting", type=int, default=10_000)
    parser.add_argument("--seconds", type=int, default=10)
    asked = parser.parse_args()
    for when, share in asyncio.run(measured(asked.waiting, asked.seconds)).items():
        print(f"{when}: {100 * share:.1f} % of a core")


if __name__ == "__main__":
    main()
