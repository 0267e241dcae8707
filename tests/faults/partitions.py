"""One node cannot reach the store as it should, while another node can.

The node in trouble owns all rooms. One player of each room has come in there, the other at the other node; both stay
until they are sent away. Meanwhile strangers knock at each room through the other node, so that it takes the room as
soon as it may.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from pathlib import Path

from websockets.exceptions import WebSocketException

from cadogan_protocol.messages import Join
from cadogan_server.commands.serve import REPLACED
from tests.faults.scenes import Nodes
from tests.faults.tcp_proxy import TcpProxy
from tests.server.wire import dial

SECONDS = 8.0
"""The length of a partition in seconds: several leases."""

FLAPS = 2.0
"""The time in seconds after which a flapping connection goes, or comes back."""

KNOCK = 0.5
"""The time in seconds that a stranger waits for an answer, and before the next question."""

BEFORE, AFTER = 1.0, 2.0
"""The time in seconds that people play before and after."""

Partition = Callable[[TcpProxy], AbstractAsyncContextManager[None]]


@asynccontextmanager
async def cut(proxy: TcpProxy) -> AsyncIterator[None]:
    """Connections break, and there are no new ones."""
    proxy.refuses = True
    proxy.cut()
    yield
    proxy.refuses = False


@asynccontextmanager
async def silent(proxy: TcpProxy) -> AsyncIterator[None]:
    """No data comes through, and nobody is told. Then all of it comes through, late."""
    proxy.open.clear()
    yield
    proxy.open.set()


@asynccontextmanager
async def slow(proxy: TcpProxy) -> AsyncIterator[None]:
    """Each command, and each answer, takes half a second."""
    proxy.lag = 0.5
    yield
    proxy.lag = 0.0


@asynccontextmanager
async def unheard(proxy: TcpProxy) -> AsyncIterator[None]:
    """The node's messages do not reach the store."""
    proxy.deaf = True
    yield
    proxy.deaf = None
    proxy.cut()  # a part of the data is missing, which TCP would not allow


@asynccontextmanager
async def unanswered(proxy: TcpProxy) -> AsyncIterator[None]:
    """The node's messages reach the store, and no answer comes back."""
    proxy.deaf = False
    yield
    proxy.deaf = None
    proxy.cut()


@asynccontextmanager
async def flapping(proxy: TcpProxy) -> AsyncIterator[None]:
    """The connection goes and comes back, again and again."""

    async def flap() -> None:
        while True:
            async with cut(proxy):
                await asyncio.sleep(FLAPS)
            await asyncio.sleep(FLAPS)

    flaps = asyncio.create_task(flap())
    yield
    flaps.cancel()
    await asyncio.wait([flaps])
    proxy.refuses = False


async def partitioned(scene: Nodes, by: Partition, thinks: float) -> None:
    """The node that owns all rooms has trouble with its connection to the store, while all play."""
    over = asyncio.Event()
    for player in scene.players:
        player.thinks = thinks
    for _, olga in scene.rooms:
        olga.ports = scene.ports[::-1]
        await olga.leave()
    await scene.play(1)
    playing = asyncio.gather(*(player.play_while(lambda: not over.is_set()) for player in scene.players))
    await asyncio.sleep(BEFORE + scene.chance.random())
    async with by(scene.to_store):
        knocking = [asyncio.create_task(_knock(scene.servers[1].port, anna.code)) for anna, _ in scene.rooms]
        await asyncio.sleep(4.0 if scene.short else SECONDS)
        for task in knocking:
            task.cancel()
        await asyncio.wait(knocking)
    await asyncio.sleep(AFTER)
    if scene.servers[0].process.returncode is not None:  # the other node has taken over; a supervisor starts it again
        assert await scene.exit_code(0) == REPLACED
        await scene.start(0)
        await asyncio.sleep(AFTER)
    over.set()
    await playing
    for player in scene.players:
        player.thinks = 0.0


async def _knock(port: int, code: str) -> None:
    """Ask for a seat in a room that has begun, again and again; each time its node is looked up."""
    token = None
    while True:
        with suppress(WebSocketException, OSError, TimeoutError):
            async with asyncio.timeout(KNOCK), dial(port, close_timeout=0.1) as visitor:
                await visitor.hello(f"V{code}", token)
                token = visitor.token
                await visitor.ask(Join, room=code, role="player")
        await asyncio.sleep(KNOCK)


class Parted(Nodes):
    """Two servers on one store, with leases that a busy machine does not lose."""

    lease = ("--lease", "2")


QUIET, LOADED = 0.25, 0.01
"""The time in seconds that players think about a move."""

ROOMS = 8
"""The number of rooms under load."""

KINDS: dict[str, Partition] = {
    "can't reach the store": cut,
    "hears nothing of the store": silent,
    "waits 500 ms for each command": slow,
    "is not heard by the store": unheard,
    "gets no answers of the store": unanswered,
    "loses the store every two seconds": flapping,
}


def _quiet(by: Partition) -> tuple[Callable[[Path, int], Nodes], Callable[[Nodes], Awaitable[None]]]:
    return Parted, partial(partitioned, by=by, thinks=QUIET)


def _loaded(by: Partition) -> tuple[Callable[[Path, int], Nodes], Callable[[Nodes], Awaitable[None]]]:
    return partial(Parted, rooms=ROOMS), partial(partitioned, by=by, thinks=LOADED)


PARTITIONS = {
    f"partition: one of two nodes {what}{how}": of(by)
    for what, by in KINDS.items()
    for how, of in (("", _quiet), (", under load", _loaded))
}
