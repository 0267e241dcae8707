"""What is done to servers and stores while people play, and what they make of it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, fields
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from redis.asyncio import Redis
from websockets.exceptions import ConnectionClosed

from cadogan_protocol.applying import after_events
from cadogan_protocol.codec import encode
from cadogan_protocol.messages import Error, GetReplay, Join, Moved, Play, Replay, Stand, Undo
from cadogan_server.store.embedded import EmbeddedRedis
from tests.faults.checker import check
from tests.server.processes import Process, process, redis_process
from tests.server.wire import PATIENCE, Wire, dial

OPTIONS = ("--no-bots", "--rate", "100000")


@dataclass
class Tally:
    """What trials of a kind came to.

    Attributes:
        trials: how many.
        acknowledged: moves of which a player was told.
        lost: of those, what is not in the log at the end, or in another order.
        twice: moves that are in the log more than once.
        ended: games that were over, or were not found again, before anybody ended them.
        gaps: players whose streams had a hole, whose board was not as they had left it, or whose replay was another.
        pause: the longest time in seconds between two answers, a player's coming back included.
    """

    trials: int = 0
    acknowledged: int = 0
    lost: int = 0
    twice: int = 0
    ended: int = 0
    gaps: int = 0
    pause: float = 0.0

    def add(self, other: Tally) -> None:
        """Add those of other trials."""
        for field in fields(self):
            mine, theirs = getattr(self, field.name), getattr(other, field.name)
            setattr(self, field.name, max(mine, theirs) if field.name == "pause" else mine + theirs)


class Witness:
    """One who plays, comes back whenever the line breaks, and takes down what was acknowledged.

    Attributes:
        told: the requests that were.
        wire: the socket now.
    """

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.told: list[int] = []
        self.wire: Wire | None = None
        self.tally = Tally()
        self.port = 0
        self.code = ""
        self._token: str | None = None
        self._next = 1
        self._open: tuple[int, Play | Undo] | None = None
        self._board: object = None
        self._answered = monotonic()
        self._chance = Random(seed)
        self._stack = AsyncExitStack()

    async def join(self, port: int, code: str) -> str:
        """Come in, or open a room where there is none yet."""
        self.port, self.code = port, code
        wire = await self._dial()
        if code:
            await wire.join(code)
        else:
            await wire.create("klondike", time_limit=0, undo="free", rated=False)
            self.code = wire.code
        return self.code

    async def begin(self) -> None:
        """Wait for the cards."""
        assert self.wire is not None
        await self.wire.the(Moved)
        self._answered = monotonic()

    async def play(self, moves: int) -> None:
        """Have so many moves acknowledged, however often the line breaks."""
        wanted = len(self.told) + moves
        async with asyncio.timeout(6 * PATIENCE):
            while len(self.told) < wanted:
                try:
                    if self.wire is None:
                        await self._come_back()
                    await self._move()
                except AssertionError:
                    self.tally.gaps += 1
                    await self.leave()
                except (ConnectionClosed, OSError, TimeoutError):
                    await self.leave()
                    await asyncio.sleep(0.02)  # as a client does, which tries again after a while

    async def leave(self) -> None:
        """Let go of the line."""
        if self.wire is not None:
            self._next = next(self.wire.ids)
        self.wire = None
        await self._stack.aclose()

    async def _dial(self) -> Wire:
        self.wire = wire = await self._stack.enter_async_context(dial(self.port, first_id=self._next))
        await wire.hello(self.name, self._token)
        self._token = wire.token
        return wire

    async def _come_back(self) -> None:
        wire = await self._dial()
        joined = await wire.ask(Join, room=self.code)
        if isinstance(joined, Error) and joined.retry:
            raise ConnectionError(joined.message)  # the server has begun, and its store is yet to come
        await wire.joined(joined)
        await wire.the(Moved)
        assert wire.room is not None
        if wire.room.phase != "running":
            self.tally.ended += 1
        if self._open is None and wire.boards[wire.own] != self._board:
            self.tally.gaps += 1

    async def _move(self) -> None:
        wire = self.wire
        assert wire is not None
        if self._open is None:
            request = next(wire.ids)
            move = self._chance.choice(wire.moves) if wire.moves else None
            self._open = request, Undo(id=request) if move is None else Play(id=request, move=move)
        request, message = self._open
        await wire.connection.send(encode(message, wire.fmt))
        answer = await wire.answer(request)
        if isinstance(answer, Error):
            if answer.retry:  # the store is away for so long that all stands still
                await asyncio.sleep(0.1)
                return
            raise AssertionError(answer.message)
        now = monotonic()
        self.tally.pause = max(self.tally.pause, now - self._answered)
        self._answered, self._open = now, None
        self.told.append(request)
        self._board = wire.boards[wire.own]

    async def sees_its_replay(self) -> None:
        """End the game, and compare the replay with what was seen."""
        assert self.wire is not None
        assert self.wire.seat is not None
        await self.wire.phase("finished")
        replay = await self.wire.ask(GetReplay, room=self.code)
        if not isinstance(replay, Replay):
            self.tally.gaps += 1
            return
        board = replay.boards[self.wire.seat]
        piles, counters = board.start.piles, board.start.counters
        for _, events in board.steps:
            piles, counters = after_events(piles, counters, events)
        if (len(board.steps), piles) != (len(self.told), self.wire.boards[self.wire.own].piles):
            self.tally.gaps += 1


@dataclass
class Scene:
    """A server, and who plays on it.

    Attributes:
        folder: its data folder.
        players: in one room.
        options: of the server.
        code: of the room.
    """

    folder: Path
    players: list[Witness]
    server: Process
    stack: AsyncExitStack
    chance: Random
    options: tuple[str, ...] = OPTIONS
    code: str = ""

    async def play(self, moves: int) -> None:
        """Let all play."""
        await asyncio.gather(*(player.play(moves) for player in self.players))

    async def end(self, by: signal.Signals) -> None:
        """End the server."""
        self.server.process.send_signal(by)
        async with asyncio.timeout(3 * PATIENCE):  # where its store hangs it waits for that, twice
            await self.server.process.wait()

    async def start_again(self) -> None:
        """Start it again."""
        self.server = await self.stack.enter_async_context(process(self.folder, *self.options))
        for player in self.players:
            await player.leave()
            player.port = self.server.port

    async def unsafe(self) -> None:
        """Play until players are told that nothing is safe."""
        async with asyncio.timeout(PATIENCE):
            while all(
                player.wire is None or player.wire.room is None or player.wire.room.safe for player in self.players
            ):
                await self.play(1)

    def to_redis(self, by: signal.Signals) -> None:
        """Send a signal to the store."""
        os.kill(redis_process(self.folder), by)


Trouble = Callable[[Scene], Awaitable[None]]


async def killed(scene: Scene) -> None:
    """The server is killed."""
    playing = asyncio.create_task(scene.play(40))
    await asyncio.sleep(scene.chance.random() * 0.1)
    await scene.end(signal.SIGKILL)
    await scene.start_again()
    await playing


async def stopped(scene: Scene) -> None:
    """The server is told to stop."""
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
    """The store comes back without what it had in the last while."""
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
    with contextlib.suppress(ProcessLookupError):  # told to stop, the server has ended it, too
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


async def trial(folder: Path, trouble: Trouble, seed: int) -> Tally:
    """Let two play while something goes wrong, and afterwards; return what they make of it."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(process(folder, *OPTIONS))
        scene = Scene(folder, [], server, stack, Random(seed))
        tally, told = await played_through(scene, trouble, seed)
    async with EmbeddedRedis(folder) as store:
        found = await asyncio.to_thread(check, store.url, scene.code, told)
    tally.lost, tally.twice = found.lost, found.twice
    return tally


