"""A room in use: takes what the room's core commits, writes it to the log, and sends it to everybody who may see it.

The core knows the state of play; the hub knows who is connected. Each stream has its subscribers. The hub numbers,
encodes and frames a message once, keeps it for clients that reconnect, and hands it to the bus, which releases it
when the log is safe. A player gets the answer to a move at once, in one frame; spectators of a race get moves in rounds
(`rounds.py`). The mirror of another node (`remote_mirror.py`) is a subscriber like any other.
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
from cadogan_server.delivery.bus import Bus
from cadogan_server.delivery.delay import DelayBuffer
from cadogan_server.delivery.describe import Volatile
from cadogan_server.delivery.feed import Feed
from cadogan_server.delivery.frame import BINARY, Frame, frame_of, framed, in_format
from cadogan_server.delivery.listeners import Listeners
from cadogan_server.delivery.pacer import Pacer
from cadogan_server.delivery.rounds import Round
from cadogan_server.delivery.stream import Stream
from cadogan_server.delivery.viewer import Moving, Viewer
from cadogan_server.hosting.talk import Talk
from cadogan_server.mirrors.messages import Attendance, Notice
from cadogan_server.mirrors.remote_mirror import RemoteMirror
from cadogan_server.rooms.effects import Awaited, BoardChanged, Dealt, Effect, Opened, Progressed, PutOut, RoomChanged
from cadogan_server.rooms.records import pack
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.room_log import RoomLog

NOBODY = Listeners()
"""The listeners of a stream without subscribers. Nothing is ever added to it."""

PAUSED = "the server can't reach its store, so the game is paused and no clock runs; it goes on when the store is back"

EPOCH_BITS = 20
"""Bits for the messages of one owner: a recovered room numbers its streams on from a multiple of this power of two."""


class Shown(NamedTuple):
    """A change of a player's own board: its number, the change of the standing, and the events on the table."""

    seq: int
    change: WireChange
    events: Sequence[TableEvent]


