"""All rooms in use at this node: opened, taken up when they are wanted or due, kept on time, closed."""

from __future__ import annotations

import asyncio
import heapq
import logging
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from operator import itemgetter

from cadogan_games import catalogue
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import CODE_ALPHABET, CODE_LENGTH, KEY_BYTES, MOST_ROOMS_LISTED
from cadogan_protocol.rooms import ListedRoom, OptionValue, RoomOptions
from cadogan_server import tracing
from cadogan_server.clock import Clock
from cadogan_server.fair_queue import FairQueue
from cadogan_server.live import describe
from cadogan_server.live.caretaker import Caretaker
from cadogan_server.live.chronicle import Chronicle
from cadogan_server.live.hub import Hub
from cadogan_server.live.in_use import ALL, InUse
from cadogan_server.live.plates import Plates
from cadogan_server.live.seating import Seating, has_bots
from cadogan_server.live.whereabouts import Whereabouts
from cadogan_server.log_lines import about
from cadogan_server.rooms import fairness
from cadogan_server.rooms.lobby import hashed, opened_by
from cadogan_server.rooms.opening import continued, must_go_together, open_room, replaying, resolved_rules
from cadogan_server.rooms.records import BadLog, Created, NewerLog, SeatRating
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from cadogan_server.settings import Settings
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.days import Days
from cadogan_server.store.due import Due
from cadogan_server.store.history import History
from cadogan_server.store.journal import Journal
from cadogan_server.store.leaderboard import Leaderboard
from cadogan_server.store.lease import LeaseLost
from cadogan_server.store.leases import Elsewhere, Leases
from cadogan_server.store.lists import Lists, Rank, Ranked
from cadogan_server.store.logs import HARDLY, KEPT_BRIEFLY_SECONDS, KEPT_SECONDS, FoundLog, Logs
from cadogan_server.store.memory import StoreMemory
from cadogan_server.store.mending import WentBack, tell_operators
from cadogan_server.store.origins import Origin, unknown
from cadogan_server.store.played import Played
from cadogan_server.store.players import Player, Players
from cadogan_server.store.room_log import RoomLog

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 5.0
"""Between two looks of the caretaker at all rooms."""

LISTS_SECONDS = 1.0
"""Between two looks at what other nodes have in the list of rooms."""

DUE_SECONDS = 1.0
"""Between two looks for rooms that are due and no node has."""

DONE = object()
"""Comes after the last step."""

NOWHERE = ""
"""A code that no room ever has."""

WATCHERS_SECONDS = 0.5
"""Between two looks at how many are watching."""