async def played_through(scene: Scene, trouble: Trouble, seed: int) -> tuple[Tally, dict[int, list[int]]]:
    """Let two play on a server while something goes wrong, and afterwards, and end it; return what they make of it, but for what
    the log holds, and which requests of each seat were acknowledged."""
    scene.players += [Witness("Anna", 2 * seed), Witness("Olga", 2 * seed + 1)]
    tally = Tally(trials=1)
    for player in scene.players:
        scene.code = await player.join(scene.server.port, scene.code)
    for player in scene.players:
        assert player.wire is not None
        await player.wire.ready()
    for player in scene.players:
        await player.begin()
    await scene.play(scene.chance.randrange(5, 40))
    await trouble(scene)
    await scene.play(10)
    for player in scene.players:
        assert player.wire is not None
        if player.wire.room is not None and not player.wire.room.safe:
            await player.wire.state(lambda room: room.safe)
    told = {player.wire.seat or 0: player.told for player in scene.players if player.wire is not None}
    for player in scene.players:
        assert player.wire is not None
        await player.wire.ask(Stand)
    for player in scene.players:
        await player.sees_its_replay()
        await player.leave()
        tally.add(player.tally)
    await scene.end(signal.SIGTERM)
    tally.acknowledged = sum(len(player.told) for player in scene.players)
    return tally, told


def small_disk(folder: Path) -> bool:
    """Make a folder a disk of a few megabytes; False where that is not to be had."""
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", folder], capture_output=True, check=False)
    return done.returncode == 0
