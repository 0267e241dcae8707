"""Puts the parts of a server together, starts and stops them. The only file in which they all meet."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from redis.exceptions import RedisError, ResponseError

from cadogan_games import texts
from cadogan_server.clock import Clock
from cadogan_server.fair_queue import FairQueue
from cadogan_server.gateway import health, page
from cadogan_server.gateway.fellows import Fellows
from cadogan_server.gateway.gateway import Gateway
from cadogan_server.gateway.http import Site
from cadogan_server.gateway.link import Links
from cadogan_server.gateway.listener import listening
from cadogan_server.gateway.metrics import Metrics
from cadogan_server.gateway.outboxes import watch_outboxes
from cadogan_server.gateway.relay import SPEAKS, Relays
from cadogan_server.gateway.siblings import WORKER, Inherited, Siblings
from cadogan_server.gateway.steward import Steward
from cadogan_server.live.attempts import Attempts
from cadogan_server.live.background import Background
from cadogan_server.live.bots import BotHost
from cadogan_server.live.caretaker import Caretaker
from cadogan_server.live.counting import Counting
from cadogan_server.live.finder import Finder
from cadogan_server.live.handover import Handover
from cadogan_server.live.housekeeping import every
from cadogan_server.live.listing import Listing
from cadogan_server.live.mirrors import Mirrors
from cadogan_server.live.opener import Opener
from cadogan_server.live.openings import Openings
from cadogan_server.live.outage import Outage
from cadogan_server.live.plates import Plates
from cadogan_server.live.registry import Registry
from cadogan_server.live.replays import Replays
from cadogan_server.live.results import Results
from cadogan_server.live.seated import SeatedAnywhere
from cadogan_server.live.seating import Seating
from cadogan_server.live.space import Space
from cadogan_server.live.sweeping import Sweeping
from cadogan_server.live.taking_up import TakingUp
from cadogan_server.log_lines import own_name
from cadogan_server.pauses import collect_when_quiet
from cadogan_server.services import Services
from cadogan_server.settings import DEFAULT_STORE_MEMORY, Settings
from cadogan_server.stats import Stats
from cadogan_server.store import STORE_AWAY, STORE_SECONDS, keys
from cadogan_server.store.address import Address
from cadogan_server.store.adopting import adopt
from cadogan_server.store.board_reader import BoardReader
from cadogan_server.store.boards import Boards
from cadogan_server.store.connections import Connections, connect
from cadogan_server.store.contests import Contests
from cadogan_server.store.days import Days
from cadogan_server.store.due import Due
from cadogan_server.store.durability import Durability, NotDurable, see_to_durability
from cadogan_server.store.embedded import EmbeddedRedis
from cadogan_server.store.forgetting import forget, let_nodes_forget
from cadogan_server.store.friends import Friends
from cadogan_server.store.history import History
from cadogan_server.store.journal import Journal
from cadogan_server.store.leaderboard import Leaderboard
from cadogan_server.store.lease import Lease, LeaseHeld, LeaseLost
from cadogan_server.store.leases import Leases
from cadogan_server.store.lists import Lists
from cadogan_server.store.logs import Logs
from cadogan_server.store.memory import StoreMemory
from cadogan_server.store.orders import Orders
from cadogan_server.store.origins import Origins
from cadogan_server.store.parts import Parts, Sharing
from cadogan_server.store.passkeys import Passkeys
from cadogan_server.store.played import Played
from cadogan_server.store.players import Players
from cadogan_server.store.seats import Seats
from cadogan_server.store.spill import Spill
from cadogan_server.store.taking_in import Owed, store_name, take_in
from cadogan_server.store.tickets import Tickets
from cadogan_server.store.trouble import takes_nothing
from cadogan_server.store.watch import Watch

logger = logging.getLogger(__name__)


SWEEP_SECONDS = 5.0
"""Between two looks of the caretaker at all rooms."""

WATCHERS_SECONDS = 0.5
"""Between two looks at how many are watching."""

DUE_SECONDS = 1.0
"""Between two looks for rooms that are due and no node has."""

SHARING_SECONDS = 1.0
"""Between two looks at what addresses have of other nodes."""

LISTS_SECONDS = 1.0
"""Between two looks at what other nodes have in the list of rooms."""

GOING = "the server stops or restarts; come back in a moment"
"""What those are told whose sockets are closed then."""

MOST_GAPS = 30
"""Of more texts that are missing the log only says how many."""


class StartError(Exception):
    """The server can't start; says why."""


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
        leave: hands its rooms over to other nodes, where there are any, and sends all sockets there: before the context is left.
    """

    port: int
    metrics_port: int | None
    services: Services
    ended: asyncio.Event
    spill: Spill
    gateway: Gateway
    sweeping: Sweeping
    leave: Callable[[], Awaitable[None]]

    def left_behind(self) -> LeftBehind | None:
        """Return what the store would not take, once the context is over."""
        left = self.services.journal.left
        return LeftBehind(left, self.spill.path, lost=not self.spill.whole) if left else None


@dataclass(frozen=True)
class LeftBehind:
    """What a store would not take before the server ended.

    Attributes:
        commands: how many.
        path: the file in which they are.
        lost: whether some are not.
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


