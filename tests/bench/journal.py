"""The cost of the log for the event loop: `python -m tests.bench.journal [--loop asyncio] [--rounds N]`.

Batches of 1, 8 and 32 rooms' records go to an embedded Redis of this process, one after the other, by the journal and by
a pipeline of redis-py in turn. Then records of single rooms follow at random moments, like people's moves. The figures
are the CPU time of this process, with the kernel's work for it: the median of the rounds, and the least.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from statistics import median
from time import process_time, time

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.room_log import RoomLog
from cadogan_server.store.nodes.node_lease import NodeLease
from cadogan_server.store.redis.embedded import EmbeddedRedis

BATCH_SIZES = (1, 8, 32)
RECORD = bytes(18)
"""A record as long as that of a move."""

MOVES_PER_SECOND = 1600
PACED_SECONDS = 3.0
ROOMS = 200


def logs(count: int) -> list[RoomLog]:
    """Return new logs."""
    return [RoomLog(f"ROOM{number:03}", int(1000 * time())) for number in range(count)]


async def by_journal(journal: Journal, size: int, batches: int) -> float:
    """Return the CPU seconds of `count` batches, each begun when the last has been written."""
    rooms = logs(size)
    done = asyncio.Event()
    left = batches

    def batch() -> None:
        nonlocal left
        if not left:
            done.set()
            return
        left -= 1
        for room in rooms:
            journal.append(room, RECORD)
        journal.in_turn(batch)

    before = process_time()
    batch()
    await done.wait()
    return process_time() - before


async def by_pipeline(redis: Redis, size: int, batches: int) -> float:
    """Return the same CPU seconds for redis-py."""
    rooms = [keys.log(f"ROOM{number:03}") for number in range(size)]
    epoch = int(1000 * time())
    before = process_time()
    for number in range(1, batches + 1):
        pipeline = redis.pipeline(transaction=False)
        for room in rooms:
            pipeline.xadd(room, {"r": RECORD}, id=f"{epoch}-{number}")
        await pipeline.execute()
    return process_time() - before


def nothing() -> None:
    """Run the tick of the journal that follows a move without a record, as frames cause one."""


async def paced(journal: Journal, logged: bool) -> float:
    """Return the CPU seconds for each move, at random moments, with or without a record in the log."""
    loop, chance, rooms = asyncio.get_running_loop(), Random(1), logs(ROOMS)
    done = asyncio.Event()
    moves = 0
    at = start = loop.time()

    def move() -> None:
        nonlocal at, moves
        moves += 1
        room = chance.choice(rooms)
        if logged:
            journal.append(room, RECORD)
        journal.in_turn(nothing)
        at += chance.expovariate(MOVES_PER_SECOND)
        if at < start + PACED_SECONDS:
            loop.call_at(at, move)
        else:
            done.set()

    before = process_time()
    move()
    await done.wait()
    return (process_time() - before) / moves


async def measure(rounds: int) -> None:
    """Print all figures."""
    found: dict[tuple[str, int], list[float]] = {}
    moves: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        async with (
            EmbeddedRedis(Path(folder)) as store,
            Redis.from_url(store.url) as redis,
            NodeLease(redis, 30) as lease,
        ):
            journal = Journal(store.url, lease=lease)
            ways: dict[str, Callable[[int, int], Awaitable[float]]] = {
                "journal": lambda size, batches: by_journal(journal, size, batches),
                "redis-py": lambda size, batches: by_pipeline(redis, size, batches),
            }
            for round in range(rounds + 1):
                for size in BATCH_SIZES:
                    batches = 16000 // (size + 8)
                    for way, run in ways.items():
                        seconds = await run(size, batches)
                        if round:  # the first round warms up
                            found.setdefault((way, size), []).append(1e6 * seconds / batches / size)
                    await asyncio.sleep(1.1)  # so that the next logs have other epochs
                without, logged = await paced(journal, False), await paced(journal, True)
                if round:
                    moves.append(1e6 * (logged - without))
                await redis.flushall()
            await journal.close()
    for (way, size), all in sorted(found.items(), key=lambda item: item[0][1]):
        print(f"{size:3} rooms a batch, {way:8}  {median(all):6.2f} us an append, least {min(all):6.2f}")
    print(f"{MOVES_PER_SECOND} moves a second: a logged one costs {median(moves):.1f} us more, least {min(moves):.1f}")


def main() -> None:
    """Measure on the chosen event loop."""
    parser = argparse.ArgumentParser("python -m tests.bench.journal", description=(__doc__ or "").split(":")[0])
    parser.add_argument("--loop", choices=["uvloop", "asyncio"], default="uvloop")
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args()
    if wanted.loop == "uvloop":
        import uvloop

        uvloop.run(measure(wanted.rounds))
    else:
        asyncio.run(measure(wanted.rounds))


if __name__ == "__main__":
    main()
