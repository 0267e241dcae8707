"""Puts the parts of a server together, starts and stops them. The only file in which they all meet."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial

from cadogan_games import texts
from cadogan_server.addresses import bots_url, node_address
from cadogan_server.background import Background, cancelled
from cadogan_server.clock import Clock
from cadogan_server.fair_queue import FairQueue
from cadogan_server.gateway.gateway import Gateway
from cadogan_server.gateway.http import health, offline, page
from cadogan_server.gateway.http.metrics import Metrics
from cadogan_server.gateway.http.pages import is_page
from cadogan_server.gateway.http.routes import Site
from cadogan_server.gateway.peers.handover_links import HandoverLinks, lacks_store
from cadogan_server.gateway.peers.mirror_client import MirrorLinks
from cadogan_server.gateway.relays.relay import PATH, SPEAKS, Relays
from cadogan_server.gateway.relays.seals import WATCHWORD, WATCHWORD_SECONDS, Seals
from cadogan_server.gateway.relays.siblings import WORKER, Inherited, Siblings
from cadogan_server.gateway.sockets.listener import BACKLOG, listening
from cadogan_server.gateway.sockets.outboxes import watch_outboxes
from cadogan_server.gateway.steward import Steward
from cadogan_server.hosting.bots.process import BotHost
from cadogan_server.hosting.bots.seating import Seating
from cadogan_server.hosting.caretaker import Caretaker
from cadogan_server.hosting.clearing import Clearing
from cadogan_server.hosting.finder import Finder
from cadogan_server.hosting.housekeeping import every
from cadogan_server.hosting.idempotency import Openings
from cadogan_server.hosting.observers.attempts import Attempts
from cadogan_server.hosting.observers.listing import Listing
from cadogan_server.hosting.observers.plates import Plates
from cadogan_server.hosting.observers.results import Results
from cadogan_server.hosting.observers.seat_lookup import SeatedAnywhere
from cadogan_server.hosting.observers.settling import Counting
from cadogan_server.hosting.opener import Opener
from cadogan_server.hosting.outage import Outage
from cadogan_server.hosting.recovery import TakingUp
from cadogan_server.hosting.registry import Registry
from cadogan_server.hosting.space import Space
from cadogan_server.hosting.sweeping import Sweeping
from cadogan_server.leaving import Leaving, LeftBehind
from cadogan_server.mirrors.mirrors import Mirrors
from cadogan_server.nodes.balance import Balance
from cadogan_server.nodes.cut_off import CutOff
from cadogan_server.nodes.handover import Handover
from cadogan_server.open_store import OpenStore, StartError, if_it_takes_anything, open_store
from cadogan_server.replays.from_log import Replays
from cadogan_server.services import Services
from cadogan_server.settings import Settings
from cadogan_server.store import STORE_AWAY, keys
from cadogan_server.store.boards.adopting import adopt
from cadogan_server.store.boards.board_reader import BoardReader
from cadogan_server.store.boards.boards import Boards
from cadogan_server.store.boards.erasing import Erasing
from cadogan_server.store.boards.leaderboard import Leaderboard
from cadogan_server.store.games.contests import Contests
from cadogan_server.store.games.days import Days
from cadogan_server.store.games.history import History
from cadogan_server.store.games.popularity import PlayCounts
from cadogan_server.store.games.tally import Tallies
from cadogan_server.store.log.due import DueRooms
from cadogan_server.store.log.logs import Logs
from cadogan_server.store.log.losses import Losses
from cadogan_server.store.log.room_leases import RoomLeases
from cadogan_server.store.log.spill import Spill
from cadogan_server.store.log.watch import Watch
from cadogan_server.store.nodes.node_lease import NodeLease
from cadogan_server.store.nodes.orders import Orders
from cadogan_server.store.nodes.parts import LimitSharing, NodeParts
from cadogan_server.store.nodes.room_lists import RoomLists
from cadogan_server.store.nodes.seat_index import SeatIndex
from cadogan_server.store.people.friends import Friends
from cadogan_server.store.people.origins import Origins
from cadogan_server.store.people.passkeys import Passkeys
from cadogan_server.store.people.players import Players
from cadogan_server.store.people.signing import Signing
from cadogan_server.store.people.tickets import Tickets
from cadogan_server.store.redis.trouble import in_words
from cadogan_server.store.upkeep.forgetting import Forgetting
from cadogan_server.store.upkeep.shedding import Shedding
from cadogan_server.store_wait import StoreWait
from cadogan_server.telemetry.log_lines import own_name
from cadogan_server.telemetry.pauses import collect_when_quiet, keep_few_young
from cadogan_server.telemetry.stats import Stats

logger = logging.getLogger(__name__)


SWEEP_SECONDS = 5.0
"""Between two looks of the caretaker at all rooms."""

WATCHERS_SECONDS = 0.5
"""Between two looks at how many are watching."""

DUE_SECONDS = 1.0
"""Between two looks for rooms that are due and no node has."""

SHARING_SECONDS = 1.0
"""Between two looks at what addresses have of other nodes."""

BALANCE_SECONDS = 1.0
"""Between two looks at whether this node has far more rooms than others."""

LISTS_SECONDS = 1.0
"""Between two looks at what other nodes have in the list of rooms."""

REPORT_SECONDS = 2.0
"""For so long a server that has ended tries to tell the others what its players have lost by that."""

GOING = "the server stops or restarts; come back in a moment"
"""What those are told whose sockets are closed then."""

MOST_GAPS = 30
"""Of more texts that are missing the log only says how many."""


@dataclass(frozen=True)
class Running:
    """A server that accepts connections.

    Attributes:
        port: the one it listens on, also where it was free to choose.
        metrics_port: the one that its figures are on; None where they are nowhere.
        services: its parts, for tests.
        ended: set when another node has found this one silent, and has taken over its rooms: nothing can be done here any more.
        spill: where what the store does not take is kept.
        gateway: its sockets, for them too.
        sweeping: what looks after its rooms, for them too.
        sharing: what tells other nodes what addresses have here, for them too.
        balance: what hands rooms to nodes that have far fewer, for them too.
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
        left = self.services.journal.left
        return LeftBehind(left, self.spill.path, lost=not self.spill.whole) if left else None