@asynccontextmanager
async def running(
    settings: Settings, drain: Callable[[], None] = lambda: None, inherited: Inherited | None = None
) -> AsyncIterator[Running]:
    """Run a server while the context lasts. Rooms are taken up when somebody asks for them, or when they are due.

    On the way out connections are closed with "going away", and everything is written before the store is let go.

    Args:
        settings: how it runs.
        drain: called when it was ordered to end: the context is to be left then.
        inherited: what it has from a supervisor, as one of several workers.

    Raises:
        StartError: the store does not answer, or is held by a server of an earlier version; or the port can't be had.
        EmbeddedRedisError: the embedded Redis can't be had.
    """
    settings = replace(settings, node=settings.node or own_name())
    _warn_of_gaps()
    async with AsyncExitStack() as stack:
        store, memory, lease, replicas = await _open_store(settings, stack)
        clock = Clock()
        spill, owed = await _open_spill(settings, store, replicas, stack)
        journal = Journal(store.url, lease=lease, spill=spill, replicas=replicas)
        lease.on_lost, ended = journal.give_up, asyncio.Event()
        leases, due = Leases(store.upkeep, journal, lease, clock.now), Due(store.upkeep, journal)
        stack.push_async_callback(journal.close)
        players = Players(store.reads, journal, lambda: lease.alone, lease.secret)
        logs = Logs(store.reads, journal)
        if owed.commands:
            spill.after(owed.files)
            journal.owe(owed.commands)
        watch = Watch(store.upkeep, journal)
        journal.on_connected = store.let_go
        leaderboard, origins = Leaderboard(store.upkeep), Origins(store.upkeep, journal)
        time = asyncio.get_running_loop().time
        boards, contests = Boards(BoardReader(store.reads), time), Contests(store.reads, time)
        days, played = Days(store.upkeep, clock.real), Played(store.upkeep, journal)
        bots = BotHost(lambda: bots_url(settings.host, port), settings.bot_pace) if settings.bots else None
        seating = Seating(players, bots, clock.now, settings, lambda: registry.hubs.values())
        queue = FairQueue(asyncio.get_running_loop().call_soon)
        plates, background = Plates(boards), Background()
        attempts = Attempts(Contests(store.upkeep, time), clock.now, background)
        results = Results(clock, leaderboard, players, played, History(store.upkeep, journal), attempts)
        counting = Counting(clock, journal, leases, due, results, background)
        registry = Registry(clock, journal, leases, due, plates, counting, attempts)
        taking_up = TakingUp(clock, journal, logs, leases, due, queue)
        finder = Finder(clock, registry, taking_up, logs, due, seating, background)
        space = Space(settings, memory, registry.in_use, registry.close)
        opener = Opener(settings, clock, registry, leases, space, days, seating)
        listing = Listing(registry.hubs, Lists(store.upkeep, lease))
        caretaker = Caretaker(settings, registry.hubs, clock.now, lambda hub: registry.close(hub.room.code))
        sweeping = Sweeping(clock, queue, registry, caretaker, due, journal)
        outage = Outage(clock, registry, caretaker)

        def give_up() -> None:
            outage.stand_aside()
            ended.set()

        def write_again() -> None:
            players.write_again(
                occupant.player for hub in registry.hubs.values() for occupant in hub.room.occupants.values()
            )
            played.write_again()
            _name_again(journal, spill, lease)

        outage.on_went_back = write_again
        journal.on_safe, journal.on_full, journal.on_went_back = outage.tell_safe, outage.pause, outage.restore
        journal.on_replaced = give_up

        siblings, drained = _siblings(inherited, lease, stack), asyncio.Event()

        def is_sibling(node: str) -> bool:
            return siblings is not None and siblings.number_of(node) is not None

        relays = Relays(lease.id, lease.says, lambda: list(lease.nodes), lease.secret, is_sibling)
        fellows = Fellows(relays, lambda node: is_sibling(node) and not drained.is_set())
        handover = Handover(registry, journal, leases, fellows)

        async def elsewhere(code: str) -> str | None:
            if code in registry.handed:
                return await registry.handed[code] or None
            holder = await leases.holder(code)
            return holder if holder not in (None, lease.id) else next(iter(fellows.willing()), None)

        finder.elsewhere = elsewhere
        leases.lives = relays.answers
        mirrors = Mirrors(journal, clock, finder.find, Links(relays).open)

        seated, orders = SeatedAnywhere(registry.whereabouts, Seats(store.upkeep, lease)), Orders(store.upkeep)

        async def forget_everywhere(player: str) -> None:
            await let_nodes_forget(orders, lease, player)
            await forget(store.upkeep, leaderboard, Contests(store.upkeep, time), player, clock.real())

        services = Services(
            settings,
            clock,
            journal,
            players,
            logs,
            leaderboard,
            boards,
            days,
            contests,
            seating,
            registry,
            finder,
            opener,
            listing,
            mirrors,
            Openings(store.reads, journal),
            Replays(logs, clock.real, queue),
            Stats(),
            origins,
            queue,
            played,
            Tickets(store.reads),
            Passkeys(store.reads, journal),
            History(store.reads, journal),
            Friends(store.reads, journal),
            seated,
            forget_everywhere,
        )
        try:
            await adopt(store.upkeep)
            await _if_it_takes_anything(origins.recall(clock.now()))
            await days.load()
            await played.load()
            await _if_it_takes_anything(due.adopt())
            await _if_it_takes_anything(leases.prepare())
            await _if_it_takes_anything(lease.secret())
        except STORE_AWAY as error:
            raise StartError(f"rooms and days can't be read from the store: {error}") from error

        gateway: Gateway
        metrics = Metrics(services, lambda: len(gateway.sessions), memory)
        assets, index = page.load()
        site = Site(assets, index, health.paths(services), settings.embed_from)
        gateway = Gateway(services, site, relays, siblings)

        def drain_alone() -> None:
            drained.set()
            drain()

        steward = Steward(orders, services, gateway, drain_alone)
        shared = {**gateway.limits.shared, "rooms in use": registry.in_use, "bots": seating}
        sharing = Sharing(Parts(store.upkeep, lease, keys.USAGE), shared)
        try:
            await steward.begin()
        except STORE_AWAY as error:
            raise StartError(f"who is banned can't be read from the store: {error}") from error
        server = await gateway.open(await _listening(settings, inherited))
        port: int = server.sockets[0].getsockname()[1]
        lease.say(address=node_address(settings, port), speaks=SPEAKS)
        with suppress(*STORE_AWAY):  # it is said again when the lease is renewed
            await lease.confirm(anew=True)

        async def let_go() -> None:
            registry.let_go()
            await leases.stop()
            if (
                journal.safe
            ):  # else each would wait for a store that does not answer; who finds this node dead withdraws for it
                await listing.withdraw()
                await seated.withdraw()
                with suppress(*STORE_AWAY):
                    await sharing.withdraw()

        stack.push_async_callback(let_go)

        async def close() -> None:
            gateway.close(GOING)
            server.close(reason=GOING)
            await server.wait_closed()

        stack.push_async_callback(close)
        _in_background(stack, watch.keep(), "watch")
        _in_background(stack, memory.keep(), "store memory")
        _in_background(stack, days.keep(), "days")
        _in_background(stack, origins.keep(clock.now), "keys of marks")
        _in_background(stack, played.keep(), "what is played most")
        _in_background(stack, services.stats.lag.watch(), "lag")
        _in_background(stack, watch_outboxes(gateway.waiting, services.stats, queue), "outboxes")
        _in_background(stack, steward.keep(), "orders")
        _in_background(stack, collect_when_quiet(lambda: services.stats.messages), "collection")
        stack.callback(registry.timers.stop_all)
        stack.push_async_callback(plates.stop)
        stack.push_async_callback(background.stop)
        for seconds, work, name in (
            (SWEEP_SECONDS, sweeping.sweep, "sweep"),
            (WATCHERS_SECONDS, registry.tell_watchers, "watchers"),
            (DUE_SECONDS, finder.take_up_due, "due rooms"),
            (LISTS_SECONDS, listing.exchange, "lists of rooms"),
            (SHARING_SECONDS, sharing.exchange, "what addresses have"),
            (SHARING_SECONDS, seated.exchange, "who sits where"),
        ):
            background.do(every(seconds, work), name)
        stack.push_async_callback(mirrors.stop)
        if bots is not None:
            stack.push_async_callback(bots.stop)
            bots.on_died = lambda: seating.resume(registry.hubs.values())
            bots.on_given_up = lambda: seating.give_up(registry.hubs.values())

        async def leave() -> None:
            if not journal.safe:
                return
            with suppress(*STORE_AWAY, LeaseLost):
                await lease.confirm(anew=True)
            if not journal.safe or not fellows.willing():
                return
            registry.leaving = True
            lease.say(leaves="1")
            with suppress(*STORE_AWAY, LeaseLost):
                await lease.confirm(anew=True)
            if bots is not None:  # the nodes that take the rooms bring their own
                await bots.stop()
            with suppress(TimeoutError):
                async with asyncio.timeout(settings.drain):
                    await handover.all()
            what = "%d rooms were handed over to other nodes, none of them stood still for longer than %.3f s"
            logger.info(what, handover.rooms, handover.longest)
            await fellows.close()
            await gateway.send_away()

        yield Running(
            port, await _open_metrics(settings, metrics, stack), services, ended, spill, gateway, sweeping, leave
        )


