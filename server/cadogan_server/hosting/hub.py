"""A room in use: takes what the room's core commits, writes it to the log, and tells those who may see it.

The core knows what is played; the hub knows who is connected. Each stream has its subscribers; a message is numbered,
encoded and framed once, kept for those who come back, and handed to the journal with them, which releases it when the log is
safe. Whoever makes a move is answered at once, by one frame; those who look on at a race are told in rounds (`rounds.py`). Another
node that follows the room for its spectators (`follower.py`) is a subscriber like any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from cadogan_protocol import codec
from cadogan_protocol.codec import Format, WireChange, WireStanding
from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import BoardSnapshot, Error, RoomSnapshot, Wire
from cadogan_protocol.moves import Move, TableEvent
from cadogan_protocol.rooms import Said
from cadogan_protocol.streams import BOARDS, OTHERS, ROOM
from cadogan_server.delivery import describe
from cadogan_server.delivery.audience import Audience
from cadogan_server.delivery.barring import Barring
from cadogan_server.delivery.delay import DelayBuffer
from cadogan_server.delivery.describe import Volatile
from cadogan_server.delivery.feed import Feed
from cadogan_server.delivery.frame import BINARY, Frame, frame_of, framed, in_format
from cadogan_server.delivery.listeners import Listeners
from cadogan_server.delivery.rounds import Round
from cadogan_server.delivery.stream import Stream
from cadogan_server.delivery.viewer import Moving, Viewer
from cadogan_server.hosting.talk import Talk
from cadogan_server.mirrors.follower import Follower
from cadogan_server.mirrors.messages import Attendance, Notice
from cadogan_server.rooms.effects import Awaited, BoardChanged, Dealt, Effect, Opened, Progressed, PutOut, RoomChanged
from cadogan_server.rooms.records import pack
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.room_log import RoomLog

NOBODY = Listeners()
"""Stands for the listeners of a stream that nobody follows: nobody is ever added."""

PAUSED = "the server can't reach its store, so the game is paused and no clock runs; it goes on when the store is back"

EPOCH_BITS = 20
"""A room that is taken up again numbers its streams on from a multiple of this power of two."""


class Shown(NamedTuple):
    """A change of a player's own board: its number, and what there is to say of it."""

    seq: int
    change: WireChange
    events: Sequence[TableEvent]