@asynccontextmanager
async def running(
    settings: Settings,
    drain: Callable[[], None] = lambda: None,
    inherited: Inherited | None = None,
    stop: asyncio.Event | None = None,
) -> AsyncIterator[Running]:
    """Run a server while the context lasts. Rooms are taken up when somebody asks for them, or when they are due.

    A store that is not there is waited for; meanwhile the port answers 503.

    On the way out connections are closed with "going away", and everything is written before the store is let go.

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
        sockets = await _listening(settings, inherited)
        for sock in sockets:
            stack.callback(sock.close)
        wait = StoreWait(sockets, stop or asyncio.Event(), BACKLOG)
        stack.push_async_callback(wait.over)
        store = await open_store(settings, stack, wait)
        journal, lease, reads, upkeep = store.journal, store.lease, store.connections.reads, store.connections.upkeep
        clock, time = Clock(), asyncio.get_running_loop().time
        queue, background = FairQueue(asyncio.get_running_loop().call_soon), Background()

        # What lies in the store, for all nodes
        leases, due, logs = (
            RoomLeases(upkeep, journal, lease, clock.now),
            DueRooms(upkeep, journal),
            Logs(reads, journal),
        )
        players = Players(reads, journal, lambda: lease.alone, lease.secret, full=lambda: store.memory.full)
        certain = settings.journal.lately
        leaderboard, origins = Leaderboard(upkeep, certain), Origins(upkeep, journal)
        lasts = settings.boards_read
        boards, contests = Boards(BoardReader(reads), time, lasts), Contests(reads, time, lasts)
        days, played, orders = Days(upkeep, clock.real), PlayCounts(upkeep, journal), Orders(upkeep)
        counted = Contests(upkeep, time)
        forgetting = Forgetting(upkeep, orders, lease, Erasing(upkeep), counted, clock)

        # The rooms of this node, and what follows when something becomes of one
        bots = BotHost(lambda: bots_url(settings.host, port), settings.bot_pace) if settings.bots else None
        seating = Seating(players, bots, clock.now, settings, lambda: registry.hubs.values())
        stats, plates = Stats(), Plates(boards)
        attempts = Attempts(counted, clock.now, background, stats.attempts, certain)
        results = Results(clock, leaderboard, players, played, History(upkeep, journal), attempts)
        counting = Counting(clock, journal, leases, due, results, background)
        registry = Registry(clock, journal, leases, due, plates, counting, attempts, settings.reveal)
        losses = Losses(upkeep)
        taking_up = TakingUp(clock, journal, logs, leases, due, losses, queue)
        finder = Finder(clock, registry, taking_up, logs, due, seating, background, settings.expected)
        space = Space(settings, store.memory, registry.in_use, registry.close)
        opener = Opener(settings, clock, registry, leases, space, days, seating)
        listing = Listing(registry.hubs, RoomLists(upkeep, lease))
        seated = SeatedAnywhere(registry.whereabouts, SeatIndex(upkeep, lease))
        caretaker = Caretaker(settings, registry.hubs, clock.now, lambda hub: registry.close(hub.room.code))
        sweeping = Sweeping(clock, queue, registry, caretaker, due, journal)

        # Other nodes
        siblings, drained = _siblings(inherited, lease, stack), asyncio.Event()

        def is_sibling(node: str) -> bool:
            return siblings is not None and siblings.number_of(node) is not None

        learn = partial(lease.confirm, anew=True)

        async def first_use(nonce: str, seconds: int) -> bool:
            return bool(await upkeep.set(keys.nonce(nonce), b"", nx=True, ex=seconds))

        seals = Seals(
            *(
                lease.id,
                lease.says,
                lambda words: lease.say(**{WATCHWORD: words}),
                lambda: list(lease.nodes),
                lease.secret,
            ),
            PATH,
            first_use if siblings is not None else None,
        )
        relays = Relays(lease.id, lease.says, lambda: list(lease.nodes), seals, learn, is_sibling)
        fellows = HandoverLinks(relays, lambda node: is_sibling(node) and not drained.is_set())
        handover = Handover(registry, journal, leases, fellows)
        finder.elsewhere, leases.lives = handover.elsewhere, relays.answers
        links = MirrorLinks(relays, settings.link_ping, settings.link_pong)
        mirrors = Mirrors(journal, clock, finder.find, links.open, settings.linger)
        finder.on_taken_up = mirrors.come_here

        ended = asyncio.Event()
        outage = Outage(clock, registry, caretaker)
        _see_to_outages(store, outage, losses, registry, players, played, ended)
        cut_off = CutOff(lease, journal, outage, partial(_lacks_store, lease, is_sibling))
        lease.on_doubt = cut_off.begin
        stack.push_async_callback(cut_off.stop)
        services = Services(
            settings,
            clock,
            journal,
            players,
            logs,
            leases,
            leaderboard,
            boards,
            days,
            Signing(upkeep, clock.real),
            contests,
            seating,
            registry,
            finder,
            opener,
            listing,
            mirrors,
            Openings(reads, journal),
            Replays(logs, clock.real, queue, store.connections.let_go, settings.replay_again),
            stats,
            origins,
            queue,
            played,
            Tickets(reads),
            Passkeys(reads, journal),
            History(reads, journal),
            Friends(reads, journal),
            seated,
            losses,
            forgetting.forget,
            store.memory,
        )
        await wait.until_there(store.where, lambda: adopt(upkeep, clock.real()))
        await _recall(store, services, leases, due)
        await wait.over()

        _see_to_space(store, forgetting, seated, registry, clock)

        # The door
        gateway: Gateway
        metrics = Metrics(services, lambda: gateway.standing(), store.memory)
        assets, index = page.load()
        live = {**health.paths(services), offline.PATH: offline.answer}
        site = Site(assets, index, live, settings.embed_from, is_page)
        gateway = Gateway(services, site, relays, siblings)

        async def renew_watchword() -> None:
            seals.renew()

        def drain_alone() -> None:
            drained.set()
            drain()

        steward = Steward(orders, services, gateway, drain_alone)
        shared = {**gateway.limits.shared, "rooms in use": space, "bots": seating}
        sharing = LimitSharing(NodeParts(upkeep, lease, keys.USAGE), shared)
        balance = Balance(
            registry,
            handover,
            fellows,
            lease,
            lambda: len(gateway.sessions),
            settings.rebalance,
            time,
            bots=settings.bots,
        )
        try:
            await steward.begin()
        except STORE_AWAY as error:
            raise StartError(f"who is banned can't be read from the store: {error}") from error
        server = await gateway.open(sockets)
        port: int = server.sockets[0].getsockname()[1]
        lease.say(address=node_address(settings, port), speaks=SPEAKS)
        with suppress(*STORE_AWAY):  # it is said again when the lease is renewed
            await lease.confirm(anew=True)

        async def let_go() -> None:
            registry.let_go()
            await leases.stop()
            # Else each would wait for a store that does not answer; who finds this node dead withdraws for it.
            if journal.safe:
                await listing.withdraw()
                await seated.withdraw()
                with suppress(*STORE_AWAY):
                    await sharing.withdraw()

        async def close() -> None:
            gateway.close(GOING)
            server.close(reason=GOING)
            await server.wait_closed()
            await gateway.drawer.stop()

        stack.push_async_callback(let_go)
        stack.push_async_callback(close)
        for work, name in (
            (Watch(upkeep, journal).run(), "watch"),
            (store.memory.run(), "store memory"),
            (days.run(), "days"),
            (origins.run(clock.now), "keys of marks"),
            (played.run(), "what is played most"),
            (services.leaderboard.sorting.run(), "sorting"),
            (services.stats.lag.watch(), "lag"),
            (watch_outboxes(gateway.waiting, services.stats, queue), "outboxes"),
            (steward.run(), "orders"),
            (collect_when_quiet(lambda: services.stats.messages), "collection"),
            (keep_few_young(lambda: services.stats.messages), "collection of the young"),
        ):
            _in_background(stack, work, name)
        stack.callback(registry.timers.stop_all)
        stack.push_async_callback(plates.stop)
        stack.push_async_callback(background.stop)
        for seconds, look, name in (
            (SWEEP_SECONDS, sweeping.sweep, "sweep"),
            (WATCHERS_SECONDS, registry.tell_watchers, "watchers"),
            (DUE_SECONDS, finder.take_up_due, "due rooms"),
            (LISTS_SECONDS, listing.exchange, "lists of rooms"),
            (SHARING_SECONDS, sharing.exchange, "what addresses have"),
            (SHARING_SECONDS, seated.exchange, "who sits where"),
            (WATCHWORD_SECONDS, renew_watchword, "watchwords"),
            (BALANCE_SECONDS, balance.look, "balance"),
        ):
            background.do(every(seconds, look), name)
        stack.push_async_callback(mirrors.stop)
        if bots is not None:
            stack.push_async_callback(bots.stop)
            bots.on_died = lambda: seating.resume(registry.hubs.values())
            bots.on_given_up = lambda: seating.give_up(registry.hubs.values())

        metrics_port = await _open_metrics(settings, metrics, stack)
        leaving = Leaving(store, registry, handover, fellows, gateway, bots, settings.drain)
        yield Running(
            port, metrics_port, services, ended, store.spill, gateway, sweeping, sharing, balance, leaving.leave
        )


async def _lacks_store(lease: NodeLease, is_sibling: Callable[[str], bool], node: str) -> bool:
    """Whether another node says that it can't reach the store; of workers behind one port nobody knows which one answers."""
    return not is_sibling(node) and await lacks_store(lease.says(node, "address"))


