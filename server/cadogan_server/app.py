"""Puts the parts of a server together, starts and stops them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace

from cadogan_games import texts
from cadogan_server.assembly.door import listening_sockets, open_door, open_metrics
from cadogan_server.assembly.links import links_part
from cadogan_server.assembly.outages import see_to_outages
from cadogan_server.gateway.gateway import Gateway
from cadogan_server.gateway.peers.mirror_client import MirrorLinks
from cadogan_server.gateway.relays.siblings import Inherited
from cadogan_server.gateway.sockets.listener import BACKLOG
from cadogan_server.hosting.sweeping import Sweeping
from cadogan_server.leaving import Leaving, LeftBehind
from cadogan_server.mirrors.mirrors import Mirrors
from cadogan_server.nodes.balance import Balance
from cadogan_server.open_store import open_store
from cadogan_server.parts.people import people_part
from cadogan_server.parts.rooms import evict_when_full, rooms_part
from cadogan_server.parts.runtime import Runtime
from cadogan_server.parts.services import Services
from cadogan_server.parts.store import store_part
from cadogan_server.settings import Settings
from cadogan_server.store.boards.adopting import adopt
from cadogan_server.store.log.spill import Spill
from cadogan_server.store.nodes.parts import LimitSharing
from cadogan_server.store_wait import StoreWait
from cadogan_server.telemetry.log_lines import own_name

logger = logging.getLogger(__name__)

MOST_GAPS = 30
"""Missing texts that the log names, at most."""


@dataclass(frozen=True)
class Running:
    """A server that accepts connections.

    Attributes:
        port: the one it listens on, also where it was free to choose.
        metrics_port: the one that its figures are on; None where they are nowhere.
        services: its parts, for tests.
        ended: set when another node has found this one silent, and has taken over its rooms: nothing can be done here any more.
        spill: where what the store does not take is kept.
        gateway: its sockets, for tests too.
        sweeping: what looks after its rooms, for tests too.
        sharing: what tells other nodes what addresses have here, for tests too.
        balance: what hands rooms to nodes that have far fewer, for tests too.
        leave: hands its rooms over to other nodes, where there are any, and sends all sockets there: before the context is left.
    """

    port: int
    metrics_port: int | None
    services: Services
    ended: asyncio.Event
    spill: Spill
    gateway: Gateway
    sweeping: Sweeping
    sharing: LimitSharing
    balance: Balance
    leave: Callable[[], Awaitable[None]]

    def left_behind(self) -> LeftBehind | None:
        """Return what the store would not take, once the context is over."""
        left = self.services.store.journal.left
        return LeftBehind(left, self.spill.path, lost=not self.spill.whole) if left else None


@asynccontextmanager
async def running(
    settings: Settings,
    drain: Callable[[], None] = lambda: None,
    inherited: Inherited | None = None,
    stop: asyncio.Event | None = None,
) -> AsyncIterator[Running]:
    """Run a server while the context lasts. Rooms are recovered when somebody asks for them, or when they are due.
    A store that is not there is waited for; meanwhile the port answers 503. On the way out connections are closed with
    "going away", and everything is written before the store is let go.

    Args:
        settings: how it runs.
        drain: called when it was ordered to end: the context is to be left then.
        inherited: what it has from a supervisor, as one of several workers.
        stop: set when the store is to be waited for no longer.

    Raises:
        StartError: the store can't be used, or is held by a server of an earlier version; or the port can't be had.
        Stopped: `stop` was set while the store was waited for.
        EmbeddedRedisError: the embedded Redis can't be had.
    """
    settings = replace(settings, node=settings.node or own_name())
    _warn_of_gaps()
    async with AsyncExitStack() as stack:
        sockets = await listening_sockets(settings, inherited)
        for sock in sockets:
            stack.callback(sock.close)
        wait = StoreWait(sockets, stop or asyncio.Event(), BACKLOG)
        stack.push_async_callback(wait.over)

        runtime = Runtime(settings)
        opened = await open_store(settings, stack, wait)
        links = links_part(opened, inherited, stack)
        store = store_part(opened, runtime, links.relays.answers)
        people = people_part(runtime, store)
        rooms = rooms_part(runtime, store, people, links.other_nodes, port=sockets[0].getsockname()[1])
        connect = MirrorLinks(links.relays, settings.link_ping, settings.link_pong).open
        mirrors = Mirrors(store.journal, runtime.clock, rooms.finder.find, connect, settings.linger)
        rooms.finder.observe(mirrors.come_here)
        services = Services(runtime, store, people, rooms, mirrors)
        ended = see_to_outages(store, people, rooms, links, stack)

        await wait.until_there(opened.where, lambda: adopt(opened.connections.upkeep, runtime.clock.real()))
        await people.recall(runtime.clock.now())
        await store.recall()
        await wait.over()
        evict_when_full(runtime, store, people, rooms)

        door = await open_door(services, links, sockets, drain, stack)
        store.start(stack)
        people.start(stack, runtime)
        rooms.start(stack, runtime)
        stack.push_async_callback(runtime.background.stop)
        door.start(stack, services)
        stack.push_async_callback(mirrors.stop)
        metrics_port = await open_metrics(services, door.gateway, stack)
        leave = Leaving(
            opened, rooms.registry, rooms.handover, links.other_nodes, door.gateway, rooms.bots, settings.drain
        ).leave
        yield Running(
            *(door.port, metrics_port, services, ended, opened.spill, door.gateway),
            *(rooms.sweeping, door.sharing, door.balance, leave),
        )


def _warn_of_gaps() -> None:
    """Log which texts for players are missing: in one line, since similar lines are left out of the log."""
    gaps = list(texts.gaps())
    if gaps:
        more = f"; and {len(gaps) - MOST_GAPS} more" if len(gaps) > MOST_GAPS else ""
        logger.warning(
            "%d texts for players are missing, for which English or nothing stands in: %s%s",
            *(len(gaps), "; ".join(gaps[:MOST_GAPS]), more),
        )