class Registry:
    """All rooms in use, by their codes."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        journal: Journal,
        logs: Logs,
        leaderboard: Leaderboard,
        plates: Plates,
        players: Players,
        seating: Seating,
        memory: StoreMemory,
        days: Days,
        played: Played,
        queue: FairQueue,
        leases: Leases,
        due: Due,
        history: History,
        lists: Lists,
    ) -> None:
        self.clock = clock
        self.on_went_back: Callable[[], None] = lambda: None
        """Called when the store has lost more than logs."""
        self.hubs: dict[str, Hub] = {}
        self._settings = settings
        self._journal = journal
        self._logs = logs
        self._leaderboard = leaderboard
        self._plates = plates
        self._players = players
        self._seating = seating
        self._memory = memory
        self._days = days
        self._played = played
        self._queue = queue
        self._leases = leases
        self._due = due
        self._history = history
        self.whereabouts = Whereabouts()
        self._lists = lists
        self._loop = asyncio.get_running_loop()
        self._timers: dict[Hub, tuple[int, asyncio.TimerHandle]] = {}
        self.caretaker = Caretaker(settings, self.hubs, clock.now, self._close)
        self._in_use = InUse()
        self.chronicle = Chronicle()
        self._counted: set[Hub] = set()
        self._loading: dict[str, asyncio.Task[Hub | None]] = {}
        self._housekeeping: list[asyncio.Task[None]] = []
        self._counting: set[asyncio.Task[None]] = set()
        journal.on_safe = self._tell_safe
        journal.on_full = self._pause
        journal.on_went_back = self._restore

    # ---- opening and finding -----------------------------------------------------------------------------------------

    async def prepare(self) -> None:
        """Have what a new room needs.

        Raises:
            Refused: the store does not answer.
        """
        with _store_answering():
            await self._leases.prepare()

    def open(
        self,
        game: str,
        options: Mapping[str, OptionValue],
        rules: RoomOptions,
        player: Player,
        address: str,
        request: int,
        like: Hub | None = None,
        origin: Origin = unknown,
        program: str = "",
    ) -> tuple[Hub, int]:
        """Open a room and give its first seat to a player, or the kind of `program` that plays; return both. One that is `like`
        another has the same key.

        Raises:
            Refused: there are too many rooms, the room's options don't go together, or the deal of the day is not known.
            CatalogueError: there is no such game or option.
        """
        head, now = catalogue.head_of(game), self.clock.now()
        must_go_together(rules, head)
        day, day_secret = self._day(now) if rules.deal == "daily" else ("", b"")
        self._must_have_space(address)
        key = secrets.token_urlsafe(KEY_BYTES) if rules.by_link else None
        if like is not None:  # who has the link of the one may follow to the other
            key = like.key
        chosen = catalogue.resolve_options(game, options, datetime.fromtimestamp(now / 1000, UTC).year)
        rules = resolved_rules(rules, head, rules.time_limit or catalogue.game(game, chosen).head.time_limit)
        room = open_room(
            Created(
                at=now,
                identity=secrets.token_hex(8),
                code=self._free_code(),
                game=game,
                revision=head.revision,
                options=chosen,
                rules=rules.model_dump(mode="json"),
                secret=secrets.token_bytes(32),
                countdown=int(1000 * self._settings.countdown),
                between_games=int(1000 * self._settings.between_games),
                key=like.room.created.key if like is not None else hashed(key) if key else b"",
                day=day,
                day_secret=day_secret,
            )
        )
        seat = room.sit(player.id, player.name, now, bot=program, request=request, origin=origin(now))
        hub = Hub(room, self._leases.open(room.code, now), self._journal, self.clock.now, self._changed)
        self._due.open(room.code, now)
        hub.key = key
        self._use(hub)
        self._in_use.add(hub, address)
        self.chronicle.opened(hub, player.id)
        hub.flush()
        return hub, seat

    async def find(self, code: str) -> Hub:
        """Return the room with this code, to who may know of it; it may have to be read from the store.

        Raises:
            Refused: there is none, or the store does not answer.
            Elsewhere: another node has it.
        """
        code = code.upper()
        hub = self.hubs.get(code)
        if hub is None and _may_be_a_code(code):
            hub = await self._from_store(code)
        if hub is None:
            raise _unknown(code)
        return hub

    async def find_for(self, player: str, code: str, key: str | None) -> Hub:
        """Return the room with this code, if it is open to a player, who may have its key.

        A room that is closed to them is to them no room: the answer is the same, and so is the way to it, as even its time
        would tell. In the store the first record of a log is looked at for that, however long the log.

        Raises:
            Refused: as `find` does.
        """
        code = code.upper()
        hub = self.hubs.get(code)
        if hub is not None and hub.room.lets_in(player, key):
            return hub
        if not _may_be_a_code(code):
            raise _unknown(code)
        with _store_answering():
            first = await self._logs.first(code if hub is None else NOWHERE)
        if first is None or not opened_by(first, key):
            raise _unknown(code)
        return await self.find(code)

    async def _from_store(self, code: str) -> Hub | None:
        if code not in self._loading:
            self._loading[code] = asyncio.create_task(self._take_up(code), name=f"take up {code}")
        try:
            with _store_answering():
                return await asyncio.shield(self._loading[code])
        finally:
            self._loading.pop(code, None)

    def rematch(
        self, old: Hub, player: Player, address: str, request: int, origin: Origin = unknown, program: str = ""
    ) -> tuple[Hub, int]:
        """Open a room like another that is over, bots and all.

        Raises:
            Refused: there are too many rooms.
        """
        made = old.room.created
        rules = continued(old.room.rules, catalogue.head_of(made.game))
        hub, seat = self.open(made.game, made.options, rules, player, address, request, old, origin, program)
        self._seating.follow(old.room, hub, seat, address)
        with old.change() as room:
            room.follow(hub.room.code, self.clock.now())
        return hub, seat

    def listed(self) -> tuple[ListedRoom, ...]:
        """The first of the public rooms of all nodes in which something goes on: those that can still be joined, then the
        liveliest and newest."""
        first = heapq.nsmallest(MOST_ROOMS_LISTED, [*self._ranked(), *self._lists.others], key=itemgetter(0))
        return tuple(room for _, room in first)

    def _ranked(self) -> list[Ranked]:
        """The first of those of this node, and by what they are sorted."""
        order = ("lobby", "countdown", "running")
        shown: list[tuple[Rank, Hub]] = [
            ((order.index(hub.room.phase), -hub.playing - hub.watchers, -hub.room.created.at), hub)
            for hub in self.hubs.values()
            if hub.room.rules.public and goes_on(hub)
        ]
        first = heapq.nsmallest(MOST_ROOMS_LISTED, shown, key=itemgetter(0))
        return [(rank, describe.listed(hub.room, hub.volatile)) for rank, hub in first]

    async def _exchange_lists(self) -> None:
        await self._lists.exchange(self._ranked())

    def count(self) -> Counter[str]:
        """How many rooms there are in each phase."""
        return Counter(hub.room.phase for hub in self.hubs.values())

    def _day(self, now: int) -> tuple[str, bytes]:
        """Return the day now and its secret."""
        day = fairness.day_of(now)
        secret = self._days.secret(day)
        if secret is None:
            raise Refused(
                ErrorCode.STORE_DOWN,
                f"the deal of {day} is not known here, as the store does not answer; try again soon, or take a fresh deal",
            )
        return day, secret

    def _must_have_space(self, address: str) -> None:
        if self._memory.full:
            raise Refused(
                ErrorCode.TOO_MANY_ROOMS,
                "the store of this server is full: games that have begun go on, but no room is opened now; try again later",
            )
        theirs = self._in_use.count(address)
        if address and theirs >= self._settings.rooms_per_address and not self._make_way(address):
            raise Refused(
                ErrorCode.TOO_MANY_ROOMS,
                f"{theirs} rooms opened from your address are still in use; finish or leave one",
            )
        if self._in_use.count() >= self._settings.rooms and not self._make_way():
            raise Refused(ErrorCode.TOO_MANY_ROOMS, "this server has as many rooms as it can take; try again later")

    def _make_way(self, address: str = ALL) -> bool:
        """Close the room that has been empty for longest of those, opened from an address or anywhere, that all have left before
        it began; False where there is none.

        Otherwise such a room is kept for a while: somebody may yet follow the link to it.
        """
        empty = self._in_use.left_first(address)
        if empty is not None:
            self._close(empty)
        return empty is not None

    def _free_code(self) -> str:
        return self._leases.free_code()

    # ---- taken up ----------------------------------------------------------------------------------------------------

    async def _take_up(self, code: str) -> Hub | None:
        """Take a room up from its log, while others play; None where there is no such room, or no sense in its log.

        Raises:
            Refused: the store has lost some of a room that is over, or has yet to be told what happened in rooms before; or a
                later version has written the log.
        """
        if self._journal.owes:
            raise Refused(
                ErrorCode.STORE_DOWN,
                "the store takes nothing just now, not even what happened in its rooms last; try again soon",
            )
        began = self._loop.time()
        log = await self._leases.take(code)
        if log is None:
            self._due.over(code)
            return None
        try:
            due = await self._due.knows(code)
            with tracing.span("TakeUp", room=code):
                room, found = await self._replayed(code)
            self._tell_of_hole(code, found, over=not due)
            log.go_on_from(found.entries)
        except BadLog as error:
            self._can_not_be_played(log, error)
            if isinstance(error, NewerLog):
                why = f"room {code} goes on at a server of a later version than this; try again"
                raise Refused(ErrorCode.BUSY, why, wait=1) from error
            return None
        except BaseException:
            self._leases.release(log)
            raise
        if room.phase != "finished":
            room.reopen(self.clock.now())
        hub = Hub(room, log, self._journal, self.clock.now, self._changed)
        hub.volatile.lost = found.lost
        self._use(hub)
        if room.phase != "finished":
            self._in_use.add(hub)
            self._due.open(code, self.clock.now())
            self.chronicle.taken_up(hub, self._loop.time() - began)
        elif not due:
            self._counted.add(hub)
        hub.flush()
        self._changed(hub)
        if room.phase != "finished" and has_bots(room):
            self._in_background(self._seating.resume([hub]), f"bots of {code}")
        return hub

    async def _replayed(self, code: str) -> tuple[Room, FoundLog]:
        """Make the room of a log: a record in each iteration. A thread would take the processor from those who play for as long as
        Python lets one go on."""
        found = await self._logs.read_in_steps(code, self._queue)
        if found is None:
            raise BadLog(f"the log of room {code} is empty")
        return await self._queue.through(replaying(found.records)), found

    @staticmethod
    def _tell_of_hole(code: str, found: FoundLog, *, over: bool) -> None:
        """Say what a log lacks; refuse to show a room that is over and not all there.

        Raises:
            Refused: it is.
        """
        if found.hole is None:
            return
        what = "it is over" if over else "it goes on from before them"
        logger.error("room %s has lost %d entries of its log, from %d-%d on: %s", code, found.lost, *found.hole, what)
        if over:
            raise Refused(
                ErrorCode.LOG_LOST,
                f"room {code} is over, and can't be shown: the store has lost {found.lost} of the changes in its log",
            )

    def _can_not_be_played(self, log: RoomLog, error: BadLog) -> None:
        """What is left of a log that makes no sense is kept for a while, for whoever wants to know why; one that a later version
        has written is left to nodes of that version."""
        logger.error("room %s can't be taken up again: %s", log.code, error, extra=about(log.code))
        if isinstance(error, NewerLog):
            self._leases.release(log)
            self._due.leave(log.code, self.clock.now())
        else:
            self._leases.finish(log, KEPT_SECONDS)
            self._leases.release(log)
            self._due.over(log.code)

    async def _take_up_due(self) -> None:
        """Take up some of the rooms that are due, one after the other."""
        if self.clock.stood is not None:
            return
        for code in await self._due.claim(self.clock.now()):
            try:
                if code not in self.hubs and await self._from_store(code) is None:
                    logger.info("room %s was due, and is no more", code)
            except Elsewhere:
                self._due.leave(code, self.clock.now())
            except Refused as refused:
                logger.info("room %s is due: %s", code, refused.message)

    def _in_background(self, work: Coroutine[None, None, None], name: str) -> None:
        task = self._loop.create_task(work, name=name)
        self._counting.add(task)
        task.add_done_callback(self._counting.discard)

    def _use(self, hub: Hub) -> None:
        self.hubs[hub.room.code] = hub
        self._journal.logs[hub.room.code] = hub.log
        hub.log.done = hub in self._counted

    # ---- on time -----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to look after the rooms."""
        self._housekeeping = [
            asyncio.create_task(self._every(SWEEP_SECONDS, self._sweep), name="sweep"),
            asyncio.create_task(self._every(WATCHERS_SECONDS, self._tell_watchers), name="watchers"),
            asyncio.create_task(self._every(DUE_SECONDS, self._take_up_due), name="due rooms"),
            asyncio.create_task(self._every(LISTS_SECONDS, self._exchange_lists), name="lists of rooms"),
        ]

    async def stop(self) -> None:
        """Stop looking after the rooms."""
        tasks = {*self._housekeeping, *self._counting}
        while tasks:
            for task in tasks:
                task.cancel()
            # Again where one was lost, as in Python 3.11 it may be in the `asyncio.wait_for` of the client of Redis.
            _, tasks = await asyncio.wait(tasks, timeout=0.1)
        await self._plates.stop()
        for _, timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    async def let_go(self) -> None:
        """Leave all rooms to other nodes, or to the next start."""
        now = self.clock.now()
        for code, hub in self.hubs.items():
            self._leases.release(hub.log)
            if hub not in self._counted:
                self._due.let_go(code, hub.deadline, now)
        await self._leases.stop()
        with suppress(*STORE_AWAY):
            await self._lists.withdraw()

    @staticmethod
    async def _every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except (*STORE_AWAY, Refused, LeaseLost) as error:
                logger.debug("the store does not answer: %s", error)
            except Exception:
                logger.exception("housekeeping failed")

    async def _sweep(self) -> None:
        """Look after all rooms, some in each iteration of the event loop, as there may be thousands."""
        await self._queue.through(self._sweeping())
        if not self._journal.full:
            going_on = [hub for hub in self.hubs.values() if hub.room.phase != "finished"]
            self._due.keep(((hub.room.code, hub.deadline) for hub in going_on), self.clock.now())

    def _sweeping(self) -> Generator[None]:
        steps = self.caretaker.sweep()
        while self.clock.stood is None and next(steps, DONE) is not DONE:
            yield

    def _changed(self, hub: Hub) -> None:
        """Set a room's timer anew, and count its results when it is over."""
        self.chronicle.changed(hub)
        self._in_use.changed(hub)
        self.whereabouts.changed(hub)
        deadline = hub.deadline if self.clock.stood is None else None
        if hub not in self._timers or self._timers[hub][0] != deadline:
            self._stop_timer(hub)
            if deadline is not None:
                wait = max(0, deadline - self.clock.now()) / 1000
                self._timers[hub] = deadline, self._loop.call_later(wait, self._tick, hub)
        if hub.room.phase == "lobby" or not hub.volatile.ratings:  # after the lobby nobody comes: it was taken up again
            self._plates.look(hub)
        if hub.room.phase == "finished" and hub not in self._counted:
            self._counted.add(hub)
            self._due.to_be_counted(hub.room.code, self.clock.now())
            # Not before its end is in the log: where another node has the room by then, it is that one's to count.
            self._journal.when_written(partial(self._count, hub))

    def _count(self, hub: Hub) -> None:
        """Count the results; then the room needs not be taken up again."""
        room = hub.room
        if room.played > HARDLY:
            self._played.count(room.game.head.id, self.clock.real())
            for occupant in room.occupants.values():
                self._players.played(occupant.player)
        self._history.count(room, self.clock.real())
        self._in_background(self._count_results(hub), f"count {room.code}")

    async def _count_results(self, hub: Hub) -> None:
        await self._leaderboard.count(hub.room, self.clock.now(), lambda ratings: self._rate(hub, ratings))
        self._over(hub)

    def _rate(self, hub: Hub, ratings: tuple[SeatRating, ...]) -> None:
        """Tell a room what it has changed of its players' ratings, and keep that in the players' curves."""
        if hub.room.rated != ratings:
            with hub.change() as room:
                room.rate(ratings, self.clock.now())
            self._keep_curves(hub.room, ratings)

    def _over(self, hub: Hub) -> None:
        hub.log.done = True
        self._leases.finish(hub.log, KEPT_SECONDS if hub.room.played > HARDLY else KEPT_BRIEFLY_SECONDS)
        self._due.over(hub.room.code)

    def _keep_curves(self, room: Room, ratings: tuple[SeatRating, ...]) -> None:
        """Keep in the curves of players what a game has made of their ratings."""
        now, family = self.clock.real(), catalogue.head_of(room.created.game).family
        for rating in ratings:
            player = room.occupants[rating.seat].player
            lasts, of = self._players.lasts(player), room.created.identity
            self._history.rated(player, family, of, rating.family.value, now, lasts)
            self._history.rated(player, "", of, rating.overall.value, now, lasts)

    def _tick(self, hub: Hub) -> None:
        del self._timers[hub]
        hub.tick()

    def _stop_timer(self, hub: Hub) -> None:
        timer = self._timers.pop(hub, None)
        if timer is not None:
            timer[1].cancel()

    async def _tell_watchers(self) -> None:
        for hub in self.hubs.values():
            hub.tell_watchers()

    def _pause(self) -> None:
        """Let all rooms stand still: nothing more can be written."""
        logger.error("the backlog is full: all rooms are paused until the store is back")
        self.clock.pause()
        for hub in self.hubs.values():
            self._stop_timer(hub)
            hub.pause()

    def stand_aside(self) -> None:
        """Other nodes have the rooms now: let what is here stand still, and send everybody away."""
        self.clock.pause()
        for hub in self.hubs.values():
            self._stop_timer(hub)
            hub.send_away("another server has taken over; come back")

    def _go_on(self) -> None:
        """Let all rooms go on from where they stood."""
        paused = self.clock.stood
        if paused is None:
            return
        self.clock.go_on()
        self.caretaker.forgive()
        for hub in self.hubs.values():
            try:
                hub.resume(paused)
                self._changed(hub)
            except Exception:  # one room's trouble must not keep the others waiting
                logger.exception("room %s can't go on after the pause", hub.room.code, extra=about(hub.room.code))

    def _tell_safe(self, safe: bool) -> None:
        if safe:
            self._go_on()
        for hub in self.hubs.values():
            hub.tell_safe(safe)

    def _restore(self, went_back: WentBack) -> None:
        """The store has come back with less than it had: give it again what is known here, and say what is lost."""
        tell_operators(went_back)
        for code in went_back.lost:
            self.hubs[code].tell_lost()
        if not went_back.more:
            return
        for hub in self.hubs.values():
            self._leases.claim_again(hub.log)
            if hub in self._counted:
                self._over(hub)
            else:
                self._due.open(hub.room.code, self.clock.now())
        self._players.write_again(
            occupant.player for hub in self.hubs.values() for occupant in hub.room.occupants.values()
        )
        self._played.write_again()
        self.on_went_back()

    def close(self, code: str, why: str) -> bool:
        """Close a room whatever goes on in it, and tell who is there why; False: it is not here."""
        hub = self.hubs.get(code)
        if hub is not None:
            self._close(hub, why)
        return hub is not None

    def _close(self, hub: Hub, why: str = "everybody who played in it has left") -> None:
        """Forget a room; one that is over stays in the store for a while."""
        room = hub.room
        del self.hubs[room.code]
        self._stop_timer(hub)
        self._in_use.drop(hub)
        self.whereabouts.drop(hub)
        self._counted.discard(hub)
        self._journal.logs.pop(room.code, None)
        self.chronicle.closed(hub)
        hub.closed(why)
        if room.phase == "finished":
            self._leases.release(hub.log)
        else:
            self._leases.drop(hub.log)
            self._due.over(room.code)


def _may_be_a_code(code: str) -> bool:
    return len(code) == CODE_LENGTH and all(letter in CODE_ALPHABET for letter in code)


def _unknown(code: str) -> Refused:
    return Refused(ErrorCode.UNKNOWN_ROOM, f"there is no room {code!r}; it may have been closed, or the code mistyped")


@contextmanager
def _store_answering() -> Iterator[None]:
    """Refuse what is asked where the store does not answer."""
    try:
        yield
    except STORE_AWAY as error:
        raise Refused(ErrorCode.STORE_DOWN, "the store does not answer just now; try again soon") from error


def goes_on(hub: Hub) -> bool:
    """Whether somebody is here to begin, or to play on."""
    if hub.room.phase == "running":
        return hub.playing > 0
    return hub.room.phase != "finished" and hub.people > 0
