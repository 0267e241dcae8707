"""The troubles of servers and stores while people play."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from redis.asyncio import Redis

from tests.faults.scenes import Scene
from tests.server.processes import redis_process
from tests.server.wire import PATIENCE

Trouble = Callable[[Scene], Awaitable[int | None]]


async def killed(scene: Scene) -> None:
    """The server is killed."""
    playing = asyncio.create_task(scene.play(40))
    await asyncio.sleep(scene.chance.random() * 0.1)
    await scene.end(signal.SIGKILL)
    await scene.start_again()
    await playing


async def stopped(scene: Scene) -> None:
    """The server is ordered to stop."""
    playing = asyncio.create_task(scene.play(40))
    await asyncio.sleep(scene.chance.random() * 0.1)
    await scene.end(signal.SIGTERM)
    await scene.start_again()
    await playing


async def store_killed(scene: Scene) -> None:
    """The store is killed, and started again."""
    scene.to_redis(signal.SIGKILL)


async def store_hangs(scene: Scene) -> None:
    """The store hangs for some seconds."""
    scene.to_redis(signal.SIGSTOP)
    try:
        await scene.unsafe()
        await scene.play(20)
    finally:
        scene.to_redis(signal.SIGCONT)


async def store_emptied(scene: Scene) -> None:
    """The store is emptied while people play."""
    async with Redis(unix_socket_path=str(scene.folder / "redis" / "redis.sock")) as redis:
        await redis.flushall()
        async with asyncio.timeout(PATIENCE):
            while not await redis.exists(f"cadogan:{{{scene.players[0].code}}}:room"):
                await scene.play(1)


async def store_rolled_back(scene: Scene) -> None:
    """The store comes back without its last changes."""
    async with Redis(unix_socket_path=str(scene.folder / "redis" / "redis.sock")) as redis:
        key = f"cadogan:{{{scene.players[0].code}}}:log"
        entries: Any = await redis.xrange(key)
        del entries[-scene.chance.randrange(1, 30) :]
        async with redis.pipeline(transaction=True) as pipeline:
            pipeline.delete(key)
            for id, fields in entries:
                pipeline.xadd(key, fields, id=id)
            await pipeline.execute()
        await redis.client_kill_filter(skipme=True)


async def away(scene: Scene, by: signal.Signals) -> None:
    """The server ends while the store hangs."""
    redis = redis_process(scene.folder)
    os.kill(redis, signal.SIGSTOP)
    await scene.unsafe()
    await scene.play(scene.chance.randrange(10, 40))
    await scene.end(by)
    with contextlib.suppress(ProcessLookupError):  # a server that was ordered to stop has ended it, too
        os.kill(redis, signal.SIGCONT)
    await scene.start_again()


async def full(scene: Scene, by: signal.Signals) -> None:
    """The server ends while the disk is full."""
    ballast = scene.folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 16, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                pass
    await scene.unsafe()
    await scene.play(scene.chance.randrange(10, 40))
    await scene.end(by)
    await scene.start_again()
    ballast.unlink()


TROUBLES: dict[str, Trouble] = {
    "the server is killed (`kill -9`)": killed,
    "the server is told to stop, and started again": stopped,
    "the store is killed": store_killed,
    "the store hangs": store_hangs,
    "the store is emptied": store_emptied,
    "the store comes back without its last entries": store_rolled_back,
    "the store hangs, and the server is told to stop": lambda scene: away(scene, signal.SIGTERM),
    "the store hangs, and the server is killed": lambda scene: away(scene, signal.SIGKILL),
}

ON_A_SMALL_DISK: dict[str, Trouble] = {
    "the disk is full, and the server is told to stop": lambda scene: full(scene, signal.SIGTERM),
    "the disk is full, and the server is killed": lambda scene: full(scene, signal.SIGKILL),
}


def small_disk(folder: Path) -> bool:
    """Make a folder a disk of a few megabytes. Return False if that is not possible here."""
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", folder], capture_output=True, check=False)
    return done.returncode == 0
