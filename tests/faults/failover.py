"""Stores whose masters fail while people play: three Sentinels name another one, or a Cluster's replica takes over."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from redis.exceptions import RedisError

from tests.faults.checker import Found, check
from tests.faults.scenes import OPTIONS, Scene
from tests.server.redis_servers import Servers, client, cluster, sentinels
from tests.server.waiting import until


@dataclass
class Store:
    """A store of several servers.

    Attributes:
        of_sentinels: true for one master with Sentinels, false for a Cluster.
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
        except (RedisError, OSError):  # it is gone, hangs, or has other keys
            return False

    async def _is_named(self, port: int) -> bool:
        """True if all Sentinels know a master, or if there are no Sentinels."""
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

    async def keep_replicas(self, master: int) -> None:
        """Let no replica follow another master, so that a failover of Sentinels does not end till they give it up."""
        for port in await self.replicas_of(master):
            async with client(port) as redis:
                await redis.execute_command("ACL", "SETUSER", "default", "-slaveof", "+slaveof|no")

    async def cut_off_replicas(self, master: int) -> None:
        """Keep a master's replicas from getting any more of its data, though all of them run."""
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


class Failover(Scene):
    """A server on such a store.

    Args:
        folder: the folder for the data of server and store.
        seed: the seed of all random choices.
        kind: a context manager that runs the store.
        options: further options of the server.
    """

    def __init__(
        self,
        folder: Path,
        seed: int,
        kind: Callable[[Path], AbstractAsyncContextManager[Store]],
        options: tuple[str, ...] = (),
    ) -> None:
        super().__init__(folder, seed)
        self._kind = kind
        self._more = options
        self.store: Store

    async def begin(self) -> None:
        """Start all processes."""
        self.store = await self.stack.enter_async_context(self._kind(self.folder / "store"))
        self.data, self.options = self.folder / "data", (*OPTIONS, "--redis", self.store.servers.url, *self._more)
        await super().begin()

    async def look(self, code: str, told: dict[int, list[int]]) -> Found:
        """Return the acknowledged moves of each seat that the log of a room lacks, and those that it has twice."""
        port = await self.store.master_of(self.log)
        return await asyncio.to_thread(check, f"redis://127.0.0.1:{port}", code, told)

    @property
    def log(self) -> str:
        """The key of the room's log."""
        return f"cadogan:{{{self.players[0].code}}}:log"

    async def another_master(self, gone: int) -> None:
        """Wait until another server owns the room."""
        async with asyncio.timeout(60):
            while await self.store.master_of(self.log) == gone:
                await asyncio.sleep(0.05)


Failure = Callable[[Failover], Awaitable[int | None]]


async def killed(scene: Failover) -> None:
    """The master is killed."""
    master = await scene.store.master_of(scene.log)
    scene.store.servers.kill(master)
    await scene.play(20)
    await scene.another_master(master)


async def killed_ahead(scene: Failover) -> None:
    """The master is killed before its replicas have the last moves."""
    master = await scene.store.master_of(scene.log)
    await scene.store.cut_off_replicas(master)
    await scene.play(scene.chance.randrange(5, 30))
    scene.store.servers.kill(master)
    await scene.another_master(master)


async def hangs(scene: Failover) -> None:
    """The master hangs, and wakes when another has taken over."""
    master = await scene.store.master_of(scene.log)
    scene.store.servers.signal(master, signal.SIGSTOP)
    await _wakes_replaced(scene, master)


async def hangs_during_a_failover(scene: Failover) -> None:
    """The master hangs, and wakes while the Sentinel that leads the failover still describes it as the master."""
    master = await scene.store.master_of(scene.log)
    await scene.store.keep_replicas(master)
    scene.store.servers.signal(master, signal.SIGSTOP)
    async with client(scene.store.servers.sentinels[0]) as redis:  # the first that a server asks
        await redis.execute_command("SENTINEL", "FAILOVER", "cards")
    await _wakes_replaced(scene, master)


async def _wakes_replaced(scene: Failover, master: int) -> None:
    try:
        await scene.unsafe()
        await scene.play(20)
        await scene.another_master(master)
    finally:
        scene.store.servers.signal(master, signal.SIGCONT)
    await scene.play(10)


async def leases_killed(scene: Failover) -> None:
    """The master is killed that has the leases of the nodes."""
    master = await scene.store.master_of("cadogan:{lease}")
    scene.store.servers.kill(master)
    await scene.play(20)
    async with asyncio.timeout(60):
        while await scene.store.master_of("cadogan:{lease}") == master:
            await asyncio.sleep(0.05)


async def machine_lost(scene: Failover) -> None:
    """A machine is lost: a master, and a replica of each of the other two. The rest must take all writes again."""
    ports = scene.store.servers.ports
    for port in (
        ports[0],
        ports[4],
        ports[5],
    ):  # the masters are the first three, and each further server is a replica of the next
        scene.store.servers.kill(port)
    await scene.play(20)
    await scene.safe()


async def both_killed(scene: Failover) -> None:
    """The master is killed, and the server before another has taken over, whose replica it becomes."""
    master = await scene.store.master_of(scene.log)
    scene.store.servers.kill(master)
    await scene.unsafe()
    await scene.play(scene.chance.randrange(5, 30))
    await scene.end(signal.SIGKILL)
    await scene.another_master(master)
    await scene.store.servers.start_again(master)
    await scene.start_again()


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


@asynccontextmanager
async def by_nine(folder: Path) -> AsyncIterator[Store]:
    """The smallest Cluster of the operator's guide: three machines with a master and two replicas each."""
    bounds = ("--min-replicas-to-write", "1", "--min-replicas-max-lag", "5")
    async with cluster(folder, 2, *bounds) as servers:
        yield Store(servers, of_sentinels=False)


ALWAYS = ("--durability", "always")

FAILOVERS: dict[str, tuple[Callable[[Path, int], Failover], Failure]] = {
    "Sentinels: the master is killed": (partial(Failover, kind=by_sentinels), killed),
    "Sentinels: the master is killed ahead of its replicas": (partial(Failover, kind=by_sentinels), killed_ahead),
    "Sentinels: the master hangs, and wakes as a replica": (partial(Failover, kind=by_sentinels), hangs),
    "Sentinels: the master hangs, and wakes before the failover is over": (
        partial(Failover, kind=by_sentinels),
        hangs_during_a_failover,
    ),
    "Sentinels: master and server are killed (`--durability always`)": (
        partial(Failover, kind=by_sentinels, options=ALWAYS),
        both_killed,
    ),
    "Cluster: the master of the room is killed": (partial(Failover, kind=by_cluster), killed),
    "Cluster: the master of the room is killed ahead of its replica": (
        partial(Failover, kind=by_cluster),
        killed_ahead,
    ),
    "Cluster: the master of the room hangs, and wakes as a replica": (partial(Failover, kind=by_cluster), hangs),
    "Cluster: the master of the leases is killed": (partial(Failover, kind=by_cluster), leases_killed),
    "Cluster of nine servers on three machines: a machine is lost": (partial(Failover, kind=by_nine), machine_lost),
    "Cluster: master and server are killed (`--durability always`)": (
        partial(Failover, kind=by_cluster, options=ALWAYS),
        both_killed,
    ),
}
