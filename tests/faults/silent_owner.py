"""The owner of a room stands still, or the players' node cannot reach it."""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable

from cadogan_server.commands.serve import REPLACED
from tests.faults.scenes import OPTIONS, Nodes
from tests.faults.tcp_proxy import TcpProxy, tcp_proxy
from tests.server.processes import Process, process


class Relayed(Nodes):
    """Two servers on one store. All players come in at the second, which reaches the first, the owner of the room,
    through a proxy.

    Attributes:
        between: that proxy.
    """

    lease = ("--lease", "3")

    async def started(self, number: int) -> Process:
        """Start one of the servers."""
        if number == 1:
            return await super().started(1)
        self.between: TcpProxy = await self.stack.enter_async_context(tcp_proxy(0))
        how = ("--redis", self.store.url, "--advertise", f"127.0.0.1:{self.between.port}", *self.lease, *OPTIONS)
        server = await self.stack.enter_async_context(process(self.folder / "node0", *how))
        self.between.to = server.port
        return server

    async def relayed(self, *then: int) -> None:
        """Let all players come in through the second server, and reconnect through these in turn."""
        for player in self.players:
            await player.leave()
            player.ports = [self.servers[1].port]
        await self.play(5)
        for player in self.players:
            player.ports = [self.servers[number].port for number in (1, *then)]
            player.rested()


async def stands_still(scene: Relayed) -> None:
    """The owner stands still. Players come back through the other node, as a proxy sends them."""
    await scene.relayed()
    await scene.safe()
    scene.servers[0].process.send_signal(signal.SIGSTOP)
    for player in scene.players:
        player.expects_notice()
    await scene.play(20)
    scene.servers[0].process.send_signal(signal.SIGCONT)
    assert await scene.exit_code(0) == REPLACED
    await scene.start(0)
    await scene.play(5)


async def unreachable(scene: Relayed) -> None:
    """Nothing comes through between the nodes, and both reach the store. Players come back through either."""
    await scene.relayed(0)
    scene.between.open.clear()
    for player in scene.players:
        player.expects_notice()
    await scene.play(20)
    scene.between.open.set()


async def unreachable_for_good(scene: Relayed) -> None:
    """No data comes through between the nodes, and a proxy sends the players back to the node that does not own the room."""
    await scene.relayed()
    scene.between.open.clear()
    for player in scene.players:
        player.expects_notice()
    await scene.play(20)
    scene.between.open.set()


SILENT_OWNERS: dict[str, Callable[[Relayed], Awaitable[None]]] = {
    "relayed players: the room's node stands still (`SIGSTOP`)": stands_still,
    "relayed players: the room's node can't be reached": unreachable,
    "relayed players: the room's node can't be reached, and they come back to the other": unreachable_for_good,
}