class Hub(Audience):
    """One room in use.

    Args:
        room: its core.
        log: where its records go.
        journal: the way to the store and to the sockets.
        now: the clock, in ms.
        on_change: called after each change, so that timers can be set anew.
    """

    def __init__(
        self, room: Room, log: RoomLog, journal: Journal, now: Callable[[], int], on_change: Callable[[Hub], None]
    ) -> None:
        super().__init__(journal)
        self.room = room
        self.log = log
        self.volatile = Volatile(safe=journal.safe)
        self.still = False
        """Whether the room is on its way to another node: nothing happens here any more."""
        self.barring = Barring()
        self.told_phase = ""
        """The phase that the log has told of."""
        self.attempted = False
        """Whether the store was asked for whom a contest of a day counts."""
        self.results_counted = False
        """Whether they were, or are being."""
        self.key: str | None = None
        """The key of a room by link only, where it was opened by this server; the log has no more than its hash."""
        self.layout = describe.layout(room)
        self._talk = Talk(now)
        self.seated: dict[int, Viewer] = {}
        self.followers: dict[Follower, None] = {}
        """The other nodes that follow the room; they are among those who watch."""
        self._now = now
        self._on_change = on_change
        self._base = room.reopened << EPOCH_BITS
        self._streams = {ROOM: Stream(self._base)}
        self._listeners: dict[int, Listeners] = {}
        """Of the streams that somebody follows, or has followed."""
        self._rivals = Listeners()
        """Those who play and see no board but their own: they are told how far the others are."""
        self._merges = room.kind == "race"
        self._shared = room.kind == "race" and room.rules.spectators in ("live", "delayed")
        """Whether the stream of a player's board is for others too."""
        self._round = Round(journal)
        self._room_told_with = -1
        """The number of the journal's batch with which stream 0 was told last."""
        self._told: dict[int, tuple[Any, int]] = {}
        """By seat: how the racer stood when others were told last, and how many moves there were then."""
        self._delay: DelayBuffer | None = None
        self._late: Feed | None = None
        """What spectators get who are behind, once it is due."""
        self._open_boards()
        if room.rules.spectators == "delayed":
            self._delay, self._late = DelayBuffer(1000 * room.rules.delay), Feed(journal)
            self._late.take(frame_of(self._room_snapshot()))
            for stream in room.boards_seen_by(None):
                self._delay.hold(frame_of(self._board_snapshot(stream)), now(), room.phase)

    # ---- coming and going --------------------------------------------------------------------------------------------

    @property
    def code(self) -> str:
        """The code of the room."""
        return self.room.code

    def _came(self, viewer: Viewer) -> None:
        if isinstance(viewer, Follower):
            self.followers[viewer] = None
            self._tell_put_out(viewer)
        elif viewer.seat is not None:
            self.seated[viewer.seat] = viewer
            if viewer.seat not in self.volatile.present:
                self.volatile.present.add(viewer.seat)
                self._tell("seats")

    def _went(self, viewer: Viewer) -> None:
        if viewer.seat is not None:
            self.volatile.present.discard(viewer.seat)
            self._tell("seats")

    def closed(self, why: str) -> None:
        """The room is no more: tell who is still here why, and let them go."""
        text = f"room {self.room.code} was closed: {why}"
        self.dismiss(Error(re=None, code=ErrorCode.UNKNOWN_ROOM, message=text, retry=False))

    def replace(self, player: str) -> None:
        """A player is there through another socket now: let go of the one before, whichever node it is at."""
        viewer = self._of_player.get(player)
        if isinstance(viewer, Follower):
            del viewer.party[player], self._of_player[player]
            viewer.tell(Notice(replaced=(player,)))
        else:
            super().replace(player)

    def attend(self, follower: Follower, told: Attendance) -> None:
        """Another node tells who has come there, and who has gone."""
        if follower not in self.followers:
            return
        for player in told.went:
            if follower.party.pop(player, None) is not None:
                del self._of_player[player]
        for player, preview in told.came.items():
            here = self._of_player.get(player)
            if here is not None and here.seat is not None:  # who has taken a seat meanwhile
                follower.tell(Notice(replaced=(player,)))
                continue
            if here is not follower:
                self.replace(player)
            follower.party[player], self._of_player[player] = preview, follower

    def stays_out(self, player: str, host: str) -> None:
        """The host, who has this address, has put a player out: the own address stays out too, at all nodes."""
        self.barring.put_out(player, self.room.put_out[player], host)
        for follower in self.followers:
            self._tell_put_out(follower)

    def _tell_put_out(self, follower: Follower) -> None:
        now = self._now()
        players = {player: until - now for player, until in self.room.put_out.items() if until > now}
        follower.tell(Notice(put_out=players, barred=self.barring.left(now)))

    def _put_out(self, told: PutOut) -> None:
        """Let go of somebody whose seat was taken away."""
        seat, why, withheld = told
        viewer = self.seated[seat]
        self.volatile.present.discard(seat)
        self._close(viewer, CloseCode.WITHHELD if withheld else CloseCode.UNSEATED, why)

    @property
    def viewers(self) -> list[Viewer]:
        """All who are here."""
        return [*self.seated.values(), *self.watching]

    @property
    def saved(self) -> bool:
        """Whether all that has happened here is in the store."""
        return self.volatile.safe and not self._journal.holding

    @property
    def people(self) -> int:
        """How many people are here, to play or to watch."""
        return self.watchers + self.players

    @property
    def players(self) -> int:
        """How many people are on their seats."""
        return sum(not self.room.occupants[seat].bot for seat in self.seated)

    @property
    def playing(self) -> int:
        """How many are here who can still play: people and bots in a race, people alone in a duel, as a bot waits there."""
        if self.room.kind == "duel":
            return self.players
        return sum(not self.room.is_done(seat) for seat in self.seated)

    def _forget(self, viewer: Viewer) -> None:
        super()._forget(viewer)
        if viewer.seat is not None:
            self.seated.pop(viewer.seat, None)
        elif isinstance(viewer, Follower):
            self.followers.pop(viewer, None)
            for player in viewer.party:
                del self._of_player[player]
            viewer.party.clear()

    def _unsubscribe(self, viewer: Viewer) -> None:
        if self._late is not None:
            self._late.drop(viewer)
        self._rivals.drop(viewer)
        for listeners in self._listeners.values():
            listeners.drop(viewer)

    # ---- what a viewer gets ------------------------------------------------------------------------------------------

    def _show(self, viewer: Viewer, last: dict[int, int]) -> None:
        """Subscribe a viewer to all it may see, and send each stream from where the viewer left it."""
        if viewer.seat is None and self._late is not None and self.room.phase != "finished":
            self._late.show(viewer, last)
            return
        self._round.end()
        self._subscribe(viewer, ROOM, last)
        self._show_boards(viewer, last)
        if last:  # how far racers are is told in no stream
            standings = self._standings(sorted(self.room.occupants))
            if standings:
                self._send(viewer, in_format(_hot(codec.progress(standings)), viewer.outbox.fmt))
        if viewer.seat is not None:
            self.send_choices(viewer.seat)

    def _show_boards(self, viewer: Viewer, last: dict[int, int]) -> None:
        boards = self.room.boards_seen_by(viewer.seat)
        self._round.end()
        for stream in boards:
            if stream == viewer.own:
                if not viewer.sees_own:
                    viewer.sees_own = True
                    self._subscribe(viewer, stream, last)
            elif viewer not in self._listening(stream):
                self._subscribe(viewer, stream, last)
        if viewer.seat is not None and boards == (viewer.own,):
            self._rivals.add(viewer)
        else:
            self._rivals.drop(viewer)

    def _subscribe(self, viewer: Viewer, number: int, last: dict[int, int]) -> None:
        if number == ROOM:
            viewer.shown_with = self._room_told_with = self._journal.closed
        if number != viewer.own:  # of which the player is told apart from all others
            self._listeners.setdefault(number, Listeners()).add(viewer)
        fmt = viewer.outbox.fmt
        snapshot = frame_of(self._room_snapshot() if number == ROOM else self._board_snapshot(number), fmt)
        for frame in self._streams[number].up_to_now(last.get(number), fmt, snapshot):
            self._send(viewer, frame)

    def _listening(self, number: int) -> Listeners:
        return self._listeners.get(number, NOBODY)

    def _room_snapshot(self) -> RoomSnapshot:
        return RoomSnapshot(seq=self._streams[ROOM].seq, state=describe.state(self.room, self.volatile, self._now()))

    def _board_snapshot(self, stream: int) -> BoardSnapshot:
        return BoardSnapshot(stream=stream, seq=self._streams[stream].seq, table=self.room.board(stream))

    def send_choices(self, seat: int, request: int = 0) -> None:
        """Send a player all moves that are legal now; `request` is the one that this answers."""
        viewer = self.seated.get(seat)
        if viewer is not None and self.room.phase in ("running", "finished"):
            stream, moves, undo = self.room.choices(seat)
            viewer.moves = list(moves)
            frame = _hot(codec.moved(request, self._streams[stream].seq, moves, undo))
            self._send(viewer, in_format(frame, viewer.outbox.fmt))

    def _answer(self, seat: int, request: int, shown: Shown | None) -> None:
        """Answer a move with what it has changed on the own board, and of the moves that are legal."""
        viewer = self.seated.get(seat)
        if shown is None or viewer is None:
            self.send_choices(seat, request)  # it was made before
        else:
            seq, change, events = shown
            _, moves, undo = self.room.choices(seat)
            gone, new = viewer.difference(moves)
            frame = _hot(codec.step(request, seq, change, gone, new, undo, events))
            self._send(viewer, in_format(frame, viewer.outbox.fmt))

    # ---- what the core commits ---------------------------------------------------------------------------------------

    def play(self, seat: int, move: Move, request: int) -> None:
        """Let a player make a move, and answer the request.

        Raises:
            Refused: not now, or not this one.
        """
        try:
            self.room.play(seat, move, self._now(), request)
        except BaseException:
            self.flush()  # the clock may have moved the room on before
            raise
        self.flush(mover=seat, request=request)

    def undo(self, seat: int, request: int) -> None:
        """Let a player take back a move, and answer the request.

        Raises:
            Refused: not now, there is none, or there is no undo.
        """
        try:
            self.room.undo(seat, self._now(), request)
        except BaseException:
            self.flush()
            raise
        self.flush(mover=seat, request=request)

    @contextmanager
    def change(self) -> Iterator[Room]:
        """Let the core do something, then flush. It flushes after a refusal too, as the clock may have moved the room on before.

        Raises:
            Refused: the room is on its way to another node.
        """
        if self.still:
            raise Refused(ErrorCode.BUSY, f"room {self.room.code} is just going to another server; ask again", wait=1)
        try:
            yield self.room
        finally:
            self.flush()

    def flush(self, *told: str, mover: int | None = None, request: int = 0) -> None:
        """Write down what the core has committed, and tell it to whoever may see it, with these fields of the room.

        `mover` is the seat whose `request` has made a move or taken one back. It is answered when all else is told.
        """
        if self.still:
            return
        room = self.room
        records, effects = room.take()
        for record in records:
            self._journal.append(self.log, pack(record))
        only_a_move = mover is not None and len(records) == 1
        if not only_a_move:
            self._let_go(effects)
        shown = self._tell_of(effects, set(told), mover)
        if mover is not None:
            self._answer(mover, request, shown)
        if self._delay is not None and self._delay.full:
            self._delay.skip([self._room_snapshot(), *map(self._board_snapshot, room.boards_seen_by(None))])
        if room.clock is not None if only_a_move else records:
            self._on_change(self)  # a race's move alone sets no clock

    def _let_go(self, effects: list[Effect]) -> None:
        """Let go of those whose seats were taken away."""
        gone = [seat for seat in self.seated if seat not in self.room.occupants]
        why = {effect.seat: effect for effect in effects if isinstance(effect, PutOut)}
        for seat in gone:
            self._put_out(why.get(seat, PutOut(seat, "your seat was freed; join again if you want to play")))

    def _tell_of(self, effects: list[Effect], fields: set[str], mover: int | None) -> Shown | None:
        """Tell what has changed to whoever may see it. Changes of the room itself come before boards that open by them.

        Return what the mover is yet to be told of the own board.
        """
        choosing: set[int] = set()
        changes = self._changes(effects) if self._merges else {}
        shown: Shown | None = None
        for effect in effects:
            if isinstance(effect, BoardChanged):
                number, events = effect
                change = changes.pop(number, 0)
                if number - BOARDS == mover:
                    if shown is not None:  # a duel: the end of a match lays the hands open
                        self._send_delta(number - BOARDS, *shown)
                    shown = self._moved(number, change, events)
                else:
                    self._board_changed(number, change, events)
            elif isinstance(effect, Progressed):
                self._progressed(effect.seat, told=self._merges and BOARDS + effect.seat not in changes)
            elif isinstance(effect, Awaited):
                choosing.add(effect.seat)
            elif isinstance(effect, RoomChanged):
                fields.update(effect.fields)
            elif isinstance(effect, Dealt):
                self._tell(*fields)
                fields.clear()
                self._deal()
            elif isinstance(effect, Opened):
                self._tell(*fields)
                fields.clear()
                self._open(choosing)
        if fields:
            self._tell(*fields)
        for seat in sorted(choosing):
            if seat != mover or shown is None:
                self.send_choices(seat)
        return shown

    def _open(self, choosing: set[int]) -> None:
        """Show everybody who follows the room what may be seen now; when it is over, also that nothing is left to do."""
        for viewer in self.viewers:
            if viewer in self._listening(ROOM):
                self._show_boards(viewer, {})
        if self.room.phase == "finished":
            choosing.update(self.seated)
            for follower in self.followers:
                if self._late is not None and follower in self._late:
                    follower.tell(Notice(open=True))

    def _changes(self, effects: list[Effect]) -> dict[int, WireChange]:
        """Return, for the streams of racers whose standing has changed, what is new of it."""
        found: dict[int, WireChange] = {}
        for effect in effects:
            if isinstance(effect, Progressed):
                seat = effect.seat
                found[BOARDS + seat] = found[OTHERS + seat] = self._change(seat)
        return found

    def _change(self, seat: int) -> WireChange:
        """Return how a racer's standing has changed since this was asked last."""
        standing = self.room.standing(seat)
        assert standing is not None
        before, moves = self._told.get(seat, (None, 0))
        now = standing.progress, standing.state, standing.penalty, standing.ended
        self._told[seat] = now, standing.moves
        return standing.moves - moves if now == before else describe.standing(seat, standing)

    def _moved(self, number: int, change: WireChange, events: Sequence[TableEvent]) -> Shown:
        """Tell those who look on at a board that its player has changed; return what the player is yet to be told.

        Of a stream that is its player's alone nothing is kept: who comes back to the own board gets it whole.
        """
        stream = self._streams[number]
        if self._shared:
            self._tell_board(number, change, events)
        else:
            stream.pass_over()
        return Shown(stream.seq, change, events)

    def _board_changed(self, number: int, change: WireChange, events: Sequence[TableEvent]) -> None:
        """Tell all who see a board that it has changed otherwise than by an answer."""
        frame = self._tell_board(number, change, events)
        owner = self.seated.get(number - BOARDS)
        if owner is not None:
            self._send(owner, in_format(frame, owner.outbox.fmt))

    def _tell_board(self, number: int, change: WireChange, events: Sequence[TableEvent]) -> Frame:
        """Tell all who look on at a board, but not its owner; return the message."""
        stream, listeners = self._streams[number], self._listening(number)
        frame = framed(BINARY, codec.packed(codec.delta(number, stream.seq + 1, change, events)))
        stream.add(frame)
        if self._delay is not None:
            self._hold(number, frame)
        if listeners:
            if self._merges:
                self._round.add(listeners, frame)
            else:
                listeners.tell(self._journal, frame)
        return frame

    def _send_delta(self, seat: int, seq: int, change: WireChange, events: Sequence[TableEvent]) -> None:
        viewer = self.seated.get(seat)
        if viewer is not None:
            self._send(viewer, in_format(_hot(codec.delta(BOARDS + seat, seq, change, events)), viewer.outbox.fmt))

    def _progressed(self, seat: int, *, told: bool) -> None:
        """Tell how far a racer is: everybody where no board has changed, else only rivals, who see none."""
        if not told:
            self._round.end()
            frame = _hot(codec.progress(self._standings((seat,))))
            self._listening(ROOM).tell(self._journal, frame)
            self._hold(ROOM, frame)
            return
        self._round.add_standing(seat, self._tell_standings)
        standing = self.room.standing(seat)
        if standing is not None and standing.state != "playing":
            self._round.end()

    def _tell_standings(self, seats: Collection[int]) -> None:
        """Tell rivals how far these racers are. A single racer is not told of the own moves."""
        outboxes, in_json = self._rivals.msgpack, self._rivals.json
        if len(seats) == 1:
            own = [viewer.outbox for seat in seats if (viewer := self.seated.get(seat))]
            outboxes = tuple(outbox for outbox in outboxes if outbox not in own)
        if outboxes or in_json:
            frame = _hot(codec.progress(self._standings(seats)))
            if outboxes:
                self._journal.publish(frame, outboxes)
            if in_json:
                self._journal.publish(in_format(frame, Format.JSON), in_json)

    def _standings(self, seats: Iterable[int]) -> list[WireStanding]:
        return [describe.standing(seat, standing) for seat in seats if (standing := self.room.standing(seat))]

    def _tell(self, *fields: str) -> None:
        """Say in stream 0 how these fields are now."""
        if fields:
            self._round.end()
            seq = self._streams[ROOM].seq + 1
            frame = frame_of(describe.update(self.room, self.volatile, seq, set(fields), self._now()))
            self._streams[ROOM].add(frame)
            self._hold(ROOM, frame)
            self._listening(ROOM).tell(self._journal, frame)
            self._room_told_with = self._journal.closed

    def _open_boards(self) -> None:
        for stream in self.room.boards:
            self._streams[stream] = Stream(self._base)
            self._listeners.pop(stream, None)

    def _deal(self) -> None:
        """Lay out the boards before those who may see them. What was said in the lobby is longer than a snapshot by now."""
        self._streams[ROOM].forget()
        self._open_boards()
        if self._delay is not None:
            for stream in self.room.boards_seen_by(None):
                self._hold(stream, frame_of(self._board_snapshot(stream)))
        for viewer in self.viewers:
            if viewer in self._listening(ROOM):
                self._show_boards(viewer, {})
        for seat in self.seated:
            self.send_choices(seat)

    # ---- by the clock ------------------------------------------------------------------------------------------------

    @property
    def deadline(self) -> int | None:
        """The next moment at which `tick` has something to do."""
        moments = [self.room.deadline, self._delay.deadline if self._delay else None]
        return min((moment for moment in moments if moment is not None), default=None)

    def tick(self) -> None:
        """Do what is due: in the room, and for delayed spectators."""
        now = self._now()
        self.room.tick(now)
        self.flush()
        if self._delay is not None and self._late is not None:
            for frame in self._delay.due(now):
                self._late.take(frame)
            self._late.tell()
        self._on_change(self)

    def say(self, seat: int, emote: str) -> None:
        """Tell everybody what a player says.

        Raises:
            Refused: that is too much, or the room is on its way to another node.
        """
        if self.still:
            raise Refused(ErrorCode.BUSY, f"room {self.room.code} is just going to another server; ask again", wait=1)
        self._talk.must_not_be_too_much(self.room.occupants[seat].player)
        self.volatile.said = Said(seat=seat, emote=emote, at=self._now())
        self._tell("said")

    def tell_watchers(self) -> None:
        """Say how many are watching, if that has changed: not at once, as hundreds may come together."""
        if self.watchers != self.volatile.watchers:
            self.volatile.watchers = self.watchers
            self._tell("watchers")

    def tell_safe(self, safe: bool) -> None:
        """Say whether what is played is safe from a loss of the server. That it is not is said at once, before the frames that wait
        in the journal."""
        safe = safe and not self.log.lacks
        if safe == self.volatile.safe:
            return
        self.volatile.safe = safe
        if safe:
            self._tell("safe")
        elif not self._tell_at_once("safe"):
            self._show_room_at_once()
            self._tell("safe", "seats")

    def _tell_at_once(self, field: str) -> bool:
        """Say how a field of the room is before all that waits in the journal; return False where some of that is of stream 0, and
        so has earlier numbers."""
        if self._room_told_with >= self._journal.released:
            return False
        self._round.end()
        stream = self._streams[ROOM]
        frame = frame_of(describe.update(self.room, self.volatile, stream.seq + 1, {field}, self._now()))
        stream.add(frame)
        self._hold(ROOM, frame)
        for viewer in self._listening(ROOM):
            self._journal.send_now(viewer.outbox, in_format(frame, viewer.outbox.fmt))
        return True

    def _show_room_at_once(self) -> None:
        """Send those who are here the room as it is now: they pass over what the journal has of stream 0 for them. The moves that
        it has for them are counted in it already, so `seats` are to follow."""
        snapshot = frame_of(self._room_snapshot())
        for viewer in self._listening(ROOM):
            if viewer.shown_with < self._journal.released:  # else its own snapshot is yet to come
                self._journal.send_now(viewer.outbox, in_format(snapshot, viewer.outbox.fmt))

    def tell_lost(self) -> None:
        """Say what the store has lost of the room for good: it can't be taken up as it is now."""
        self.volatile.safe, self.volatile.lost = False, self.log.lacks
        self._tell("safe", "lost")

    def tell_lost_elsewhere(self, lost: int) -> None:
        """Say how many changes were lost of which another server had told players."""
        if lost != self.volatile.lost:
            self.volatile.lost = lost
            self._tell("lost")

    def pause(self) -> None:
        """Say that all clocks stand still from now on.

        While the journal holds frames back, that is said at once if none of them belongs to stream 0. Else it would have a number
        before theirs, so it is said by an `error` that answers nothing.
        """
        self.volatile.paused = self._now()
        if not self._journal.holding:
            self._tell("paused")
        elif not self._tell_at_once("paused"):
            self._tell("paused")
            told = Error(re=None, code=ErrorCode.STORE_DOWN, message=PAUSED, retry=True)
            for viewer in self.viewers:
                self._journal.send_now(viewer.outbox, frame_of(told, viewer.outbox.fmt))

    def send_people_away(self, reason: str) -> None:
        """Close the sockets of all people who are here: this node can't go on with the room for now. Bots stay."""
        for viewer in self.viewers:
            occupant = None if viewer.seat is None else self.room.occupants.get(viewer.seat)
            if occupant is None or not occupant.bot:
                self._close(viewer, CloseCode.GOING_AWAY, reason)
        self.expect_nobody()

    def stand_still(self) -> None:
        """Note how all clocks stand, and let nothing happen here any more: another node is to have the room. What those who are
        here send meanwhile waits."""
        with self.change() as room:
            if room.phase != "finished":
                room.stand(self._now())
        self._round.end()
        self.still = True
        for viewer in self.viewers:
            viewer.holder.hold()

    def expect(self, seats: Iterable[int]) -> None:
        """Players of these seats are on their way here with the room: nobody needs to be told that they were away."""
        self.volatile.present.update(seat for seat in seats if seat in self.room.occupants)

    def expect_nobody(self) -> None:
        """Who was expected and is not here is away."""
        if not self.still and self.volatile.present != set(self.seated):
            self.volatile.present.intersection_update(self.seated)
            self._tell("seats")

    def moved(self, node: str) -> list[tuple[Viewer, Moving]]:
        """Another node has the room: let go of all who are here; return who they are, and how each goes after it."""
        viewers = self.viewers
        for viewer in viewers:
            self._forget(viewer)
        return [(one, Moving(node, self.room.code, one.seat is None, one.preview)) for one in viewers]

    def resume(self, paused: int) -> None:
        """After a pause that began at that moment: go on from where the clocks stood, and say so."""
        self.volatile.paused = 0
        try:
            self.room.resume(paused, self._now())
        finally:
            self.flush("paused")

    def _hold(self, number: int, frame: Frame) -> None:
        """Let those who are behind have a message of a stream too, when it is due."""
        if self._delay is not None and (number == ROOM or number in self.room.boards_seen_by(None)):
            self._delay.hold(frame, self._now(), self.room.phase)
            self._on_change(self)


def _hot(wire: Wire) -> Frame:
    return framed(BINARY, codec.packed(wire))
