"""Measures the cost of players who wait for an opponent: `python -m tests.bench.matching [--waiting N] [--seconds N]`.

A node of this process, with an embedded Redis, and N searches of one household, so that nobody finds anybody. Each takes the
looks by which its reach grows, and is told how many wait; every second one leaves and another comes, so that the numbers
change. The messages are encoded, and not sent. The figures are the CPU time of this process, with the kernel's work for it,
and that of Redis, each for a second, while the looks of the beginning are under way and after them.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from itertools import count
from pathlib import Path
from time import process_time
from typing import Any

from redis.asyncio import Redis

from cadogan_protocol.codec import Format
from cadogan_protocol.messages import Message
from cadogan_server.app import Running, running
from cadogan_server.delivery.frame import frame_of
from cadogan_server.hosting.matching.matchmaker import Search
from cadogan_server.settings import Settings
from cadogan_server.store.people.players import Player

SETTLED = 3
"""Times of a measurement that are waited before the second one."""


class Waiting:
    """Searches at a node, and what they are told."""

    def __init__(self, node: Running) -> None:
        self.node = node
        self.told = 0
        self._numbers = count()
        self._searches: list[Search] = []

    def tell(self, message: Message) -> None:
        """Encode what a player is told."""
        self.told += 1
        frame_of(message, Format.MSGPACK)

    async def come(self) -> None:
        """Let somebody begin to search."""
        number = next(self._numbers)
        search = Search(
            player=Player(f"player{number:06}", "Somebody", ()),
            games={"golf": 2100},
            origin=lambda _: ("a house", "a network"),
            program="",
            address="",
            bot=False,
            tell=self.tell,
            over=lambda _: None,
            began=time.monotonic(),
        )
        await self.node.services.rooms.matchmaker.begin(search)
        self._searches.append(search)

    async def go(self) -> None:
        """Let who has waited longest leave."""
        await self.node.services.rooms.matchmaker.end(self._searches.pop(0))

    async def spent(self, seconds: int) -> tuple[float, float, float]:
        """Return the CPU time of the node and of Redis, and the number of messages, each for a second."""
        redis = self.node.services.store.opened.connections.upkeep
        before, of_redis, told = process_time(), await _redis_seconds(redis), self.told
        for _ in range(seconds):
            await asyncio.gather(self.go(), self.come(), asyncio.sleep(1))
        node, store = process_time() - before, await _redis_seconds(redis) - of_redis
        return node / seconds, store / seconds, (self.told - told) / seconds


async def _redis_seconds(redis: Redis) -> float:
    info: Any = await redis.info("cpu")
    return float(info["used_cpu_sys"]) + float(info["used_cpu_user"])


async def measure(waiting: int, seconds: int) -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(port=0, metrics_port=None, data=Path(folder), bots=False, solvers=0)
        async with running(settings) as node:
            alone = process_time()
            await asyncio.sleep(seconds)
            print(f"nobody waits: {100 * (process_time() - alone) / seconds:.2f} % of a core")
            people = Waiting(node)
            for _ in range(waiting):
                await people.come()
            for what in ("looks of the beginning", "later"):
                spent, store, told = await people.spent(seconds)
                print(
                    f"{waiting} wait, {what}: {100 * spent:.2f} % of a core, Redis {100 * store:.2f} %, {told:.0f} told a second"
                )
                await asyncio.sleep(SETTLED * seconds)


def main() -> None:
    """Measure what the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--waiting", type=int, default=10_000)
    parser.add_argument("--seconds", type=int, default=20)
    chosen = parser.parse_args()
    asyncio.run(measure(chosen.waiting, chosen.seconds))


if __name__ == "__main__":
    main()
