"""The scenes of trials: one server with a store of its own, or several on one store, and people who play."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from redis.asyncio import Redis

from cadogan_protocol.messages import Ping, Stand
from cadogan_server.store import keys
from cadogan_server.store.redis.embedded import EmbeddedRedis
from deploy.cluster import Cluster
from tests.faults.checker import Found, check
from tests.faults.earlier import check_out, earlier
from tests.faults.tcp_proxy import TcpProxy, tcp_proxy
from tests.faults.witness import Tally, Witness
from tests.server.processes import SERVE, Process, process, redis_process
from tests.server.wire import PATIENCE

OPTIONS = ("--no-bots", "--rate", "100000")

LEASE = ("--lease", "1")

TWO = ("Anna", "Olga")


class Scene:
    """A server with a store of its own, and its players, two in a room unless more are named.

    Args:
        folder: the server's data folder.
        seed: the seed of all random choices.
        rooms: the number of rooms.
        witness: makes a player, by name and seed.
        names: the names of a room's players.

    Attributes:
        players: the players of all rooms.
        ports: the ports that they connect to.
        short: true if the trouble comes a few times only.
        data: the server's data folder.
        options: the options of the server.
    """

    def __init__(
        self,
        folder: Path,
        seed: int,
        rooms: int = 1,
        witness: Callable[[str, int], Witness] = Witness,
        names: Sequence[str] = TWO,
    ) -> None:
        self.folder = folder
        self.chance = Random(seed)
        self.rooms = [
            [witness(name, 2 * (seed + 1000 * at) + n) for n, name in enumerate(names)] for at in range(rooms)
        ]
        self.players = [player for room in self.rooms for player in room]
        self.ports: list[int] = []
        self.short = False
        self.data = folder
        self.options: tuple[str, ...] = OPTIONS
        self.stack = AsyncExitStack()
        self.server: Process

    async def begin(self) -> None:
        """Start all processes."""
        self.server = await self.stack.enter_async_context(process(self.data, *self.options))
        self.ports[:] = [self.server.port]

    async def over(self) -> None:
        """End the processes that write to the store, so that it can be read."""
        await self.end(signal.SIGTERM)

    async def look(self, code: str, told: dict[int, list[int]]) -> Found:
        """Return the acknowledged moves of each seat that the log of a room lacks, and those that it has twice."""
        async with EmbeddedRedis(self.folder) as store:
            return await asyncio.to_thread(check, store.url, code, told)

    async def play(self, moves: int) -> None:
        """Let all play."""
        await asyncio.gather(*(player.play(moves) for player in self.players))

    async def end(self, by: signal.Signals) -> None:
        """End the server."""
        self.server.process.send_signal(by)
        async with asyncio.timeout(3 * PATIENCE):  # if its store hangs, it waits for that twice
            await self.server.process.wait()

    async def start_again(self) -> None:
        """Start it again."""
        self.server = await self.stack.enter_async_context(process(self.data, *self.options))
        self.ports[:] = [self.server.port]
        for player in self.players:
            await player.leave()

    async def unsafe(self) -> None:
        """Play until players are told that nothing is safe."""
        async with asyncio.timeout(PATIENCE):
            while all(
                player.wire is None or player.wire.room is None or player.wire.room.safe for player in self.players
            ):
                await self.play(1)

    async def safe(self) -> None:
        """Wait until the store has everything that players were told.

        A slow machine may have kept it waiting, and changes that only one node has are lost when another takes over.
        """
        for player in self.players:
            assert player.wire is not None
            await player.wire.ask(Ping)  # its answer comes after the news that the last messages are not safe
            await player.wire.state(lambda room: room.safe)

    def to_redis(self, by: signal.Signals) -> None:
        """Send a signal to the store."""
        os.kill(redis_process(self.folder), by)


class Nodes(Scene):
    """Two servers on one store. The first is reached directly, the second through a proxy; if one is gone, players try
    both in turn.

    Attributes:
        servers: the processes.
        lease: the option of both servers.
        proxy: the proxy before the second server.
        to_store: the proxy between the first server and the store.
    """

    lease: tuple[str, ...] = LEASE
    servers: list[Process]
    proxy: TcpProxy
    to_store: TcpProxy

    async def begin(self) -> None:
        """Start all processes."""
        self.store = await self.stack.enter_async_context(EmbeddedRedis(self.folder))
        socket = str(self.folder / "redis" / "redis.sock")
        self.to_store = await self.stack.enter_async_context(tcp_proxy(socket))
        self.servers = [await self.started(0), await self.started(1)]
        async with Redis.from_url(self.store.url) as redis, asyncio.timeout(PATIENCE):
            while await redis.exists(keys.ALONE):  # otherwise the first would keep its rooms longer
                await asyncio.sleep(0.05)
        self.proxy = await self.stack.enter_async_context(tcp_proxy(self.servers[1].port, self.chance.randrange(1000)))
        self.ports[:] = [self.servers[0].port, self.proxy.port]

    async def started(self, number: int) -> Process:
        """Start one of the servers."""
        url = f"redis://127.0.0.1:{self.to_store.port}/0" if number == 0 else self.store.url
        folder = self.folder / f"node{number}"
        return await self.stack.enter_async_context(process(folder, "--redis", url, *self.lease, *OPTIONS))

    async def start(self, number: int) -> None:
        """Start one of the servers again."""
        self.servers[number] = await self.started(number)
        if number == 0:
            self.ports[0] = self.servers[0].port
        else:
            self.proxy.to = self.servers[1].port
        for player in self.players:
            player.rested()

    async def send(self, number: int, by: signal.Signals) -> int:
        """End one of the servers; return its exit code."""
        process = self.servers[number].process
        process.send_signal(by)
        return await self.exit_code(number)

    async def exit_code(self, number: int) -> int:
        """Wait until one of the servers has ended."""
        async with asyncio.timeout(PATIENCE):
            return await self.servers[number].process.wait()

    async def one_is_silent(self) -> None:
        """Wait until one of the servers has not reached the store for as long as a lease lasts."""
        async with Redis.from_url(self.store.url) as redis, asyncio.timeout(PATIENCE):
            while True:
                seconds, microseconds = await redis.time()
                lives: Any = await redis.zcount(keys.ALIVE, seconds * 1000 + microseconds // 1000, "+inf")
                if lives < 2:
                    return
                await asyncio.sleep(0.05)

    async def look(self, code: str, told: dict[int, list[int]]) -> Found:
        """Return the acknowledged moves of each seat that the log of a room lacks, and those that it has twice."""
        return await asyncio.to_thread(check, self.store.url, code, told)

    async def over(self) -> None:
        """End the processes that write to the store, so that it can be read."""
        for server in self.servers:
            with suppress(ProcessLookupError):  # other nodes had found it silent, and it has ended by itself
                server.process.send_signal(signal.SIGTERM)
            await server.process.wait()


EARLIER = "HEAD~1"
"""The commit of the older of two servers, if none is named."""


class Skewed(Nodes):
    """Two servers on one store, the second of an earlier commit."""

    def __init__(self, folder: Path, seed: int, rooms: int = 1, commit: str = EARLIER) -> None:
        super().__init__(folder, seed, rooms)
        self._commit = commit

    async def begin(self) -> None:
        """Start all processes."""
        check_out(self._code, self._commit)
        await super().begin()

    @property
    def _code(self) -> Path:
        return self.folder / "earlier"

    async def started(self, number: int) -> Process:
        """Start one of the servers."""
        if number == 0:
            return await super().started(0)
        how = ("--redis", self.store.url, *LEASE, *OPTIONS)
        return await self.stack.enter_async_context(earlier(self._code, self.folder / "node1", *how))


class Behind(Scene):
    """The topology of the compose file: two nodes, a Redis, and a proxy through which all players come in."""

    def __init__(self, folder: Path, seed: int, rooms: int = 8, proxy: str = "haproxy") -> None:
        super().__init__(folder, seed, rooms)
        options = [*OPTIONS, "--countdown", "0.05"]
        self.cluster = Cluster(folder / "cluster", options=options, serve=SERVE, proxy=proxy)

    async def begin(self) -> None:
        """Start all processes."""
        await self.stack.enter_async_context(self.cluster)
        await self.all_there()
        self.ports[:] = [int(self.cluster.url.rpartition(":")[2])]
        for player in self.players:
            player.thinks, player.behind_proxy = 0.02, True

    async def all_there(self) -> None:
        """Wait until both nodes answer."""
        async with asyncio.timeout(PATIENCE):
            while await asyncio.to_thread(self.cluster.serving) != list(self.cluster.nodes):
                await asyncio.sleep(0.05)

    async def end_node(self, name: str, by: signal.Signals) -> int:
        """End a node by a signal and wait until it serves again; return its exit code."""
        node = self.cluster.nodes[name]
        starts = node.starts
        node.signal(by)
        async with asyncio.timeout(PATIENCE):
            while node.starts == starts:
                await asyncio.sleep(0.05)
        await self.all_there()
        return node.ended if node.ended is not None else -1

    async def over(self) -> None:
        """Leave all processes running, as the log is read while they run."""

    async def look(self, code: str, told: dict[int, list[int]]) -> Found:
        """Return the acknowledged moves of each seat that the log of a room lacks, and those that it has twice."""
        return await asyncio.to_thread(check, self.cluster.redis_url, code, told)


S = TypeVar("S", bound=Scene)


async def trial(scene: S, trouble: Callable[[S], Awaitable[int | None]]) -> Tally:
    """Let people play during and after a trouble, once or as often as the trouble says. Return their findings."""
    tally = Tally()
    async with scene.stack:
        await scene.begin()
        await asyncio.gather(*(_seated(scene, room) for room in scene.rooms))
        await scene.play(scene.chance.randrange(5, 40))
        tally.trials = await trouble(scene) or 1
        await scene.play(10)
        told = {room[0].code: await _ended(room) for room in scene.rooms}
        await scene.over()
        for code, requests in told.items():
            lost, twice = await scene.look(code, requests)
            tally.lost, tally.twice = tally.lost + lost, tally.twice + twice
            safe = {player.seat: player.told_safe for room in scene.rooms for player in room if player.code == code}
            tally.lost_safe += (await scene.look(code, safe)).lost
    for player in scene.players:
        tally.add(player.tally)
        tally.acknowledged += len(player.told)
    return tally


async def _seated(scene: Scene, room: Sequence[Witness]) -> None:
    code = ""
    for player in room:
        code = await player.join(scene.ports, code)
    for player in room:
        assert player.wire is not None
        await player.wire.ready()
    for player in room:
        await player.begin()


async def _ended(room: Sequence[Witness]) -> dict[int, list[int]]:
    """End a game, and compare its replay with the players' view. Return the acknowledged requests by seat."""
    told: dict[int, list[int]] = {}
    for player in room:
        assert player.wire is not None
        if player.wire.room is not None and not player.wire.room.safe:
            await player.wire.state(lambda room: room.safe)
        player.seat = player.wire.seat or 0
        told[player.seat] = player.told
    for player in room:
        assert player.wire is not None
        await player.wire.ask(Stand)
    for player in room:
        await player.sees_its_replay()
        await player.leave()
    return told
