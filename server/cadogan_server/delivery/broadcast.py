"""Sends what happens in a room to everybody here who may see it.

Each stream has its subscribers. The broadcast numbers, encodes and frames a message once, keeps it for clients that
reconnect, and hands it to the bus. A player gets the answer to a move at once, in one frame; spectators of a race get
moves in digests (`digest.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cadogan_protocol import codec
from cadogan_protocol.codec import WireChange
from cadogan_protocol.messages import BoardSnapshot, RoomSnapshot
from cadogan_protocol.moves import TableEvent
from cadogan_protocol.streams import BOARDS, ROOM
from cadogan_server.delivery import describe
from cadogan_server.delivery.bus import Bus
from cadogan_server.delivery.delay import DelayBuffer
from cadogan_server.delivery.describe import Volatile
from cadogan_server.delivery.digest import Digest
from cadogan_server.delivery.feed import Feed
from cadogan_server.delivery.frame import Frame, frame_of, in_format, packed_frame
from cadogan_server.delivery.listeners import Listeners
from cadogan_server.delivery.pacer import Pacer
from cadogan_server.delivery.standings import Standings
from cadogan_server.delivery.stream import Stream
from cadogan_server.delivery.viewer import Viewer
from cadogan_server.rooms.effects import Awaited, BoardChanged, Dealt, Effect, Opened, Progressed, RoomChanged
from cadogan_server.rooms.outcome import Answer, Outcome
from cadogan_server.rooms.room import Room

NOBODY = Listeners()
"""The listeners of a stream without subscribers. Nothing is ever added to it."""

EPOCH_BITS = 20
"""Bits of a message's number that count messages since the last recovery. The bits above them count recoveries, so a
recovered room numbers its messages above all earlier ones.
"""


class Shown(NamedTuple):
    """A change of a player's own board: its number, the change of the standing, and the events on the table."""

    seq: int
    change: WireChange
    events: Sequence[TableEvent]


