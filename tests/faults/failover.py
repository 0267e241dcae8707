"""Stores whose masters fail while people play: three Sentinels name another one, or a Cluster's replica takes over."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from redis.exceptions import RedisError

from tests.faults.checker import check
from tests.faults.trials import OPTIONS, Scene, Tally, played_through
from tests.server.processes import process
from tests.server.redis_servers import Servers, client, cluster, sentinels, until


@dataclass
class Store:
    """A store of several servers.

    Attributes:
        of_sentinels: whether it is one master's with Sentinels, and not a Cluster.
    """

    servers: Servers
    of_sentinels: bool

    async def master_of(self, key: str) -> int:
        """Return the port of the master that has a key, or would have it."""
        while True:
            for port in self.servers.running:
                if await self._has(port, key) and await self._is_named(port):
                    return port
            await asyncio.sleep(0.05)

    async def _has(self, port: int, key: str) -> bool:
        try:
            async with asyncio.timeout(1), client(port) as redis:
                await redis.type(key)
                told: Any = await redis.role()
                return bool(told[0] == b"master")
        except (RedisError, OSError):  # it is gone, hangs, or has others
            return False

    async def _is_named(self, port: int) -> bool:
        """Whether all Sentinels know a master, if it has any."""
        for sentinel in self.servers.sentinels if self.of_sentinels else ():
            async with client(sentinel) as redis:
                told: Any = await redis.sentinel_get_master_addr_by_name("cards")
            if told[1] != port:
                return False
        return True

    async def replicas_of(self, master: int) -> list[int]:
        """Return the ports of the replicas of a master."""
        async with client(master) as redis:
            told: Any = await redis.role()
        return [int(port) for _, port, *_ in told[2]]

    async def cut_off_replicas(self, master: int) -> None:
        """Keep a master's replicas from getting any more of it, though all of them are up."""
        replicas = await self.replicas_of(master)
        async with client(master) as redis:
            await redis.acl_setuser(
                "default", enabled=True, commands=["-psync", "-sync"], categories=["+@all"], keys=["*"]
            )
            await redis.client_kill_filter(_type="replica", skipme=True)

        async def is_cut_off(port: int) -> bool:
            async with client(port) as redis:
                replication: Any = await redis.info("replication")
            return bool(replication["master_link_status"] == "down")

        for port in replicas:
            await until(partial(is_cut_off, port))


@dataclass
class Stage:
    """A scene, and its store."""

    scene: Scene
    store: Store

    @property
    def log(self) -> str:
        """The key of the room's log."""
        return f"cadogan:{{{self.scene.code}}}:log"

    async def another_master(self, gone: int) -> None:
        """Wait until another server has the room."""
        async with asyncio.timeout(60):
            while await self.store.master_of(self.log) == gone:
                await asyncio.sleep(0.05)


Failure = Callable[[Stage], Awaitable[None]]


async def killed(stage: Stage) -> None:
    """The master is killed."""
    master = await stage.store.master_of(stage.log)
    stage.store.servers.kill(master)
    await stage.scene.play(20)
    await stage.another_master(master)


async def killed_ahead(stage: Stage) -> None:
    """The master is killed before its replicas have the last moves."""
    master = await stage.store.master_of(stage.log)
    await stage.store.cut_off_replicas(master)
    await stage.scene.play(stage.scene.chance.randrange(5, 30))
    stage.store.servers.kill(master)
    await stage.another_master(master)


async def hangs(stage: Stage) -> None:
    """The master hangs, and wakes when another has taken over."""
    master = await stage.store.master_of(stage.log)
    stage.store.servers.signal(master, signal.SIGSTOP)
    try:
        await stage.scene.unsafe()
        await stage.scene.play(20)
        await stage.another_master(master)
    finally:
        stage.store.servers.signal(master, signal.SIGCONT)
    await stage.scene.play(10)


async def leases_killed(stage: Stage) -> None:
    """The master is killed that has the leases of the nodes."""
    master = await stage.store.master_of("cadogan:{lease}")
    stage.store.servers.kill(master)
    await stage.scene.play(20)
    async with asyncio.timeout(60):
        while await stage.store.master_of("cadogan:{lease}") == master:
            await asyncio.sleep(0.05)


async def both_killed(stage: Stage) -> None:
    """The master is killed, and the server before another has taken over, whose replica it becomes."""
    master = await stage.store.master_of(stage.log)
    stage.store.servers.kill(master)
    await stage.scene.unsafe()
    await stage.scene.play(stage.scene.chance.randrange(5, 30))
    await stage.scene.end(signal.SIGKILL)
    await stage.another_master(master)
    await stage.store.servers.start_again(master)
    await stage.scene.start_again()


@asynccontextmanager
async def by_sentinels(folder: Path) -> AsyncIterator[Store]:
    """A master, two replicas and three Sentinels."""
    async with sentinels(folder) as servers:
        yield Store(servers, of_sentinels=True)


@asynccontextmanager
async def by_cluster(folder: Path) -> AsyncIterator[Store]:
    """A Cluster of three masters with a replica each."""
    async with cluster(folder, replicas=1) as servers:
        yield Store(servers, of_sentinels=False)


ALWAYS = ("--durability", "always")

FAILOVERS: dict[str, tuple[Callable[[Path], AbstractAsyncContextManager[Store]], Failure, tuple[str, ...]]] = {
    "Sentinels: the master is killed": (by_sentinels, killed, ()),
    "Sentinels: the master is killed ahead of its replicas": (by_sentinels, killed_ahead, ()),
    "Sentinels: the master hangs, and wakes as a replica": (by_sentinels, hangs, ()),
    "Sentinels: master and server are killed (`--durability always`)": (by_sentinels, both_killed, ALWAYS),
    "Cluster: the master of the room is killed": (by_cluster, killed, ()),
    "Cluster: the master of the room is killed ahead of its replica": (by_cluster, killed_ahead, ()),
    "Cluster: the master of the room hangs, and wakes as a replica": (by_cluster, hangs, ()),
    "Cluster: the master of the leases is killed": (by_cluster, leases_killed, ()),
    "Cluster: master and server are killed (`--durability always`)": (by_cluster, both_killed, ALWAYS),
}


async def failover(folder: Path, what: str, seed: int) -> Tally:
    """Let two play while a master fails, and afterwards; return what they make of it."""
    kind, failure, options = FAILOVERS[what]
    async with kind(folder / "store") as store, AsyncExitStack() as stack:
        how = (*OPTIONS, "--redis", store.servers.url, *options)
        server = await stack.enter_async_context(process(folder / "data", *how))
        scene = Scene(folder / "data", [], server, stack, Random(seed), how)
        stage = Stage(scene, store)
        tally, told = await played_through(scene, lambda _: failure(stage), seed)
        port = await store.master_of(stage.log)
        found = await asyncio.to_thread(check, f"redis://127.0.0.1:{port}", scene.code, told)
    tally.lost, tally.twice = found.lost, found.twice
    return tally
