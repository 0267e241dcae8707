"""A room in use: takes what the room's core commits, writes it to the log, and tells those who may see it.

The core knows what is played; the hub knows who is connected. Each stream has its subscribers; a message is numbered,
encoded and framed once, kept for those who come back, and handed to the journal with them, which releases it when the log is
safe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cadogan_protocol import codec
from cadogan_protocol.codec import Format
from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import BoardSnapshot, Error, Message, RoomSnapshot, Wire
from cadogan_protocol.moves import Move
from cadogan_protocol.rooms import TableLayout
from cadogan_protocol.streams import ROOM
from cadogan_server.live import describe
from cadogan_server.live.barring import Barring
from cadogan_server.live.delay import DelayLine
from cadogan_server.live.describe import Volatile
from cadogan_server.live.frame import BINARY, Frame, frame_of, framed, in_format
from cadogan_server.live.listeners import Listeners
from cadogan_server.live.outbox import RESUME, Reply
from cadogan_server.live.stream import Stream
from cadogan_server.live.viewer import Viewer
from cadogan_server.rooms.effects import Awaited, BoardChanged, Dealt, Effect, Opened, Progressed, PutOut, RoomChanged
from cadogan_server.rooms.records import Played, pack
from cadogan_server.rooms.room import Room
from cadogan_server.store.journal import Journal, RoomLog

EPOCH_BITS = 20
"""A room that is taken up again numbers its streams on from a multiple of this power of two."""


class Hub:
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
        self.room = room
        self.log = log
        self.volatile = Volatile(safe=journal.safe)
        self.barring = Barring()
        self.key: str | None = None
        """The key of a room by link only, where it was opened by this server; the log has no more than its hash."""
        self.layout: TableLayout = describe.layout(room)
        self.seated: dict[int, Viewer] = {}
        self.watching: dict[Viewer, None] = {}
        self._journal = journal
        self._now = now
        self._on_change = on_change
        self._base = room.reopened << EPOCH_BITS
        self._streams = {ROOM: Stream(self._base)}
        self._listeners = {ROOM: Listeners()}
        self._delayed: dict[Viewer, None] = {}
        self._line: DelayLine | None = None
        self._open_boards()
        if room.rules.spectators == "delayed":
            self._line = DelayLine(self._room_snapshot(), 1000 * room.rules.delay)
            for stream in room.boards_seen_by(None):
                self._line.hold(frame_of(self._board_snapshot(stream)), now(), room.phase)

    # ---- coming and going --------------------------------------------------------------------------------------------

    def enter(self, viewer: Viewer, last: dict[int, int]) -> Viewer | None:
        """Let a viewer in and send what it has not seen; return the viewer of the same seat or player that it replaces.

        `last` has the number of the last message seen of each stream.
        """
        replaced = self._other_socket(viewer)
        if replaced is not None:
            self._forget(replaced)
            replaced.holder.put_out()
        if viewer.seat is None:
            self.watching[viewer] = None
            viewer.outbox.lagging = lambda: self._unsubscribe(viewer)
            viewer.outbox.caught_up = lambda: self._show_again(viewer)
        else:
            self.seated[viewer.seat] = viewer
            if viewer.seat not in self.volatile.present:
                self.volatile.present.add(viewer.seat)
                self._tell("seats")
        if viewer.outbox.behind:
            self._send(viewer, RESUME)
        self._show(viewer, last)
        if viewer.seat is not None:
            self.send_choices(viewer.seat)
        return replaced

    def leave(self, viewer: Viewer) -> None:
        """A viewer's socket is gone, or has left the room."""
        if viewer not in self.viewers:
            return  # another socket has taken its place
        self._forget(viewer)
        if viewer.seat is not None:
            self.volatile.present.discard(viewer.seat)
            self._tell("seats")

    def closed(self) -> None:
        """The room is no more: tell who is still here, and let them go."""
        text = f"room {self.room.code} was closed: everybody who played in it has left"
        for viewer in self.viewers:
            self.reply(viewer, Error(re=None, code=ErrorCode.UNKNOWN_ROOM, message=text, retry=False))
            self._forget(viewer)
            viewer.holder.put_out()

    def send_away(self, reason: str) -> None:
        """Close the sockets of all who are here, and tell them nothing more of the room."""
        for viewer in self.viewers:
            self._forget(viewer)
            viewer.holder.put_out()
            viewer.holder.close_after(CloseCode.GOING_AWAY, reason)

    def _put_out(self, seat: int, why: str) -> None:
        """Let go of somebody whose seat was taken away."""
        viewer = self.seated[seat]
        self._forget(viewer)
        self.volatile.present.discard(seat)
        viewer.holder.put_out()
        viewer.holder.close_after(CloseCode.UNSEATED, why)

    @property
    def viewers(self) -> list[Viewer]:
        """All who are here."""
        return [*self.seated.values(), *self.watching]

    @property
    def people(self) -> int:
        """How many people are here, to play or to watch."""
        return len(self.watching) + self.players

    @property
    def players(self) -> int:
        """How many people are on their seats."""
        return sum(not self.room.chairs[seat].bot for seat in self.seated)

    @property
    def playing(self) -> int:
        """How many are here who can still play: people and bots in a race, people alone in a duel, as a bot waits there."""
        if self.room.kind == "duel":
            return self.players
        return sum(not self.room.is_done(seat) for seat in self.seated)

    def _other_socket(self, viewer: Viewer) -> Viewer | None:
        return next((other for other in self.viewers if other.player == viewer.player), None)

    def _forget(self, viewer: Viewer) -> None:
        self._unsubscribe(viewer)
        viewer.outbox.lagging = viewer.outbox.caught_up = None
        self.watching.pop(viewer, None)
        if viewer.seat is not None:
            self.seated.pop(viewer.seat, None)

    def _unsubscribe(self, viewer: Viewer) -> None:
        self._delayed.pop(viewer, None)
        for listeners in self._listeners.values():
            listeners.drop(viewer)

    # ---- what a viewer gets ------------------------------------------------------------------------------------------

    def _show(self, viewer: Viewer, last: dict[int, int]) -> None:
        """Subscribe a viewer to all it may see, and send each stream from where the viewer left it."""
        if viewer.seat is None and self._line is not None and self.room.phase != "finished":
            self._delayed[viewer] = None
            for snapshot in self._line.snapshots():
                self._send(viewer, frame_of(snapshot, viewer.outbox.fmt))
            return
        self._subscribe(viewer, ROOM, last)
        self._show_boards(viewer, last)

    def _show_again(self, viewer: Viewer) -> None:
        """A spectator that was behind gets the snapshots that it is owed."""
        self._send(viewer, RESUME)
        self._show(viewer, {})

    def _show_boards(self, viewer: Viewer, last: dict[int, int]) -> None:
        for stream in self.room.boards_seen_by(viewer.seat):
            if viewer not in self._listeners[stream]:
                self._subscribe(viewer, stream, last)

    def _subscribe(self, viewer: Viewer, number: int, last: dict[int, int]) -> None:
        self._listeners[number].add(viewer)
        fmt = viewer.outbox.fmt
        snapshot = frame_of(self._room_snapshot() if number == ROOM else self._board_snapshot(number), fmt)
        missed = self._streams[number].since(last[number], fmt) if number in last else None
        if missed is None or sum(map(len, missed)) > len(snapshot):
            missed = [snapshot]
        for frame in missed:
            self._send(viewer, frame)

    def _room_snapshot(self) -> RoomSnapshot:
        return RoomSnapshot(seq=self._streams[ROOM].seq, state=describe.state(self.room, self.volatile, self._now()))

    def _board_snapshot(self, stream: int) -> BoardSnapshot:
        return BoardSnapshot(stream=stream, seq=self._streams[stream].seq, table=self.room.board(stream))

    def send_choices(self, seat: int, request: int = 0) -> None:
        """Send a player the moves that are legal now; `request` is the one that this answers."""
        viewer = self.seated.get(seat)
        if viewer is not None and self.room.phase in ("running", "finished"):
            stream, moves, undo = self.room.choices(seat)
            frame = _hot(codec.moved(request, self._streams[stream].seq, moves, undo))
            self._send(viewer, Reply(in_format(frame, viewer.outbox.fmt)))

    def reply(self, viewer: Viewer, message: Message) -> None:
        """Answer a viewer's request, after all that has been written until now."""
        self._send(viewer, Reply(frame_of(message, viewer.outbox.fmt)))

    def _send(self, viewer: Viewer, frame: Frame) -> None:
        self._journal.send(viewer.outbox, frame)

    # ---- what the core commits ---------------------------------------------------------------------------------------

    def play(self, seat: int, move: Move, request: int) -> None:
        """Let a player make a move, and answer the request.

        Raises:
            Refused: not now, or not this one.
        """
        try:
            self.room.play(seat, move, self._now(), request)
        finally:
            self.settle()
        self.send_choices(seat, request)

    @contextmanager
    def change(self) -> Iterator[Room]:
        """Let the core do something, then settle: also when it has refused, as the clock may have moved it on before."""
        try:
            yield self.room
        finally:
            self.settle()

    def settle(self, *told: str) -> None:
        """Write down what the core has committed, and tell whoever may see it, and these fields of the room with it."""
        room = self.room
        records, effects = room.take()
        for record in records:
            self._journal.append(self.log, pack(record))
        why = {effect.seat: effect.why for effect in effects if isinstance(effect, PutOut)}
        for seat in [seat for seat in self.seated if seat not in room.chairs]:
            self._put_out(seat, why.get(seat, "your seat was freed; join again if you want to play"))
        self._tell_of(effects, set(told))
        if self._line is not None and self._line.full:
            self._line.skip([self._room_snapshot(), *map(self._board_snapshot, room.boards_seen_by(None))])
        if any(type(record) is not Played for record in records) or (records and room.clock is not None):
            self._on_change(self)  # a race's move alone sets no clock

    def _tell_of(self, effects: list[Effect], fields: set[str]) -> None:
        """Tell what has changed to whoever may see it; first what has changed of the room itself, where more opens with it."""
        room = self.room
        choosing: set[int] = set()
        for effect in effects:
            match effect:
                case BoardChanged():
                    number, events = effect
                    self._publish(number, _hot(codec.delta(number, self._streams[number].seq + 1, events)))
                case Progressed():
                    self._publish(ROOM, _hot(describe.progress(room, effect.seat, self._streams[ROOM].seq + 1)))
                case Awaited():
                    choosing.add(effect.seat)
                case RoomChanged():
                    fields.update(effect.fields)
                    continue
                case Dealt():
                    self._tell(*fields)
                    fields.clear()
                    self._deal()
                case Opened():
                    self._tell(*fields)
                    fields.clear()
                    for viewer in self.viewers:
                        if viewer in self._listeners[ROOM]:
                            self._show_boards(viewer, {})
                    if room.phase == "finished":
                        choosing.update(self.seated)
        self._tell(*fields)
        for seat in sorted(choosing):
            self.send_choices(seat)

    def _tell(self, *fields: str) -> None:
        """Say in stream 0 how these fields are now."""
        if fields:
            seq = self._streams[ROOM].seq + 1
            self._publish(ROOM, frame_of(describe.update(self.room, self.volatile, seq, set(fields), self._now())))

    def _publish(self, number: int, frame: Frame) -> None:
        """Number a message, keep it, and hand it on to all who follow its stream."""
        self._streams[number].add(frame)
        listeners = self._listeners[number]
        if listeners.msgpack:
            self._journal.publish(frame, listeners.msgpack)
        if listeners.json:
            self._journal.publish(in_format(frame, Format.JSON), listeners.json)
        if self._line is not None and (number == ROOM or number in self.room.boards_seen_by(None)):
            self._hold(frame)

    def _open_boards(self) -> None:
        for stream in self.room.boards:
            self._streams[stream] = Stream(self._base)
            self._listeners[stream] = Listeners()

    def _deal(self) -> None:
        """Lay out the boards before those who may see them. What was said in the lobby is longer than a snapshot by now."""
        self._streams[ROOM].forget()
        self._open_boards()
        if self._line is not None:
            for stream in self.room.boards_seen_by(None):
                self._hold(frame_of(self._board_snapshot(stream)))
        for viewer in self.viewers:
            if viewer in self._listeners[ROOM]:
                self._show_boards(viewer, {})
        for seat in self.seated:
            self.send_choices(seat)

    # ---- by the clock ------------------------------------------------------------------------------------------------

    @property
    def deadline(self) -> int | None:
        """The next moment at which `tick` has something to do."""
        moments = [self.room.deadline, self._line.deadline if self._line else None]
        return min((moment for moment in moments if moment is not None), default=None)

    def tick(self) -> None:
        """Do what is due: in the room, and for delayed spectators."""
        now = self._now()
        self.room.tick(now)
        self.settle()
        if self._line is not None:
            for frame in self._line.due(now):
                for viewer in self._delayed:
                    self._send(viewer, in_format(frame, viewer.outbox.fmt))
        self._on_change(self)

    def tell_watchers(self) -> None:
        """Say how many are watching, if that has changed: not at once, as hundreds may come together."""
        if len(self.watching) != self.volatile.watchers:
            self.volatile.watchers = len(self.watching)
            self._tell("watchers")

    def tell_safe(self, safe: bool) -> None:
        """Say whether what is played is safe from a loss of the server."""
        if safe != self.volatile.safe:
            self.volatile.safe = safe
            self._tell("safe")

    def pause(self) -> None:
        """Say that all clocks stand still from now on."""
        self.volatile.paused = self._now()
        self._tell("paused")

    def resume(self, paused: int) -> None:
        """After a pause that began at that moment: go on from where the clocks stood, and say so."""
        self.volatile.paused = 0
        try:
            self.room.resume(paused, self._now())
        finally:
            self.settle("paused")

    def _hold(self, frame: Frame) -> None:
        assert self._line is not None
        self._line.hold(frame, self._now(), self.room.phase)
        self._on_change(self)


def _hot(wire: Wire) -> Frame:
    return framed(BINARY, codec.packed(wire))