def _siblings(inherited: Inherited | None, lease: Lease, stack: AsyncExitStack) -> Siblings | None:
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


async def _open_store(settings: Settings, stack: AsyncExitStack) -> tuple[Connections, StoreMemory, Lease, int]:
    """Return the store, who looks after its memory, and the lease on it, until the stack is closed; and how many replicas must
    have what is written."""
    url, bound, replicas = settings.redis, settings.store_memory, 0
    if url is None:
        durability = settings.durability or Durability.EVERYSEC
        embedded = EmbeddedRedis(settings.data, memory=bound or DEFAULT_STORE_MEMORY, durability=durability)
        url, bound = (await stack.enter_async_context(embedded)).url, None  # it was started with its bound
    try:
        store = connect(url, settings.store_reads, settings.store_wait)
    except ValueError as error:
        raise StartError(f"{_shown(url)} is no address of a store: {error}") from error
    stack.push_async_callback(store.close)
    memory = StoreMemory(store.upkeep, bound)
    try:
        if settings.redis is not None:
            replicas = await see_to_durability(store.upkeep, settings.durability, fails_over=store.fails_over)
        lease = await stack.enter_async_context(Lease(store.lease, settings.lease, name=settings.node))
        await memory.set_bound()
    except NotDurable as error:
        raise StartError(str(error)) from error
    except ResponseError as error:
        raise StartError(
            f"the store at {_shown(url)} does not let its memory be bound: {error}; "
            "start without --store-memory, and set `maxmemory` where it is run"
        ) from error
    except STORE_AWAY as error:
        raise StartError(f"the store at {_shown(url)} does not answer: {error}") from error
    except LeaseHeld as holder:
        raise StartError(
            f"the store at {_shown(url)} is in use by a server of an earlier version, {holder}: "
            "stop that one, or give this one a store of its own, say another number at the end of redis://host/0"
        ) from holder
    return store, memory, lease, replicas