class Hub(Audience):
    """One room in use.

    Args:
        room: the core of the room.
        log: the log that gets its records.
        journal: the way to the store.
        bus: the way to the sockets.
        pacer: ends rounds.
        now: the clock, in ms.
        on_change: called after each change, so that timers can be set anew.
    """

    def __init__(
        self,
        room: Room,
        log: RoomLog,
        journal: Journal,
        bus: Bus,
        pacer: Pacer,
        now: Callable[[], int],
        on_change: Callable[[Hub], None],
    ) -> None:
        super().__init__(bus)
        self.room = room
        self.log = log
        self._journal = journal
        self.volatile = Volatile(safe=journal.safe)
        self.still = False
        """True while the room moves to another node: nothing happens here any more."""
        self.barring = Barring()
        self.told_phase = ""
        """The last phase that a log line was written for."""
        self.attempted = False
        """True once the store was asked whose game here counts in the day's contest."""
        self.results_counted = False
        """True once the results were counted, or their counting has begun."""
        self.key: str | None = None
        """The key of a room by link, if this server opened it. The log holds only its hash."""
        self.layout = describe.layout(room)
        self._talk = Talk(now)
        self.seated: dict[int, Viewer] = {}
        self.remote_mirrors: dict[RemoteMirror, None] = {}
        """The mirrors of other nodes; each is in `watching` too."""
        self._now = now
        self._on_change = on_change
        self._streams = {ROOM: Stream(room.reopened << EPOCH_BITS)}
        self._listeners: dict[int, Listeners] = {}
        """The listeners of each stream that has, or had, subscribers."""
        self._rivals = Listeners()
        """Players who see no board but their own. They get the progress of the others."""
        self._merges = room.kind == "race"
        self._shared = room.kind == "race" and room.rules.spectators in ("live", "delayed")
        """True if spectators get the stream of a player's board too."""
        self._round = Round(bus, pacer)
        self._room_told_with = -1
        """The number of the bus's batch that held the last message of stream 0."""
        self._told: dict[int, tuple[Any, int]] = {}
        """By seat: the racer's standing and number of moves when others were last told."""
        self._delay: DelayBuffer | None = None
        self._late: Feed | None = None
        """The feed of spectators with a delay: it gets each message when it is due."""
        self._open_boards()
        if room.rules.spectators == "delayed":
            self._delay, self._late = DelayBuffer(1000 * room.rules.delay), Feed(bus)
            self._late.receive(frame_of(self._room_snapshot()))
            for stream in room.boards_seen_by(None):
                self._delay.hold(frame_of(self._board_snapshot(stream)), now(), room.phase)

    # ---- coming and going --------------------------------------------------------------------------------------------

    @property
    def code(self) -> str:
        """The code of the room."""
        return self.room.code

    def _came(self, viewer: Viewer) -> None:
        if isinstance(viewer, RemoteMirror):
            self.remote_mirrors[viewer] = None
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
        """Tell everybody in the room why it was closed, and let them go."""
        text = f"room {self.room.code} was closed: {why}"
        self.dismiss(Error(re=None, code=ErrorCode.UNKNOWN_ROOM, message=text, retry=False))

    def replace(self, player: str) -> None:
        """Let go of a player's earlier socket, at whichever node, because the player came in through another one."""
        viewer = self._of_player.get(player)
        if isinstance(viewer, RemoteMirror):
            del viewer.party[player], self._of_player[player]
            viewer.tell(Notice(replaced=(player,)))
        else:
            super().replace(player)

    def attend(self, follower: RemoteMirror, told: Attendance) -> None:
        """Take over from a mirror which spectators came to it and went."""
        if follower not in self.remote_mirrors:
            return
        for player in told.went:
            if follower.party.pop(player, None) is not None:
                del self._of_player[player]
        for player, preview in told.came.items():
            here = self._of_player.get(player)
            if here is not None and here.seat is not None:  # this player has taken a seat meanwhile
                follower.tell(Notice(replaced=(player,)))
                continue
            if here is not follower:
                self.replace(player)
            follower.party[player], self._of_player[player] = preview, follower

    def stays_out(self, player: str, host: str) -> None:
        """Keep out a player, and the player's address, at all nodes: the host, who has the address `host`, has put the
        player out.
        """
        self.barring.put_out(player, self.room.put_out[player], host)
        for follower in self.remote_mirrors:
            self._tell_put_out(follower)

    def _tell_put_out(self, follower: RemoteMirror) -> None:
        now = self._now()
        players = {player: until - now for player, until in self.room.put_out.items() if until > now}
        follower.tell(Notice(put_out=players, barred=self.barring.left(now)))

    def _put_out(self, told: PutOut) -> None:
        """Let go of a player who has lost the seat."""
        seat, why, withheld = told
        viewer = self.seated[seat]
        self.volatile.present.discard(seat)
        self._close(viewer, CloseCode.WITHHELD if withheld else CloseCode.UNSEATED, why)

    @property
    def viewers(self) -> list[Viewer]:
        """All viewers: players on their seats, and spectators."""
        return [*self.seated.values(), *self.watching]

    @property
    def saved(self) -> bool:
        """True if the store holds everything that has happened here."""
        return self.volatile.safe and not self._bus.holding

    @property
    def people(self) -> int:
        """The number of people here, players and spectators."""
        return self.watchers + self.players

    @property
    def players(self) -> int:
        """The number of people on their seats."""
        return sum(not self.room.occupants[seat].bot for seat in self.seated)

    @property
    def playing(self) -> int:
        """The number of players here who can still play: people and bots in a race; only people in a duel, where a bot
        waits for them.
        """
        if self.room.kind == "duel":
            return self.players
        return sum(not self.room.is_done(seat) for seat in self.seated)

    def _forget(self, viewer: Viewer) -> None:
        super()._forget(viewer)
        if viewer.seat is not None:
            self.seated.pop(viewer.seat, None)
        elif isinstance(viewer, RemoteMirror):
            self.remote_mirrors.pop(viewer, None)
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
        """Subscribe a viewer to everything it may see, and send each stream from where the viewer left it."""
        if viewer.seat is None and self._late is not None and self.room.phase != "finished":
            self._late.show(viewer, last)
            return
        self._round.end()
        self._subscribe(viewer, ROOM, last)
        self._show_boards(viewer, last)
        if last:  # no stream holds the racers' progress
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
        if number != viewer.own:  # players get their own board apart from everybody else
            self._listeners.setdefault(number, Listeners()).add(viewer)
        fmt = viewer.outbox.fmt
        snapshot = frame_of(self._room_snapshot() if number == ROOM else self._board_snapshot(number), fmt)
        for frame in self._streams[number].up_to_now(last.get(number), fmt, snapshot):
            self._send(viewer, frame)
        if number == ROOM:
            viewer.shown_with = self._room_told_with = self._bus.batch

    def _listening(self, number: int) -> Listeners:
        return self._listeners.get(number, NOBODY)

    def _room_snapshot(self) -> RoomSnapshot:
        return RoomSnapshot(seq=self._streams[ROOM].seq, state=describe.state(self.room, self.volatile, self._now()))

    def _board_snapshot(self, stream: int) -> BoardSnapshot:
        return BoardSnapshot(stream=stream, seq=self._streams[stream].seq, table=self.room.board(stream))

    def send_choices(self, seat: int, request: int = 0) -> None:
        """Send a player all moves that are legal now. `request` is the request that this answers."""
        viewer = self.seated.get(seat)
        if viewer is not None and self.room.phase in ("running", "finished"):
            stream, moves, undo = self.room.choices(seat)
            viewer.moves = list(moves)
            frame = _hot(codec.moved(request, self._streams[stream].seq, moves, undo))
            self._send(viewer, in_format(frame, viewer.outbox.fmt))

    def _answer(self, seat: int, request: int, shown: Shown | None) -> None:
        """Answer a move with the changes of the player's own board and of the list of legal moves."""
        viewer = self.seated.get(seat)
        if shown is None or viewer is None:
            self.send_choices(seat, request)  # the move was made before
        else:
            seq, change, events = shown
            _, moves, undo = self.room.choices(seat)
            gone, new = viewer.difference(moves)
            frame = _hot(codec.step(request, seq, change, gone, new, undo, events))
            self._send(viewer, in_format(frame, viewer.outbox.fmt))

    # ---- what the core commits ---------------------------------------------------------------------------------------

    def play(self, seat: int, move: Move, request: int) -> None:
        """Make a player's move, and answer the request.

        Raises:
            Refused: the player may not move now, or not in this way.
        """
        try:
            self.room.play(seat, move, self._now(), request)
        except BaseException:
            self.flush()  # the clock may have moved the room on before the refusal
            raise
        self.flush(mover=seat, request=request)

    def undo(self, seat: int, request: int) -> None:
        """Take back a player's move, and answer the request.

        Raises:
            Refused: the player may not do so now, there is no move to take back, or the room has no undo.
        """
        try:
            self.room.undo(seat, self._now(), request)
        except BaseException:
            self.flush()
            raise
        self.flush(mover=seat, request=request)

    @contextmanager
    def change(self) -> Iterator[Room]:
        """Let the caller change the core, then flush. A refusal is followed by a flush too, as the clock may have moved
        the room on before.

        Raises:
            Refused: the room is moving to another node.
        """
        if self.still:
            raise Refused(ErrorCode.BUSY, f"room {self.room.code} is just going to another server; ask again", wait=1)
        try:
            yield self.room
        finally:
            self.flush()

    def flush(self, *told: str, mover: int | None = None, request: int = 0) -> None:
        """Log what the core has committed, and send it to everybody who may see it, together with the room's fields
        `told`.

        `mover` is the seat whose `request` made a move or took one back. Its answer is sent after everything else.
        """
        if self.still:
            return
        room = self.room
        records, effects = room.take_changes()
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
        """Let go of the players who have lost their seats."""
        gone = [seat for seat in self.seated if seat not in self.room.occupants]
        why = {effect.seat: effect for effect in effects if isinstance(effect, PutOut)}
        for seat in gone:
            self._put_out(why.get(seat, PutOut(seat, "your seat was freed; join again if you want to play")))

    def _tell_of(self, effects: list[Effect], fields: set[str], mover: int | None) -> Shown | None:
        """Send the changes to everybody who may see them. Changes of the room come before the boards that they open.

        Returns the change of the mover's own board, which is still to be sent.
        """
        choosing: set[int] = set()
        changes = self._changes(effects) if self._merges else {}
        shown: Shown | None = None
        for effect in effects:
            if isinstance(effect, BoardChanged):
                number, events = effect
                change = changes.pop(number, 0)
                if number - BOARDS == mover:
                    if shown is not None:  # a duel: the end of a match shows the hands
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
        """Show everybody who follows the room the boards that may be seen now. When the room is over, also send that no
        move is left.
        """
        for viewer in self.viewers:
            if viewer in self._listening(ROOM):
                self._show_boards(viewer, {})
        if self.room.phase == "finished":
            choosing.update(self.seated)
            for follower in self.remote_mirrors:
                if self._late is not None and follower in self._late:
                    follower.tell(Notice(open=True))

    def _changes(self, effects: list[Effect]) -> dict[int, WireChange]:
        """Return by stream how the standing of racers has changed."""
        found: dict[int, WireChange] = {}
        for effect in effects:
            if isinstance(effect, Progressed):
                seat = effect.seat
                found[BOARDS + seat] = found[OTHERS + seat] = self._change(seat)
        return found

    def _change(self, seat: int) -> WireChange:
        """Return how a racer's standing has changed since the last call."""
        standing = self.room.standing(seat)
        assert standing is not None
        before, moves = self._told.get(seat, (None, 0))
        now = standing.progress, standing.state, standing.penalty, standing.ended
        self._told[seat] = now, standing.moves
        return standing.moves - moves if now == before else describe.standing(seat, standing)

    def _moved(self, number: int, change: WireChange, events: Sequence[TableEvent]) -> Shown:
        """Send a change of a board to the other subscribers; return the change for the player.

        A stream that only its player sees has no backlog: a player who reconnects gets the whole board.
        """
        stream = self._streams[number]
        if self._shared:
            self._tell_board(number, change, events)
        else:
            stream.pass_over()
        return Shown(stream.seq, change, events)

    def _board_changed(self, number: int, change: WireChange, events: Sequence[TableEvent]) -> None:
        """Send a change of a board that answers no request to everybody who sees the board."""
        frame = self._tell_board(number, change, events)
        owner = self.seated.get(number - BOARDS)
        if owner is not None:
            self._send(owner, in_format(frame, owner.outbox.fmt))

    def _tell_board(self, number: int, change: WireChange, events: Sequence[TableEvent]) -> Frame:
        """Send a change to everybody who watches a board except its player; return the message."""
        stream, listeners = self._streams[number], self._listening(number)
        frame = framed(BINARY, codec.packed(codec.delta(number, stream.seq + 1, change, events)))
        stream.add(frame)
        if self._delay is not None:
            self._hold(number, frame)
        if listeners:
            if self._merges:
                self._round.add(listeners, frame)
            else:
                listeners.publish(self._bus, frame)
        return frame

    def _send_delta(self, seat: int, seq: int, change: WireChange, events: Sequence[TableEvent]) -> None:
        viewer = self.seated.get(seat)
        if viewer is not None:
            self._send(viewer, in_format(_hot(codec.delta(BOARDS + seat, seq, change, events)), viewer.outbox.fmt))

    def _progressed(self, seat: int, *, told: bool) -> None:
        """Send a racer's progress: to everybody if no board has changed, else only to rivals, who see no board."""
        if not told:
            self._round.end()
            frame = _hot(codec.progress(self._standings((seat,))))
            self._listening(ROOM).publish(self._bus, frame)
            self._hold(ROOM, frame)
            return
        self._round.add_standing(seat, self._tell_standings)
        standing = self.room.standing(seat)
        if standing is not None and standing.state != "playing":
            self._round.end()

    def _tell_standings(self, seats: Collection[int]) -> None:
        """Send rivals the progress of these racers. A single racer gets no message about the racer's own moves."""
        outboxes, in_json = self._rivals.msgpack, self._rivals.json
        if len(seats) == 1:
            own = [viewer.outbox for seat in seats if (viewer := self.seated.get(seat))]
            outboxes = tuple(outbox for outbox in outboxes if outbox not in own)
        if outboxes or in_json:
            frame = _hot(codec.progress(self._standings(seats)))
            if outboxes:
                self._bus.publish(frame, outboxes)
            if in_json:
                self._bus.publish(in_format(frame, Format.JSON), in_json)

    def _standings(self, seats: Iterable[int]) -> list[WireStanding]:
        return [describe.standing(seat, standing) for seat in seats if (standing := self.room.standing(seat))]

    def _tell(self, *fields: str) -> None:
        """Send these fields of the room in stream 0."""
        if fields:
            self._round.end()
            seq = self._streams[ROOM].seq + 1
            frame = frame_of(describe.update(self.room, self.volatile, seq, set(fields), self._now()))
            self._streams[ROOM].add(frame)
            self._hold(ROOM, frame)
            self._listening(ROOM).publish(self._bus, frame)
            self._room_told_with = self._bus.batch

    def _open_boards(self) -> None:
        for stream in self.room.boards:
            self._streams[stream] = Stream(self.room.reopened << EPOCH_BITS)
            self._listeners.pop(stream, None)

    def _deal(self) -> None:
        """Send the new boards to everybody who may see them. The backlog of the lobby is longer than a snapshot by now."""
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
        """The next moment, in ms, at which `tick` has something to do."""
        moments = [self.room.deadline, self._delay.deadline if self._delay else None]
        return min((moment for moment in moments if moment is not None), default=None)

    def tick(self) -> None:
        """Do what is due in the room and for delayed spectators."""
        now = self._now()
        self.room.tick(now)
        self.flush()
        if self._delay is not None and self._late is not None:
            for frame in self._delay.due(now):
                self._late.receive(frame)
            self._late.pass_on()
        self._on_change(self)

    def say(self, seat: int, emote: str) -> None:
        """Send a player's emote or phrase to everybody.

        Raises:
            Refused: too much was said, or the room is moving to another node.
        """
        if self.still:
            raise Refused(ErrorCode.BUSY, f"room {self.room.code} is just going to another server; ask again", wait=1)
        self._talk.must_not_be_too_much(self.room.occupants[seat].player)
        self.volatile.said = Said(seat=seat, emote=emote, at=self._now())
        self._tell("said")

    def tell_watchers(self) -> None:
        """Send the number of spectators, if it has changed. It is not sent with each change, as hundreds may come
        together.
        """
        if self.watchers != self.volatile.watchers:
            self.volatile.watchers = self.watchers
            self._tell("watchers")

    def tell_safe(self, safe: bool) -> None:
        """Send whether play is safe from a loss of the server. A change to unsafe is sent at once, before the frames
        that wait in the bus.
        """
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
        """Send a field of the room before everything that waits in the bus. Returns False if messages of stream 0
        wait there, which have earlier numbers.
        """
        if self._room_told_with > self._bus.released:
            return False
        self._round.end()
        stream = self._streams[ROOM]
        frame = frame_of(describe.update(self.room, self.volatile, stream.seq + 1, {field}, self._now()))
        stream.add(frame)
        self._hold(ROOM, frame)
        for viewer in self._listening(ROOM):
            self._bus.send_now(viewer.outbox, in_format(frame, viewer.outbox.fmt))
        return True

    def _show_room_at_once(self) -> None:
        """Send everybody a snapshot of the room now; clients skip the messages of stream 0 that still wait in the
        bus.

        The snapshot already counts the moves that wait there, so `seats` must follow.
        """
        snapshot = frame_of(self._room_snapshot())
        for viewer in self._listening(ROOM):
            if viewer.shown_with <= self._bus.released:  # else the viewer's own snapshot is still on its way
                self._bus.send_now(viewer.outbox, in_format(snapshot, viewer.outbox.fmt))

    def tell_lost(self) -> None:
        """Send what the store has lost of the room for good. The room can't be recovered in its current state."""
        self.volatile.safe, self.volatile.lost = False, self.log.lacks
        self._tell("safe", "lost")

    def tell_lost_elsewhere(self, lost: int) -> None:
        """Send how many changes were lost that another node had told players of."""
        if lost != self.volatile.lost:
            self.volatile.lost = lost
            self._tell("lost")

    def pause(self) -> None:
        """Send that all clocks stand still from now on.

        If no frames of stream 0 are held back, the change is sent before everything that waits. Otherwise its
        number would come before theirs, so an `error` that answers no request carries the news.
        """
        self.volatile.paused = self._now()
        if not self._bus.holding:
            self._tell("paused")
        elif not self._tell_at_once("paused"):
            self._tell("paused")
            told = Error(re=None, code=ErrorCode.STORE_DOWN, message=PAUSED, retry=True)
            for viewer in self.viewers:
                self._bus.send_now(viewer.outbox, frame_of(told, viewer.outbox.fmt))

    def send_people_away(self, reason: str) -> None:
        """Close the sockets of all people here, as this node can't continue the room for now. Bots stay."""
        for viewer in self.viewers:
            occupant = None if viewer.seat is None else self.room.occupants.get(viewer.seat)
            if occupant is None or not occupant.bot:
                self._close(viewer, CloseCode.GOING_AWAY, reason)
        self.expect_nobody()

    def stand_still(self) -> None:
        """Log the state of all clocks and stop the room, because another node takes it over. Requests of its viewers
        wait.
        """
        with self.change() as room:
            if room.phase != "finished":
                room.stand(self._now())
        self._round.end()
        self.still = True
        for viewer in self.viewers:
            viewer.holder.hold()

    def expect(self, seats: Iterable[int]) -> None:
        """Treat the players of these seats as present: they are moving here with the room, and nobody needs to see them
        as away.
        """
        self.volatile.present.update(seat for seat in seats if seat in self.room.occupants)

    def expect_nobody(self) -> None:
        """Show the players as away who were expected and have not come."""
        if not self.still and self.volatile.present != set(self.seated):
            self.volatile.present.intersection_update(self.seated)
            self._tell("seats")

    def moved(self, node: str) -> list[tuple[Viewer, Moving]]:
        """Let go of all viewers, because another node has the room; return each with how it follows the room."""
        viewers = self.viewers
        for viewer in viewers:
            self._forget(viewer)
        return [(one, Moving(node, self.room.code, one.seat is None, one.preview)) for one in viewers]

    def resume(self, paused: int) -> None:
        """Go on after a pause that began at the moment `paused`, in ms: from where the clocks stood. Tell everybody."""
        self.volatile.paused = 0
        try:
            self.room.resume(paused, self._now())
        finally:
            self.flush("paused")

    def _hold(self, number: int, frame: Frame) -> None:
        """Queue a message of a stream for delayed spectators."""
        if self._delay is not None and (number == ROOM or number in self.room.boards_seen_by(None)):
            self._delay.hold(frame, self._now(), self.room.phase)
            self._on_change(self)


def _hot(wire: Wire) -> Frame:
    return framed(BINARY, codec.packed(wire))