class Broadcast:
    """The streams of a room of this node.

    Args:
        room: the core of the room.
        volatile: the facts about it that its log does not hold.
        seated: by seat, the viewers of players.
        bus: the way to the sockets.
        pacer: ends digests.
        now: the clock, in ms.
        on_delayed: called when a message is kept back for delayed spectators, so that timers can be set anew.

    Attributes:
        streams: by number, the streams of the room and its boards.
        delay: messages that wait for delayed spectators; None: the room has none.
    """

    __slots__ = (
        "_bus",
        "_digest",
        "_in_digests",
        "_late",
        "_listeners",
        "_now",
        "_on_delayed",
        "_room",
        "_room_tick",
        "_seated",
        "_shared",
        "_standings",
        "_volatile_facts",
        "delay",
        "streams",
    )  # fmt: skip

    def __init__(
        self,
        room: Room,
        volatile: Volatile,
        seated: dict[int, Viewer],
        bus: Bus,
        pacer: Pacer,
        now: Callable[[], int],
        on_delayed: Callable[[], None],
    ) -> None:
        self._room = room
        self._volatile_facts = volatile
        self._seated = seated
        self._bus = bus
        self._now = now
        self.streams = {ROOM: Stream(room.state.reopened << EPOCH_BITS)}
        self._listeners: dict[int, Listeners] = {}
        """The listeners of each stream that has, or had, subscribers."""
        self._in_digests = room.mode.kind.digests
        """True if others get the moves of the room in digests."""
        self._shared = room.mode.views.own_are_shared
        self._digest = Digest(bus, pacer)
        self._standings = Standings(room, seated, bus)
        self._room_tick = -1
        """The number of the bus's tick in which the last message of stream 0 was sent."""
        self.delay: DelayBuffer | None = None
        self._late: Feed | None = None
        """The feed of spectators with a delay: it gets each message when it is due."""
        self._on_delayed: Callable[[], None] | None = None
        self._open_boards()
        if room.state.rules.spectators == "delayed":
            self.delay, self._late, self._on_delayed = DelayBuffer(1000 * room.state.rules.delay), Feed(bus), on_delayed
            self._late.receive(frame_of(self._snapshot(ROOM)))
            for stream in room.mode.views.seen_by(None):
                self.delay.add(frame_of(self._snapshot(stream)), now(), room.state.phase)

    # ---- messages to a viewer ----------------------------------------------------------------------------------------

    def show(self, viewer: Viewer, last: dict[int, int]) -> None:
        """Subscribe a viewer to everything it may see, and send each stream from where the viewer left it."""
        if viewer.seat is None and self._late is not None and self._room.state.phase != "finished":
            self._late.show(viewer, last)
            return
        self._digest.end()
        self._subscribe(viewer, ROOM, last)
        self._show_boards(viewer, last)
        if last:  # no stream holds the racers' progress
            frame = self._standings.frame(sorted(self._room.state.occupants))
            if frame is not None:
                self._bus.send(viewer.outbox, in_format(frame, viewer.outbox.fmt))
        if viewer.seat is not None:
            self.send_choices(viewer.seat)

    def drop(self, viewer: Viewer) -> None:
        """Unsubscribe a viewer from everything."""
        if self._late is not None:
            self._late.drop(viewer)
        self._standings.rivals.drop(viewer)
        for listeners in self._listeners.values():
            listeners.drop(viewer)

    def _show_boards(self, viewer: Viewer, last: dict[int, int]) -> None:
        boards = self._room.mode.views.seen_by(viewer.seat)
        self._digest.end()
        for stream in boards:
            if stream == viewer.own:
                if not viewer.sees_own:
                    viewer.sees_own = True
                    self._subscribe(viewer, stream, last)
            elif viewer not in self._listeners.get(stream, NOBODY):
                self._subscribe(viewer, stream, last)
        if viewer.seat is not None and boards == (viewer.own,):
            self._standings.rivals.add(viewer)
        else:
            self._standings.rivals.drop(viewer)

    def _subscribe(self, viewer: Viewer, number: int, last: dict[int, int]) -> None:
        if number != viewer.own:  # players get their own board apart from everybody else
            self._listeners.setdefault(number, Listeners()).add(viewer)
        fmt = viewer.outbox.fmt
        snapshot = frame_of(self._snapshot(number), fmt)
        for frame in self.streams[number].up_to_now(last.get(number), fmt, snapshot):
            self._bus.send(viewer.outbox, frame)
        if number == ROOM:
            viewer.room_tick = self._room_tick = self._bus.tick

    def _snapshot(self, number: int) -> RoomSnapshot | BoardSnapshot:
        seq = self.streams[number].seq
        if number == ROOM:
            return RoomSnapshot(seq=seq, state=describe.state(self._room, self._volatile_facts, self._now()))
        return BoardSnapshot(stream=number, seq=seq, table=self._room.mode.views.board(number))

    def send_choices(self, seat: int) -> None:
        """Send a player all moves that are legal now, without a request."""
        viewer = self._seated.get(seat)
        if viewer is not None and self._room.state.phase in ("running", "finished"):
            self._send_moves(viewer, Answer(seat, 0, *self._room.mode.choices(seat)))

    def _send_moves(self, viewer: Viewer, answer: Answer) -> None:
        """Send a player all moves that are legal now."""
        viewer.moves = list(answer.moves)
        seq = self.streams[answer.stream].seq
        frame = packed_frame(codec.moved(answer.request, seq, answer.moves, answer.can_undo))
        self._bus.send(viewer.outbox, in_format(frame, viewer.outbox.fmt))

    # ---- commits of the core -----------------------------------------------------------------------------------------

    def send(self, outcome: Outcome, fields: set[str]) -> None:
        """Send an outcome to everybody who may see it, together with these fields of the room. The player who has moved
        gets the answer last: the changes of their own board and of the list of legal moves.
        """
        answer = outcome.answer
        if answer is None:
            self._tell_of(outcome.effects, fields, None)
        else:
            shown = self._tell_of(outcome.effects, fields, answer.seat)
            viewer = self._seated.get(answer.seat)
            if viewer is not None and shown is None:  # the move was made before
                self._send_moves(viewer, answer)
            elif viewer is not None and shown is not None:
                seq, change, events = shown
                gone, new = viewer.difference(answer.moves)
                frame = packed_frame(codec.step(answer.request, seq, change, gone, new, answer.can_undo, events))
                self._bus.answer(viewer.outbox, in_format(frame, viewer.outbox.fmt))
        if self.delay is not None and self.delay.full:  # delayed spectators skip what they have missed
            self.delay.skip([self._snapshot(stream) for stream in (ROOM, *self._room.mode.views.seen_by(None))])

    def _tell_of(self, effects: list[Effect], fields: set[str], mover: int | None) -> Shown | None:
        """Send the changes to everybody who may see them. Changes of the room come before the boards that they open.

        Returns the change of the mover's own board, which is still to be sent.
        """
        choosing: set[int] = set()
        changes = self._standings.changes(effects) if self._in_digests else {}
        shown: Shown | None = None
        for effect in effects:
            if isinstance(effect, BoardChanged):
                number, events = effect
                change = changes.pop(number, 0)
                if number - BOARDS == mover:
                    if shown is not None and mover in self._seated:  # a duel: the end of a match shows the hands
                        self._send_own(number - BOARDS, packed_frame(codec.delta(number, *shown)))
                    shown = self._moved(number, change, events)
                else:
                    frame = self._tell_board(number, change, events)
                    if number - BOARDS in self._seated:
                        self._send_own(number - BOARDS, frame)
            elif isinstance(effect, Progressed):
                self._progressed(effect, in_delta=self._in_digests and BOARDS + effect.seat not in changes)
            elif isinstance(effect, Awaited):
                choosing.add(effect.seat)
            elif isinstance(effect, RoomChanged):
                fields.update(effect.fields)
            elif isinstance(effect, Dealt):
                self.tell(*fields)
                fields.clear()
                self._deal()
            elif isinstance(effect, Opened):
                self.tell(*fields)
                fields.clear()
                self._open(choosing)
        if fields:
            self.tell(*fields)
        for seat in sorted(choosing):
            if seat != mover or shown is None:
                self.send_choices(seat)
        return shown

    def tell(self, *fields: str) -> None:
        """Send these fields of the room in stream 0."""
        if fields:
            self._send_room(*fields, at_once=False)

    def tell_at_once(self, field: str) -> bool:
        """Send a field of the room before everything that waits in the bus. Returns False if messages of stream 0 wait
        there, which have earlier numbers.
        """
        if self._room_tick > self._bus.released:
            return False
        self._send_room(field, at_once=True)
        return True

    def _send_room(self, *fields: str, at_once: bool) -> None:
        self._digest.end()
        stream, listeners = self.streams[ROOM], self._listeners.get(ROOM, NOBODY)
        frame = frame_of(describe.update(self._room, self._volatile_facts, stream.seq + 1, set(fields), self._now()))
        stream.add(frame)
        self._delay(ROOM, frame)
        if at_once:
            for viewer in listeners:
                self._bus.send_now(viewer.outbox, in_format(frame, viewer.outbox.fmt))
        else:
            listeners.publish(self._bus, frame)
            self._room_tick = self._bus.tick

    def show_room_at_once(self) -> None:
        """Send everybody a snapshot of the room now; clients skip the messages of stream 0 that still wait in the bus.

        The snapshot already counts moves whose messages still wait there. So send `seats` afterwards.
        """
        snapshot = frame_of(self._snapshot(ROOM))
        for viewer in self._listeners.get(ROOM, NOBODY):
            if viewer.room_tick <= self._bus.released:  # else the viewer's own snapshot still waits in the bus
                self._bus.send_now(viewer.outbox, in_format(snapshot, viewer.outbox.fmt))

    def end_digest(self) -> None:
        """Send what waits for the end of a digest now."""
        self._digest.end()

    def _open(self, choosing: set[int]) -> None:
        """Show everybody who follows the room the boards that may be seen now. When the room is over, also send that no
        move is left.
        """
        for viewer in [*self._listeners.get(ROOM, NOBODY)]:
            self._show_boards(viewer, {})
        if self._room.state.phase == "finished":
            choosing.update(self._seated)
            for viewer in self._late or ():
                viewer.opened()

    def _moved(self, number: int, change: WireChange, events: Sequence[TableEvent]) -> Shown:
        """Send a change of a board to the other subscribers; return the change for the player.

        A stream that only its player sees has no backlog: a player who reconnects gets the whole board.
        """
        stream = self.streams[number]
        if self._shared:
            self._tell_board(number, change, events)
        else:
            stream.pass_over()
        return Shown(stream.seq, change, events)

    def _tell_board(self, number: int, change: WireChange, events: Sequence[TableEvent]) -> Frame:
        """Send a change to everybody who watches a board except its player; return the message."""
        stream, listeners = self.streams[number], self._listeners.get(number, NOBODY)
        frame = packed_frame(codec.delta(number, stream.seq + 1, change, events))
        stream.add(frame)
        if self.delay is not None:
            self._delay(number, frame)
        if listeners:
            if self._in_digests:
                self._digest.add(listeners, frame)
            else:
                listeners.publish(self._bus, frame)
        return frame

    def _send_own(self, seat: int, frame: Frame) -> None:
        """Send a player who is here a message about their own board that answers no request."""
        outbox = self._seated[seat].outbox
        self._bus.send(outbox, in_format(frame, outbox.fmt))

    def _progressed(self, effect: Progressed, *, in_delta: bool) -> None:
        """Send a racer's progress to everybody. If the delta of the board has it too (`in_delta`), send it to rivals only:
        they see no board but their own."""
        if in_delta:
            self._digest.add_standing(effect.seat, self._standings.tell_rivals)
            if effect.standing.state != "playing":
                self._digest.end()
            return
        self._digest.end()
        frame = self._standings.frame((effect.seat,))
        if frame is not None:
            self._listeners.get(ROOM, NOBODY).publish(self._bus, frame)
            self._delay(ROOM, frame)

    def _open_boards(self) -> None:
        for stream in self._room.mode.views.streams:
            self.streams[stream] = Stream(self._room.state.reopened << EPOCH_BITS)
            self._listeners.pop(stream, None)

    def _deal(self) -> None:
        """Send the new boards to everybody who may see them. The backlog of the lobby is longer than a snapshot by now."""
        self.streams[ROOM].forget()
        self._open_boards()
        if self.delay is not None:
            for stream in self._room.mode.views.seen_by(None):
                self._delay(stream, frame_of(self._snapshot(stream)))
        for viewer in [*self._listeners.get(ROOM, NOBODY)]:
            self._show_boards(viewer, {})
        for seat in self._seated:
            self.send_choices(seat)

    # ---- spectators with a delay -------------------------------------------------------------------------------------

    @property
    def deadline(self) -> int | None:
        """The next moment, in ms, at which `pass_on` has something to do."""
        return self.delay.deadline if self.delay is not None else None

    def pass_on(self) -> None:
        """Send delayed spectators what is due."""
        if self.delay is not None and self._late is not None:
            for frame in self.delay.due(self._now()):
                self._late.receive(frame)
            self._late.pass_on()

    def _delay(self, number: int, frame: Frame) -> None:
        """Queue a message of a stream for delayed spectators."""
        if self.delay is not None and (number == ROOM or number in self._room.mode.views.seen_by(None)):
            self.delay.add(frame, self._now(), self._room.state.phase)
            if self._on_delayed is not None:
                self._on_delayed()
