"""The rooms part: finds, opens and lists the rooms of this node, and keeps them on time."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass

from cadogan_server.addresses import bots_url
from cadogan_server.hosting.bots.process import BotProcess
from cadogan_server.hosting.bots.seating import Seating
from cadogan_server.hosting.caretaker import Caretaker
from cadogan_server.hosting.clearing import Clearing
from cadogan_server.hosting.day_search import DaySearch
from cadogan_server.hosting.finder import Finder
from cadogan_server.hosting.housekeeping import every
from cadogan_server.hosting.idempotency import RequestedRooms
from cadogan_server.hosting.matching import matched_games
from cadogan_server.hosting.matching.for_two import RoomsForTwo
from cadogan_server.hosting.matching.matched_games import MatchedGames
from cadogan_server.hosting.matching.matchmaker import BEAT_SECONDS, Matchmaker
from cadogan_server.hosting.observers.advising import Advising
from cadogan_server.hosting.observers.attempts import Attempts
from cadogan_server.hosting.observers.correspondence import Correspondence
from cadogan_server.hosting.observers.listing import Listing
from cadogan_server.hosting.observers.plates import Plates
from cadogan_server.hosting.observers.proving import Proving
from cadogan_server.hosting.observers.results import Results
from cadogan_server.hosting.observers.seat_lookup import SeatLookup
from cadogan_server.hosting.observers.settling import ResultCounter
from cadogan_server.hosting.observers.tournament_games import TournamentGames
from cadogan_server.hosting.opener import Opener
from cadogan_server.hosting.outage import Outage
from cadogan_server.hosting.recovery import Recovery
from cadogan_server.hosting.registry import Registry
from cadogan_server.hosting.solvers.solvers import Solvers
from cadogan_server.hosting.space import Space
from cadogan_server.hosting.sweeping import Sweeping
from cadogan_server.nodes.handover import Handover, OtherNodes
from cadogan_server.parts.delivery import DeliveryPart
from cadogan_server.parts.people import PeoplePart
from cadogan_server.parts.runtime import Runtime, keep_running
from cadogan_server.parts.store import StorePart
from cadogan_server.replays.analysing import Analysing
from cadogan_server.replays.from_log import Replays
from cadogan_server.store.games.tally import Tallies
from cadogan_server.store.nodes.room_lists import RoomLists
from cadogan_server.store.nodes.seat_index import SeatIndex
from cadogan_server.store.upkeep.eviction import Eviction
from cadogan_server.store.upkeep.forgetting import Forgetting
from cadogan_server.store.upkeep.shedding import Shedding

PATIENT = 6
"""Factor on `Settings.solver_slow` for the deals of days and for analyses: their budgets are larger than those of rooms."""

SWEEP_SECONDS = 5.0
"""Seconds between two looks of the caretaker at all rooms."""

WATCHERS_SECONDS = 0.5
"""Seconds between two counts of the spectators of each room."""

DUE_SECONDS = 1.0
"""Seconds between two looks for rooms that are due and have no owner."""

LISTS_SECONDS = 1.0
"""Seconds between two exchanges of the list of rooms with other nodes."""

SEATS_SECONDS = 1.0
"""Seconds between two exchanges with other nodes of the rooms in which people sit."""


@dataclass(frozen=True)
class RoomsPart:
    """The rooms of this node.

    Attributes:
        registry: all rooms in use.
        handover: hands them over to other nodes.
        finder: finds rooms by their codes.
        opener: opens rooms.
        requested: remembers which request opened which room.
        seating: seats bots.
        bots: the bots' process; None where this server seats none.
        space: tells if one more room may be opened.
        listing: the list of public rooms of all nodes.
        seat_lookup: the rooms of all nodes in which a person sits.
        replays: boards of finished rooms.
        outage: pauses rooms while the store is away.
        sweeping: looks at all rooms now and then.
        eviction: makes room in the store when it is nearly full; rooms of this node go last.
        plates: puts ratings on name plates.
        proving: finds winnable deals.
        advising: tells racers whether their boards can be won.
        day_search: finds winnable deals for coming days.
        analysing: finds out where races were lost.
        for_two: opens the rooms of paired players, and of tournaments.
        matchmaker: finds opponents.
        matched_games: looks after the games of players whom it has brought together.
    """

    registry: Registry
    handover: Handover
    finder: Finder
    opener: Opener
    requested: RequestedRooms
    seating: Seating
    bots: BotProcess | None
    space: Space
    listing: Listing
    seat_lookup: SeatLookup
    replays: Replays
    outage: Outage
    sweeping: Sweeping
    eviction: Eviction
    plates: Plates
    proving: Proving
    advising: Advising
    day_search: DaySearch
    analysing: Analysing
    for_two: RoomsForTwo
    matchmaker: Matchmaker
    matched_games: MatchedGames

    def start(self, stack: AsyncExitStack, runtime: Runtime) -> None:
        """Look after the rooms until the stack is closed."""
        stack.callback(self.registry.timers.stop_all)
        stack.push_async_callback(self.plates.stop)
        stack.push_async_callback(self.proving.stop)
        stack.push_async_callback(self.advising.stop)
        if self.bots is not None:
            stack.push_async_callback(self.bots.stop)
        if runtime.settings.store_look:
            keep_running(stack, self.eviction.run(), "store memory")
        stack.push_async_callback(self.day_search.stop)
        keep_running(stack, self.day_search.run(), "deals of coming days")
        keep_running(stack, self.analysing.run(), "analyses")
        for seconds, look, name in (
            (SWEEP_SECONDS, self.sweeping.sweep, "sweep"),
            (WATCHERS_SECONDS, self.registry.tell_watchers, "watchers"),
            (DUE_SECONDS, self.finder.take_up_due, "due rooms"),
            (LISTS_SECONDS, self.listing.exchange, "lists of rooms"),
            (SEATS_SECONDS, self.seat_lookup.exchange, "who sits where"),
            (BEAT_SECONDS, self.matchmaker.beat, "who waits for whom"),
            (matched_games.BEAT_SECONDS, self.matched_games.beat, "matched games"),
        ):
            runtime.background.do(every(seconds, look), name)


def rooms_part(
    runtime: Runtime, store: StorePart, delivery: DeliveryPart, people: PeoplePart, other_nodes: OtherNodes, port: int
) -> RoomsPart:
    """Return the rooms part.

    Args:
        runtime: settings, clock and background tasks.
        store: the store.
        delivery: the way to the sockets.
        people: the players.
        other_nodes: the other nodes, to which rooms may be handed over.
        port: the port at which bots find the server.
    """
    settings, clock = runtime.settings, runtime.clock
    journal, leases, due = store.journal, store.room_leases, store.due
    upkeep = store.opened.connections.upkeep
    bots = BotProcess(bots_url(settings.host, port), settings.bot_pace) if settings.bots else None
    plates = Plates(store.boards)
    attempts, counting = _counting(runtime, store, people)
    proving = Proving(
        Solvers(settings.solvers, settings.solver_slow), clock.now, lambda hub: registry.in_use.network(hub)
    )
    patient = Solvers(min(settings.solvers, 1), PATIENT * settings.solver_slow)
    advising = Advising(Solvers(min(settings.solvers, 1), settings.solver_slow))
    registry = _registry(runtime, store, delivery, plates, counting, attempts, proving, advising)
    seating = Seating(people.players, bots, clock.now, settings, registry.hubs.values)
    handover = Handover(registry, journal, leases, other_nodes, store.orders)
    caretaker = Caretaker(settings, registry.hubs, clock.now, lambda hub: registry.close(hub.room.code), registry.rest)
    space = Space(settings, store.memory, registry.in_use, registry.close)
    seat_lookup = SeatLookup(registry.whereabouts, SeatIndex(upkeep, store.node_lease))
    eviction = _eviction(runtime, store, people.forgetting, seat_lookup, registry)
    journal.observe(eviction)
    opener = Opener(settings, clock, registry, leases, space, store.days, seating)
    for_two = RoomsForTwo(opener, registry, seating, journal, runtime.background, clock.now)
    return RoomsPart(
        registry=registry,
        handover=handover,
        finder=_finder(runtime, store, registry, seating, handover),
        opener=opener,
        requested=RequestedRooms(store.opened.connections.reads, journal),
        seating=seating,
        bots=bots,
        space=space,
        listing=Listing(registry.hubs, registry.in_use.network, RoomLists(upkeep, store.node_lease)),
        seat_lookup=seat_lookup,
        replays=Replays(store.logs, clock.real, runtime.queue, store.opened.connections.let_go, settings.replay_again),
        outage=Outage(clock, registry, caretaker),
        sweeping=Sweeping(clock, runtime.queue, registry, caretaker, due, journal),
        eviction=eviction,
        plates=plates,
        proving=proving,
        advising=advising,
        day_search=DaySearch(store.days, patient),
        analysing=Analysing(store.analyses, store.logs, patient, runtime.queue),
        for_two=for_two,
        matchmaker=Matchmaker(store.matching, for_two, people.players, runtime.time, settings.bot_after),
        matched_games=MatchedGames(registry, store.leavers, runtime.background, clock.now),
    )


def _finder(runtime: Runtime, store: StorePart, registry: Registry, seating: Seating, handover: Handover) -> Finder:
    """Return the finder, which takes up rooms without an owner."""
    clock, logs, due = runtime.clock, store.logs, store.due
    return Finder(
        clock=clock,
        registry=registry,
        recovery=Recovery(clock, store.journal, logs, store.room_leases, due, store.losses, runtime.queue),
        logs=logs,
        due=due,
        seating=seating,
        background=runtime.background,
        expected=runtime.settings.expected,
        elsewhere=handover.elsewhere,
    )


def _registry(
    runtime: Runtime,
    store: StorePart,
    delivery: DeliveryPart,
    plates: Plates,
    counting: ResultCounter,
    attempts: Attempts,
    proving: Proving,
    advising: Advising,
) -> Registry:
    """Return the registry, whose rooms these observers follow."""
    return Registry(
        runtime.clock,
        store.journal,
        delivery.bus,
        delivery.pacer,
        store.room_leases,
        store.due,
        plates,
        counting,
        attempts,
        proving,
        advising,
        Correspondence(store.running, runtime.clock.now),
        runtime.settings.reveal,
        runtime.settings.prove,
    )


def _counting(runtime: Runtime, store: StorePart, people: PeoplePart) -> tuple[Attempts, ResultCounter]:
    """Return the parts that count attempts at contests and the results of rooms."""
    clock, certain = runtime.clock, runtime.settings.journal.lately
    attempts = Attempts(store.counted_contests, clock.now, runtime.background, runtime.stats.attempts, certain)
    games = TournamentGames(store.tournaments, clock.now)
    results = Results(
        clock, store.leaderboard, people.players, store.played, store.counted_history, attempts, games, store.club_games
    )
    counting = ResultCounter(clock, store.journal, store.room_leases, store.due, results, runtime.background)
    return attempts, counting


def _eviction(
    runtime: Runtime, store: StorePart, forgetting: Forgetting, seat_lookup: SeatLookup, registry: Registry
) -> Eviction:
    """Return the part that evicts data, and rooms last."""

    async def sitting(players: Sequence[str]) -> set[str]:
        seated = {player for player, found in (await seat_lookup.of(players)).items() if found}
        return seated | await store.running.who_plays(players)

    redis, clock, settings = store.opened.connections.upkeep, runtime.clock, runtime.settings
    shedding = Shedding(
        redis, forgetting.erase, sitting, Tallies(redis).store_sums, lambda: clock.real() / 1000, store.running
    )
    return Eviction(store.memory, shedding, Clearing(registry), look=settings.store_look, rest=settings.store_rest)