async def _if_it_takes_anything(work: Coroutine[Any, Any, object]) -> None:
    """Do what a store that takes nothing just now may refuse: it is done again when somebody needs it."""
    try:
        await work
    except ResponseError as error:
        if not takes_nothing(error):
            raise
        logger.warning("the store takes nothing: %s", error)


async def _open_spill(
    settings: Settings, store: Connections, replicas: int, stack: AsyncExitStack
) -> tuple[Spill, Owed]:
    """Return the file for what the store does not take, until the stack is closed, and what earlier servers have left that it
    still does not."""
    folder = settings.spill or settings.data / "spill"
    try:
        name = await store_name(store.upkeep)
        async with aclosing(Address(store.url, STORE_SECONDS, replicas=replicas)) as address:
            owed = await take_in(folder, store.upkeep, name, address)
        spill = Spill(folder, name)
        if settings.redis is None or settings.spill is not None:
            spill.prepare()
    except (RedisError, ConnectionError, TimeoutError) as error:
        raise StartError(f"what an earlier server has left in {folder} can't be written: {error}") from error
    except OSError as error:
        raise StartError(
            f"the folder {folder} can't be used for what the store does not take: {error.strerror}"
        ) from error
    stack.callback(spill.close)
    return spill, owed


def _name_again(journal: Journal, spill: Spill, lease: Lease) -> None:
    """Give a store that has lost them its name, by which what was spilled will find it, and what its nodes know each other by."""
    journal.write("SET", keys.STORE, spill.store)
    if lease.known_secret:
        journal.write("SET", keys.SECRET, lease.known_secret, "NX")


