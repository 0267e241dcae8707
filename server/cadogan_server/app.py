"""Puts the parts of a server together, starts and stops them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace

from cadogan_server.assembly.door import DoorPart, listening_sockets, open_door, open_metrics
from cadogan_server.assembly.links import LinksPart, links_part
from cadogan_server.assembly.missing_texts import warn_of_missing_texts
from cadogan_server.assembly.outages import see_to_outages
from cadogan_server.clock import Clock
from cadogan_server.gateway.api import games
from cadogan_server.gateway.gateway import Gateway
from cadogan_server.gateway.peers.mirror_client import MirrorLinks
from cadogan_server.gateway.relays.siblings import Inherited
from cadogan_server.gateway.sockets.listener import BACKLOG
from cadogan_server.leaving import Leaving, LeftBehind
from cadogan_server.mirrors.mirrors import Mirrors
from cadogan_server.open_store import OpenStore, open_store
from cadogan_server.parts.delivery import delivery_part
from cadogan_server.parts.people import people_part
from cadogan_server.parts.pushing import pushing_part
from cadogan_server.parts.rooms import rooms_part
from cadogan_server.parts.runtime import Runtime
from cadogan_server.parts.services import Services
from cadogan_server.parts.store import store_part
from cadogan_server.parts.tournaments import tournaments_part
from cadogan_server.settings import Settings
from cadogan_server.store.boards.adopting import adopt
from cadogan_server.store.log.interval import Interval
from cadogan_server.store.log.spill import Spill
from cadogan_server.store_wait import StoreWait
from cadogan_server.telemetry.load import SHARE, Load
from cadogan_server.telemetry.log_lines import own_name


@dataclass(frozen=True)
class Running:
    """A server that accepts connections.

    Attributes:
        services: the parts below its door.
        door: the port and the sockets.
        metrics_port: the port of its metrics; None if it serves none.
        ended: set when another node has found this one silent, and has taken over its rooms: nothing can be done here any more.
        leave: hands its rooms over to other nodes, if there are any, and sends all sockets there. Call it before the context
            is left.
    """

    services: Services
    door: DoorPart
    metrics_port: int | None
    ended: asyncio.Event
    leave: Callable[[], Awaitable[None]]

    @property
    def port(self) -> int:
        """The port that it listens on, even if the system has chosen it."""
        return self.door.port

    @property
    def gateway(self) -> Gateway:
        """Its sockets."""
        return self.door.gateway

    @property
    def spill(self) -> Spill:
        """The file for changes that the store does not take."""
        return self.services.store.opened.spill

    def left_behind(self) -> LeftBehind | None:
        """Return the changes that the store has not taken, once the context is over; None if it has taken all."""
        left = self.services.store.journal.unwritten.left
        return LeftBehind(left, self.spill.path, lost=not self.spill.whole) if left else None


@asynccontextmanager
async def running(
    settings: Settings,
    drain: Callable[[], None] = lambda: None,
    inherited: Inherited | None = None,
    stop: asyncio.Event | None = None,
    clock: Clock | None = None,
) -> AsyncIterator[Running]:
    """Run a server while the context lasts. Rooms are recovered when somebody asks for them, or when they are due.

    It waits for a store that is not there; meanwhile the port answers 503. At the end connections are closed with "going
    away", and everything is written before the store is closed.

    Args:
        settings: its settings.
        drain: called when the operator has ordered it to end. The caller must then leave the context.
        inherited: its sockets and number from the supervisor, as one of several workers.
        stop: set it to end the wait for a store.
        clock: its clock; None: that of the machine.

    Raises:
        StartError: the store can't be used, or is held by a server of an earlier version; or the port is not available.
        Stopped: `stop` was set during the wait for the store.
        EmbeddedRedisError: the embedded Redis can't be started.
    """
    settings = replace(settings, node=settings.node or own_name())
    warn_of_missing_texts()
    games.prepare()
    async with AsyncExitStack() as stack:
        sockets = await listening_sockets(settings, inherited)
        for sock in sockets:
            stack.callback(sock.close)
        wait = StoreWait(sockets, stop or asyncio.Event(), BACKLOG)
        stack.push_async_callback(wait.over)

        runtime = Runtime(settings, clock or Clock(), load=Load(SHARE * settings.messages_per_second))
        opened = await open_store(settings, stack, wait, Interval(runtime.load, runtime.queue.waits))
        links = links_part(opened, inherited, stack)
        services = _services(runtime, opened, links, port=sockets[0].getsockname()[1])
        store, people, rooms = services.store, services.people, services.rooms
        ended = see_to_outages(store, people, rooms, services.mirrors, links, stack)

        await wait.until_there(opened.where, lambda: adopt(opened.connections.upkeep, runtime.clock.real()))
        await people.recall(runtime.clock.now())
        await store.recall()
        await wait.over()

        door = await open_door(services, links, sockets, drain, stack)
        services.start(stack)
        stack.push_async_callback(runtime.background.stop)
        door.start(stack, services)
        stack.push_async_callback(services.mirrors.stop)
        metrics_port = await open_metrics(services, door.gateway, stack)
        leave = Leaving(
            opened, rooms.registry, rooms.handover, links.other_nodes, door.gateway, rooms.bots, settings.drain
        ).leave
        yield Running(services, door, metrics_port, ended, leave)


def _services(runtime: Runtime, opened: OpenStore, links: LinksPart, port: int) -> Services:
    """Return the parts below the door of a server that listens on a port."""
    store = store_part(opened, runtime, links.relays.answers)
    delivery = delivery_part(store, runtime)
    people = people_part(runtime, store)
    rooms = rooms_part(runtime, store, delivery, people, links.other_nodes, port=port)
    connect = MirrorLinks(links.relays, runtime.settings.link_ping, runtime.settings.link_pong).open
    mirrors = Mirrors(delivery.bus, runtime.clock, rooms.finder.find, connect, runtime.settings.linger)
    rooms.finder.observe(mirrors.come_here)
    tournaments = tournaments_part(runtime, store, rooms)
    pushing = pushing_part(runtime, store, people, rooms)
    return Services(runtime, store, delivery, people, pushing, rooms, tournaments, mirrors)