def _see_to_outages(
    store: OpenStore,
    outage: Outage,
    losses: Losses,
    registry: Registry,
    players: Players,
    played: PlayCounts,
    ended: asyncio.Event,
) -> None:
    """Have the journal tell what becomes of the store to those whom it concerns.

    Args:
        store: the store.
        outage: what becomes of the rooms.
        losses: where is told what players had been told of and is lost.
        registry: the rooms.
        players: those who are written again when the store has lost them.
        played: what is written again, too.
        ended: set when other nodes have the rooms.
    """

    reporting: list[asyncio.Task[None]] = []

    async def report(lost: dict[str, int]) -> None:
        try:
            async with asyncio.timeout(REPORT_SECONDS):
                await losses.report(store.lease.id, lost)
        except STORE_AWAY as error:
            logger.error("what was lost of %d rooms can't be told to their players: %s", len(lost), error)
        finally:
            ended.set()

    def give_up() -> None:
        lost = dict(store.journal.unsafe)
        outage.stand_aside(lost)
        reporting.append(asyncio.create_task(report(lost), name="what was lost"))

    def write_again() -> None:
        players.write_again(
            occupant.player for hub in registry.hubs.values() for occupant in hub.room.occupants.values()
        )
        played.write_again()
        store.name_again()

    journal = store.journal
    outage.on_went_back = write_again
    journal.on_safe, journal.on_full, journal.on_went_back = outage.tell_safe, outage.pause, outage.restore
    journal.on_holding, journal.on_replaced = outage.hold, give_up


