"""The end of a server: its rooms go to other nodes, and its players after them."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cadogan_server.gateway.gateway import Gateway
from cadogan_server.gateway.peers.handover_links import HandoverLinks
from cadogan_server.hosting.bots.process import BotProcess
from cadogan_server.hosting.registry import Registry
from cadogan_server.nodes.handover import Handover
from cadogan_server.open_store import OpenStore
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.nodes.node_lease import LeaseLost

logger = logging.getLogger(__name__)

AGAIN_SECONDS = 0.1
"""Seconds between two requests to a store that did not answer."""


@dataclass(frozen=True)
class Leaving:
    """The parts that a server needs to leave.

    Attributes:
        store: the store, through which other nodes learn that this one leaves.
        registry: the rooms.
        handover: hands them over.
        other_nodes: the nodes that take them.
        gateway: the sockets.
        bots: the process of this node's bots, if it seats any.
        seconds: seconds that handing over may take.
    """

    store: OpenStore
    registry: Registry
    handover: Handover
    other_nodes: HandoverLinks
    gateway: Gateway
    bots: BotProcess | None
    seconds: float

    async def leave(self) -> None:
        """Hand the rooms over to other nodes, where there are any, and send all sockets there."""
        if not self.store.journal.safe:
            return
        await self._renew_lease()
        self.other_nodes.forget_silence()
        if not self.store.journal.safe or not self.other_nodes.willing():
            return
        self.registry.leaving = True
        self.store.node_lease.say(leaves="1")
        await self._renew_lease()
        if self.bots is not None:  # the nodes that take the rooms bring their own
            await self.bots.stop()
        with suppress(TimeoutError):
            async with asyncio.timeout(self.seconds):
                await self.handover.all()
        line = "%d rooms were handed over to other nodes, none of them stood still for longer than %.3f s"
        logger.info(line, self.handover.rooms, self.handover.longest)
        await self.other_nodes.close()
        await self.gateway.send_away()

    async def _renew_lease(self) -> None:
        """Renew the lease now, so that other nodes learn this node's description, and this node theirs. A store that is slow
        to answer is asked again: a node that has just started is known only from a new answer."""
        with suppress(TimeoutError, LeaseLost):
            async with asyncio.timeout(self.seconds):
                while self.store.journal.safe:
                    try:
                        await self.store.node_lease.confirm(anew=True)
                        return
                    except STORE_AWAY:
                        await asyncio.sleep(AGAIN_SECONDS)


@dataclass(frozen=True)
class LeftBehind:
    """The changes that the store did not take before the server ended.

    Attributes:
        commands: their number.
        path: the spill file with them.
        lost: True if some are not in that file.
    """

    commands: int
    path: Path | None
    lost: bool

    def __str__(self) -> str:
        if self.lost:
            return f"the store is away, {self.path} can't be written to, and of the last {self.commands} changes some are lost"
        return (
            f"the store is away: the last {self.commands} changes are in {self.path}, which the next start reads first"
        )
