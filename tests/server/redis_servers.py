"""Real Redis servers of several kinds: a Cluster, and a master with replicas and Sentinels. No redis-cli is needed."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.crc import REDIS_CLUSTER_HASH_SLOTS
from redis.exceptions import RedisError

from cadogan_server.store.redis.embedded import find_server
from deploy.ports import free_ports
from tests.server.waiting import until

NODE_TIMEOUT_MS = 1000
"""The time in ms after which nodes of a Cluster, or Sentinels, take a silent one for dead."""


class Servers:
    """Servers as processes, in a folder for each.

    Attributes:
        url: by which a server of ours finds the store.
        ports: of the servers that hold data.
        sentinels: those of Sentinels.
    """

    def __init__(self, folder: Path) -> None:
        self.url = ""
        self.ports: list[int] = []
        self.sentinels: list[int] = []
        self._folder = folder
        self._processes: dict[int, subprocess.Popen[bytes]] = {}
        self._commands: dict[int, list[str]] = {}

    @property
    def running(self) -> list[int]:
        """The ports of the servers that hold data and were not killed."""
        return [port for port in self.ports if port in self._processes]

    async def start(self, port: int, *options: str, sentinel: str = "") -> None:
        """Start a server, and wait until it answers."""
        folder = self._folder / str(port)
        folder.mkdir(parents=True, exist_ok=True)
        command = [str(find_server().absolute()), "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
        if sentinel:
            (folder / "sentinel.conf").write_text(f"port {port}\nbind 127.0.0.1\ndir {folder}\n{sentinel}")
            command = [command[0], str(folder / "sentinel.conf"), "--sentinel"]
        self._commands[port] = [*command, *options]
        await self.start_again(port)

    async def start_again(self, port: int) -> None:
        """Start a server that was killed, as before, and wait until it answers."""
        folder = self._folder / str(port)
        with (folder / "log").open("ab") as log:
            self._processes[port] = subprocess.Popen(self._commands[port], cwd=folder, stdout=log, stderr=log)
        async with client(port) as redis:
            await until(partial(_answers, redis))

    def kill(self, port: int) -> None:
        """Kill a server."""
        process = self._processes.pop(port)
        process.kill()
        process.wait()

    def signal(self, port: int, by: signal.Signals) -> None:
        """Send a signal to a server."""
        self._processes[port].send_signal(by)

    def stop(self) -> None:
        """Kill all."""
        for port in [*self._processes]:
            self.kill(port)


@asynccontextmanager
async def client(port: int) -> AsyncIterator[Redis]:
    """A client of one server."""
    async with Redis(port=port, retry=Retry(NoBackoff(), 0)) as redis:
        yield redis


async def _answers(redis: Redis) -> bool:
    try:
        return bool(await redis.ping())
    except (RedisError, OSError):
        return False


@asynccontextmanager
async def cluster(folder: Path, replicas: int = 0, *options: str) -> AsyncIterator[Servers]:
    """A Cluster of three masters, each with `replicas` replicas."""
    servers = Servers(folder)
    ports = free_ports(2 * 3 * (1 + replicas))
    servers.ports, buses = ports[::2], ports[1::2]
    try:
        for port, bus in zip(servers.ports, buses, strict=True):
            await servers.start(
                port,
                *(
                    "--cluster-enabled",
                    "yes",
                    "--cluster-port",
                    str(bus),
                    "--cluster-node-timeout",
                    str(NODE_TIMEOUT_MS),
                ),
                *("--appendonly", "yes", "--save", "", "--repl-diskless-sync-delay", "0", *options),
            )
        await _join(servers.ports, buses)
        servers.url = "redis+cluster://" + ",".join(f"127.0.0.1:{port}" for port in servers.ports)
        yield servers
    finally:
        servers.stop()


async def _join(ports: list[int], buses: list[int]) -> None:
    masters, size = ports[:3], REDIS_CLUSTER_HASH_SLOTS // 3 + 1
    ids = {}
    for number, port in enumerate(ports):
        async with client(port) as redis:
            ids[port] = (await _said(redis, "CLUSTER", "MYID")).decode()
            await _said(redis, "CLUSTER", "SET-CONFIG-EPOCH", number + 1)
            if port in masters:
                last = min(REDIS_CLUSTER_HASH_SLOTS, (number + 1) * size) - 1
                await _said(redis, "CLUSTER", "ADDSLOTSRANGE", number * size, last)
            await _said(redis, "CLUSTER", "MEET", "127.0.0.1", ports[0], buses[0])
    for number, port in enumerate(ports):
        async with client(port) as redis:
            if port not in masters:
                master = ids[masters[number % 3]]
                await until(partial(_knows, redis, master))
                await _said(redis, "CLUSTER", "REPLICATE", master)
    for port in ports:
        async with client(port) as redis:
            await until(partial(_is_whole, redis, len(ports)))


async def _said(redis: Redis, *command: Any) -> Any:
    return await redis.execute_command(*command)


async def _knows(redis: Redis, id: str) -> bool:
    return id.encode() in await _said(redis, "CLUSTER", "MYID") or id in str(
        await redis.execute_command("CLUSTER NODES")
    )


async def _is_whole(redis: Redis, nodes: int) -> bool:
    info: Any = await redis.execute_command("CLUSTER INFO")
    replication: Any = await redis.info("replication")
    linked = replication["role"] == "master" or replication["master_link_status"] == "up"
    return info["cluster_state"] == "ok" and int(info["cluster_known_nodes"]) == nodes and linked


@asynccontextmanager
async def sentinels(folder: Path, *options: str, replicas: int = 2) -> AsyncIterator[Servers]:
    """A master called `cards` with replicas, and three Sentinels."""
    servers = Servers(folder)
    ports = free_ports(1 + replicas + 3)
    servers.ports, servers.sentinels = ports[:-3], ports[-3:]
    usual = ("--appendonly", "yes", "--save", "", "--repl-diskless-sync-delay", "0", *options)
    try:
        await servers.start(servers.ports[0], *usual)
        for port in servers.ports[1:]:
            await servers.start(port, *usual, "--replicaof", f"127.0.0.1 {servers.ports[0]}")
        for port in servers.sentinels:
            await servers.start(
                port,
                sentinel=f"sentinel monitor cards 127.0.0.1 {servers.ports[0]} 2\n"
                f"sentinel down-after-milliseconds cards {NODE_TIMEOUT_MS}\nsentinel failover-timeout cards 5000\n",
            )
        for port in servers.sentinels:
            async with client(port) as redis:
                await until(partial(_has_found_all, redis, replicas))
        servers.url = "redis+sentinel://" + ",".join(f"127.0.0.1:{port}" for port in servers.sentinels) + "/cards"
        yield servers
    finally:
        servers.stop()


async def _has_found_all(redis: Redis, replicas: int) -> bool:
    state: Any = await redis.sentinel_master("cards")
    return (int(state["num-slaves"]), int(state["num-other-sentinels"])) == (replicas, 2)