def _see_to_space(
    store: OpenStore, forgetting: Forgetting, seated: SeatedAnywhere, registry: Registry, clock: Clock
) -> None:
    """Have the store evict what it can best do without, where it is nearly full."""

    async def sitting(players: Sequence[str]) -> set[str]:
        return {player for player, rooms in (await seated.of(players)).items() if rooms}

    clearing = Clearing(registry)
    upkeep = store.connections.upkeep
    keep_sums = Tallies(upkeep).keep
    store.memory.sheds = Shedding(upkeep, forgetting.erase, sitting, keep_sums, lambda: clock.real() / 1000)
    store.memory.clear = lambda running: clearing.clear(running=running)
    store.journal.make_room = store.memory.look


async def _recall(store: OpenStore, services: Services, leases: RoomLeases, due: DueRooms) -> None:
    """Read what has to be known before anybody may come in. Raises StartError."""
    try:
        await if_it_takes_anything(services.origins.recall(services.clock.now()))
        await services.days.load()
        await if_it_takes_anything(services.signing.load())
        await services.played.load()
        await if_it_takes_anything(due.adopt())
        await if_it_takes_anything(leases.prepare())
        await if_it_takes_anything(store.lease.secret())
    except STORE_AWAY as error:
        raise StartError(f"rooms and days can't be read from the store: {in_words(error)}") from error


