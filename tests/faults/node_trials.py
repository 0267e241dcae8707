"""The trials of several nodes on one store, of the connections to them, and of those between them and the store."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

from cadogan_server.commands.serve import REPLACED
from tests.faults.scenes import Behind, Nodes, Skewed
from tests.server.wire import dial

KILLS = 100
"""The number of moments at which nodes are killed while one game goes on."""

CUTS = 10

SHORT = 2.0
"""Seconds of silence after which a client drops a connection."""


async def killed(scene: Nodes) -> int:
    """One node or the other is killed, again and again, while the other goes on."""
    kills = 2 if scene.short else KILLS
    for _ in range(kills):
        playing = asyncio.create_task(scene.play(15))
        await asyncio.sleep(scene.chance.random() * 0.2)
        which = scene.chance.randrange(2)
        await scene.send(which, signal.SIGKILL)
        await playing
        await scene.start(which)
    return kills


async def frozen(scene: Nodes) -> None:
    """The node that owns the room stands still until the other has recovered it, and wakes."""
    for player in scene.players:
        player.patience = SHORT
    await scene.safe()
    scene.servers[0].process.send_signal(signal.SIGSTOP)
    await scene.play(20)
    scene.servers[0].process.send_signal(signal.SIGCONT)
    assert await scene.exit_code(0) == REPLACED
    await scene.start(0)
    await scene.play(10)


async def cut_off_and_replaced(scene: Nodes) -> None:
    """One node cannot reach the store. Players come to the other, which owns the room from then on; then the store is
    back."""
    await scene.safe()
    scene.to_store.open.clear()
    scene.ports[:] = scene.ports[1:]
    for player in scene.players:
        player.patience = SHORT
        await player.leave()
    await scene.one_is_silent()
    await scene.play(20)
    scene.to_store.open.set()
    assert await scene.exit_code(0) == REPLACED
    await scene.play(10)


async def cut(scene: Nodes) -> int:
    """Lines are cut in the midst of messages."""
    await _through_the_line(scene)
    cuts = 3 if scene.short else CUTS
    for _ in range(cuts):
        playing = asyncio.create_task(scene.play(10))
        await asyncio.sleep(scene.chance.random() * 0.05)
        scene.proxy.cut()
        await playing
    return cuts


async def doubled(scene: Nodes) -> int:
    """Lines are cut only for the clients: their messages reach the server late, after they have been repeated."""
    scene.proxy.linger = 0.3
    return await cut(scene)


async def torn(scene: Nodes) -> int:
    """Data arrives in pieces of some bytes, and the connections are cut."""
    scene.proxy.tears = True
    return await cut(scene)


async def delayed(scene: Nodes) -> None:
    """Each piece of data takes up to a tenth of a second."""
    await _through_the_line(scene)
    scene.proxy.delay = 0.1
    await scene.play(30)
    scene.proxy.delay = 0


async def throttled(scene: Nodes) -> None:
    """The connection carries four thousand bytes a second."""
    await _through_the_line(scene)
    scene.proxy.rate = 4000
    await scene.play(20)
    scene.proxy.rate = 0


async def unread(scene: Nodes) -> None:
    """A player and ten spectators stop reading, and go on after a while."""
    anna, olga = scene.players
    anna.ports, olga.ports = scene.ports[:1], scene.ports[1:]
    await anna.leave()
    await olga.leave()
    await scene.play(1)
    async with AsyncExitStack() as stack:
        for number in range(10):
            watcher = await stack.enter_async_context(dial(scene.proxy.port, close_timeout=0.2))
            await (await watcher.hello(f"W{number}")).join(anna.code, "spectator")
        scene.proxy.open.clear()
        await anna.play(300)
        scene.proxy.open.set()
        await olga.play(20)


async def renewed(scene: Nodes) -> int:
    """Each node in turn is ordered to end, and started again, while people play through both."""
    scene.players[1].ports = scene.ports[::-1]
    turns = (0,) if scene.short else (0, 1) * 3
    for which in turns:
        playing = asyncio.create_task(scene.play(60))
        await asyncio.sleep(scene.chance.random() * 0.1)
        assert await scene.send(which, signal.SIGTERM) == 0
        await playing
        await scene.start(which)
        scene.players[1].ports = scene.ports[::-1]
    return len(turns)


async def renewed_to_another_version(scene: Skewed) -> int:
    """Each node in turn is ordered to end, and started again. One of them is of an earlier commit."""
    for which in (0, 1):
        playing = asyncio.create_task(scene.play(60))
        await asyncio.sleep(scene.chance.random() * 0.1)
        assert await scene.send(which, signal.SIGTERM) == 0
        await playing
        await scene.start(which)
    return 2


async def _ended_behind(scene: Behind, by: signal.Signals, code: int) -> int:
    """End one node after the other by a signal, and start it again, behind a proxy and under load."""
    for name in list(scene.cluster.nodes) * 2:
        playing = asyncio.create_task(scene.play(150))
        await asyncio.sleep(0.2 + scene.chance.random() * 0.3)
        assert await scene.end_node(name, by) == code
        await playing
        for player in scene.players:
            player.rested()
    return 2 * len(scene.cluster.nodes)


async def renewed_behind(scene: Behind) -> int:
    """Each node in turn is ordered to end, and is started again."""
    return await _ended_behind(scene, signal.SIGTERM, 0)


async def killed_behind(scene: Behind) -> int:
    """Each node in turn is killed, and is started again."""
    return await _ended_behind(scene, signal.SIGKILL, -signal.SIGKILL)


async def _through_the_line(scene: Nodes) -> None:
    """Let all players come in through the proxy, at the node that does not own the room."""
    scene.ports[:] = scene.ports[1:]
    for player in scene.players:
        player.patience = 2 * SHORT
        await player.leave()
    await scene.play(1)


NODE_TROUBLES: dict[str, Callable[[Nodes], Awaitable[int | None]]] = {
    "of two nodes one is killed (`kill -9`), and started again": killed,
    "of two nodes one stands still (`SIGSTOP`), and wakes": frozen,
    "one node can't reach the store, and the other takes over": cut_off_and_replaced,
    "connections are cut": cut,
    "connections are cut, and messages arrive late, a second time": doubled,
    "connections are torn into pieces, and cut": torn,
    "connections are slow to answer": delayed,
    "connections are narrow": throttled,
    "who listens stops reading": unread,
    "two nodes are renewed in turn": renewed,
}

AT_A_TABLE = [
    "of two nodes one is killed (`kill -9`), and started again",
    "of two nodes one stands still (`SIGSTOP`), and wakes",
    "connections are cut, and messages arrive late, a second time",
    "two nodes are renewed in turn",
]
"""The trials in which people also play at one table."""

OF_TWO_VERSIONS: dict[str, Callable[[Skewed], Awaitable[int | None]]] = {
    "of two nodes one is of the commit before, and both are renewed": renewed_to_another_version,
}

BEHIND_A_PROXY: dict[str, Callable[[Behind], Awaitable[int | None]]] = {
    "two nodes behind {} are renewed in turn, with 16 players": renewed_behind,
    "two nodes behind {} are killed in turn, with 16 players": killed_behind,
}
"""Trials with the name of the proxy in place of the braces."""