def _in_background(stack: AsyncExitStack, work: Coroutine[None, None, None], name: str) -> None:
    """Do something until the stack is closed."""
    task = asyncio.create_task(work, name=name)

    async def end() -> None:
        while not task.done():
            task.cancel()
            # Again where one was lost, as in Python 3.11 it may be in the `asyncio.wait_for` of the client of Redis.
            await asyncio.wait([task], timeout=0.1)

    stack.push_async_callback(end)


def _shown(url: str) -> str:
    """Return a URL as it may stand in a log: without the password."""
    return re.sub(r"([?&]password=)[^&]*", r"\1***", re.sub(r"//.*@", "//***@", url))


def bots_url(host: str, port: int) -> str:
    """Return where a process on this machine finds a server that listens on `host`."""
    return f"ws://{near(host)}:{port}/ws"


def near(host: str) -> str:
    """Return how a process on this machine writes the host of a server that listens on `host`, in a URL."""
    found = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "localhost": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"[{found}]" if ":" in found else found


def node_address(settings: Settings, port: int) -> str:
    """Return where other nodes reach this one: where it says so, else at its machine's address if it listens there."""
    everywhere = settings.host in ("", "0.0.0.0", "::")
    host = settings.advertise or (everywhere and network_address()) or near(settings.host)
    return f"ws://{host}" if re.search(r"[^:]:\d+$|\]:\d+$", host) else f"ws://{host}:{port}"


def network_address() -> str | None:
    """Return this machine's address on its network, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; it only chooses the way that a packet would take
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address