def _siblings(inherited: Inherited | None, lease: NodeLease, stack: AsyncExitStack) -> Siblings | None:
    """Return the other workers, to whom this one makes itself known, until the stack is closed; None where it is alone."""
    if inherited is None:
        return None
    siblings = Siblings(inherited, lease.says)
    stack.callback(siblings.close)
    lease.say(**{WORKER: inherited.name})
    return siblings


async def _listening(settings: Settings, inherited: Inherited | None) -> list[socket.socket]:
    """Return the sockets to listen on: those of the supervisor, where there is one."""
    if inherited is not None:
        return [socket.socket(fileno=descriptor) for descriptor in inherited.listening]
    try:
        return await listening(settings.host, settings.port)
    except OSError as error:
        raise StartError(f"can't listen on {settings.host} port {settings.port}: {error.strerror}") from error


def _warn_of_gaps() -> None:
    """Say which texts for players are not there: in one line, since lines that are alike are left out of the log."""
    gaps = list(texts.gaps())
    if gaps:
        more = f"; and {len(gaps) - MOST_GAPS} more" if len(gaps) > MOST_GAPS else ""
        logger.warning(
            "%d texts for players are missing, for which English or nothing stands in: %s%s",
            len(gaps),
            "; ".join(gaps[:MOST_GAPS]),
            more,
        )


async def _open_metrics(settings: Settings, metrics: Metrics, stack: AsyncExitStack) -> int | None:
    """Return the port that the figures are on until the stack is closed; None where it can't be had, or none is wanted."""
    if settings.metrics_port is None:
        return None
    host = settings.metrics_host
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


def _in_background(stack: AsyncExitStack, work: Coroutine[None, None, None], name: str) -> None:
    """Do something until the stack is closed."""
    stack.push_async_callback(cancelled, [asyncio.create_task(work, name=name)])
