"""Opens the port and the metrics port, and shares limits and rooms with other nodes."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass

from cadogan_server.addresses import node_address
from cadogan_server.assembly.links import LinksPart
from cadogan_server.gateway.bell import Bell
from cadogan_server.gateway.gateway import Gateway
from cadogan_server.gateway.http import health, offline, page
from cadogan_server.gateway.http.metrics import Metrics
from cadogan_server.gateway.http.pages import is_page
from cadogan_server.gateway.http.routes import Site
from cadogan_server.gateway.relays.relay import SPEAKS
from cadogan_server.gateway.relays.seals import WATCHWORD_SECONDS
from cadogan_server.gateway.relays.siblings import Inherited
from cadogan_server.gateway.sockets.listener import listening
from cadogan_server.gateway.sockets.outboxes import watch_outboxes
from cadogan_server.gateway.steward import Steward
from cadogan_server.hosting.housekeeping import every
from cadogan_server.nodes.balance import Balance
from cadogan_server.open_store import StartError
from cadogan_server.parts.runtime import keep_running
from cadogan_server.parts.services import Services
from cadogan_server.settings import Settings
from cadogan_server.store import STORE_AWAY, keys
from cadogan_server.store.nodes.parts import LimitSharing, NodeParts
from cadogan_server.telemetry.pauses import collect_when_quiet, keep_few_young

logger = logging.getLogger(__name__)

GOING = "the server stops or restarts; come back in a moment"
"""The reason in the close frame of sockets that the server closes at its end."""

SHARING_SECONDS = 1.0
"""Seconds between two exchanges with other nodes of how much each address uses."""

BALANCE_SECONDS = 1.0
"""Seconds between two looks at whether this node has far more rooms than others."""


@dataclass(frozen=True)
class DoorPart:
    """The port, the sockets behind it, and the parts that guard them.

    Attributes:
        port: the port that the server listens on.
        gateway: the sockets.
        steward: carries out the operator's orders.
        sharing: tells other nodes how much of each limit addresses use here.
        balance: hands rooms to nodes that have far fewer.
        links: the ways to other nodes.
    """

    port: int
    gateway: Gateway
    steward: Steward
    sharing: LimitSharing
    balance: Balance
    links: LinksPart

    def start(self, stack: AsyncExitStack, services: Services) -> None:
        """Look after the door until the stack is closed."""
        stats = services.stats

        async def renew_watchword() -> None:
            self.links.seals.renew()

        keep_running(stack, stats.lag.watch(), "lag")
        keep_running(stack, services.runtime.load.watch(), "load")
        keep_running(stack, watch_outboxes(self.gateway.sessions.waiting, stats, services.queue), "outboxes")
        keep_running(stack, self.steward.run(), "orders")
        keep_running(stack, Bell(services, self.gateway.sessions).run(), "invitations")
        keep_running(stack, collect_when_quiet(lambda: stats.messages), "collection")
        keep_running(stack, keep_few_young(lambda: stats.messages), "collection of the young")
        background = services.runtime.background
        background.do(every(SHARING_SECONDS, self.sharing.exchange), "what addresses have")
        background.do(every(WATCHWORD_SECONDS, renew_watchword), "watchwords")
        background.do(every(BALANCE_SECONDS, self.balance.look), "balance")


async def listening_sockets(settings: Settings, inherited: Inherited | None) -> list[socket.socket]:
    """Return the sockets to listen on: those of the supervisor, where there is one.

    Raises:
        StartError: the port can't be had.
    """
    if inherited is not None:
        return [socket.socket(fileno=descriptor) for descriptor in inherited.listening]
    try:
        return await listening(settings.host, settings.port)
    except OSError as error:
        raise StartError(f"can't listen on {settings.host} port {settings.port}: {error.strerror}") from error


async def open_door(
    services: Services,
    links: LinksPart,
    sockets: Sequence[socket.socket],
    drain: Callable[[], None],
    stack: AsyncExitStack,
) -> DoorPart:
    """Let people in until the stack is closed. Then close the sockets, and leave the rooms to other nodes.

    Args:
        services: the other parts.
        links: the ways to other nodes.
        sockets: those to accept connections on.
        drain: called when this node is ordered to end.
        stack: closes the door.

    Raises:
        StartError: the store does not say who is banned.
    """
    assets, index = page.load(services.settings.page)
    live = {**health.paths(services), offline.PATH: offline.answer}
    site = Site(assets, index, live, services.settings.embed_from, is_page)
    gateway = Gateway(services, site, links.relays, links.siblings)

    def drain_alone() -> None:
        links.drained.set()
        drain()

    steward = Steward(services.store.orders, services, gateway, drain_alone)
    try:
        await steward.begin()
    except STORE_AWAY as error:
        raise StartError(f"the list of bans can't be read from the store: {error}") from error
    server = await gateway.open(sockets)
    port: int = server.sockets[0].getsockname()[1]
    lease = links.node_lease
    lease.say(address=node_address(services.settings, port), speaks=SPEAKS)
    with suppress(*STORE_AWAY):  # it is said again when the lease is renewed
        await lease.confirm(anew=True)
    door = DoorPart(
        port=port,
        gateway=gateway,
        steward=steward,
        sharing=_sharing(services, links, gateway),
        balance=_balance(services, links, gateway),
        links=links,
    )

    async def close() -> None:
        await gateway.close(GOING)
        await gateway.drawer.stop()

    stack.push_async_callback(_let_go, services, door.sharing)
    stack.push_async_callback(close)
    return door


def _sharing(services: Services, links: LinksPart, gateway: Gateway) -> LimitSharing:
    rooms, upkeep = services.rooms, services.store.opened.connections.upkeep
    shared = {**gateway.limits.shared, "rooms in use": rooms.space, "bots": rooms.seating}
    return LimitSharing(NodeParts(upkeep, links.node_lease, keys.USAGE), shared)


def _balance(services: Services, links: LinksPart, gateway: Gateway) -> Balance:
    rooms, settings = services.rooms, services.settings
    return Balance(
        registry=rooms.registry,
        handover=rooms.handover,
        other_nodes=links.other_nodes,
        lease=links.node_lease,
        sockets=lambda: gateway.sessions.own,
        a_minute=settings.rebalance,
        time=services.runtime.time,
        bots=settings.bots,
    )


async def _let_go(services: Services, sharing: LimitSharing) -> None:
    """Let go of the rooms and of unused codes, and withdraw this node's reports from the other nodes."""
    rooms, store = services.rooms, services.store
    rooms.registry.let_go()
    await store.room_leases.stop()
    # A store that does not answer would hold each of these up; a node that finds this one dead withdraws for it.
    if store.journal.safe:
        await rooms.listing.withdraw()
        await rooms.seat_lookup.withdraw()
        with suppress(*STORE_AWAY):
            await sharing.withdraw()


async def open_metrics(services: Services, gateway: Gateway, stack: AsyncExitStack) -> int | None:
    """Serve metrics until the stack is closed. Return their port; None if the settings want none, or it is in use."""
    settings = services.settings
    if settings.metrics_port is None:
        return None
    host = settings.metrics_host
    metrics = Metrics(services, gateway.standing)
    try:
        server = await metrics.open(host, settings.metrics_port)
    except OSError as error:
        logger.warning(
            "no figures for Prometheus: can't listen on %s port %d: %s; choose another with --metrics-port",
            host,
            settings.metrics_port,
            error.strerror,
        )
        return None
    stack.push_async_callback(server.wait_closed)
    stack.callback(server.close)
    port: int = server.sockets[0].getsockname()[1]
    logger.info("figures for Prometheus are on %s port %d at /metrics", host, port)
    return port
