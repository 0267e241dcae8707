"""A room in use: takes what the room's core commits, writes it to the log, and has it sent to everybody who may see it.

The core has the state of play, the attendance the people and mirrors in the room (`attendance.py`), the broadcast their
streams (`delivery/broadcast.py`). The hub has the clock and the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Chat as ChatTold
from cadogan_protocol.messages import Error
from cadogan_protocol.moves import Move
from cadogan_protocol.rooms import Said
from cadogan_server.delivery import describe
from cadogan_server.delivery.audience import PAUSED, Audience
from cadogan_server.delivery.broadcast import EPOCH_BITS, Broadcast
from cadogan_server.delivery.bus import Bus
from cadogan_server.delivery.describe import Volatile
from cadogan_server.delivery.frame import frame_of, in_format
from cadogan_server.delivery.pacer import Pacer
from cadogan_server.delivery.viewer import Moving, Viewer
from cadogan_server.hosting.attendance import Attendance
from cadogan_server.hosting.chat import Chat
from cadogan_server.hosting.emote_limits import EmoteLimits
from cadogan_server.rooms.records import pack
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from cadogan_server.store.log.room_log import RecordLog, RoomLog


class Hub:
    """One room in use.

    Args:
        room: the core of the room.
        log: the log that gets its records.
        journal: the way to the store.
        bus: the way to the sockets.
        pacer: ends digests.
        now: the clock, in ms.
        on_change: called with the room's code after each change, so that timers can be set anew. It must hold no
            reference to the hub: the broadcast has `on_change`, so a dropped room would stay in memory.

    Attributes:
        room: the core of the room.
        log: its log.
        volatile: the facts about it that its log does not hold.
        audience: its viewers.
        broadcast: the streams that they are sent.
        attendance: the people and mirrors that look at the room.
        layout: where the piles of its game lie.
        still: true while the room moves to another node: nothing happens here any more.
        chat: what its players have written to each other; None: nothing yet.
        key: the key of a room by link, if this server opened it. The log holds only its hash.
    """

    def __init__(
        self,
        room: Room,
        log: RoomLog,
        journal: RecordLog,
        bus: Bus,
        pacer: Pacer,
        now: Callable[[], int],
        on_change: Callable[[str], None],
    ) -> None:
        self.room = room
        self.log = log
        self.volatile = Volatile(safe=journal.safe)
        self.still = False
        self.key: str | None = None
        self.layout = describe.layout(room)
        self._journal = journal
        self._bus = bus
        self._now = now
        self._on_change = on_change
        self._emote_limits: EmoteLimits | None = None
        self.chat: Chat | None = None
        seated: dict[int, Viewer] = {}
        self.broadcast = Broadcast(room, self.volatile, seated, bus, pacer, now, partial(on_change, room.code))
        self.audience = Audience(bus, self.broadcast, seated)
        self.attendance = Attendance(room, self.volatile, self.audience, self.broadcast, now)

    @property
    def code(self) -> str:
        """The code of the room."""
        return self.room.code

    @property
    def saved(self) -> bool:
        """True if the store holds everything that has happened here."""
        return self.volatile.safe and not self._bus.holding

    def enter(self, viewer: Viewer, last: dict[int, int]) -> None:
        """Let a viewer in and send it what it has not seen. `last` holds the number of the last message seen of each
        stream. An earlier socket of the same player is closed.
        """
        self.attendance.enter(viewer, last)
        if viewer.seat is not None and self.chat is not None and self.chat.lines:
            self._bus.send(viewer.outbox, frame_of(ChatTold(lines=tuple(self.chat.lines)), viewer.outbox.fmt))

    def leave(self, viewer: Viewer) -> None:
        """Remove a viewer whose socket is gone or has left the room."""
        self.attendance.leave(viewer)

    # ---- commits of the core -----------------------------------------------------------------------------------------

    def play(self, seat: int, move: Move, request: int) -> None:
        """Make a player's move, and answer the request.

        Raises:
            Refused: the player may not move now, or not in this way.
        """
        try:
            self.room.play(seat, move, self._now(), request)
        finally:
            self.flush()  # the clock may have moved the room on before a refusal

    def undo(self, seat: int, request: int) -> None:
        """Take back a player's move, and answer the request.

        Raises:
            Refused: the player may not do so now, there is no move to take back, or the room has no undo.
        """
        try:
            self.room.undo(seat, self._now(), request)
        finally:
            self.flush()

    @contextmanager
    def change(self) -> Iterator[Room]:
        """Let the caller change the core, then flush. A refusal is followed by a flush too, as the clock may have moved
        the room on before.

        Raises:
            Refused: the room is moving to another node.
        """
        self._must_not_move()
        try:
            yield self.room
        finally:
            self.flush()

    def flush(self, *fields: str) -> None:
        """Log what the core has committed, and send it to everybody who may see it, together with these other fields of
        the room. The answer to a move is sent after everything else.
        """
        if self.still:
            return
        outcome = self.room.take_outcome()
        for record in outcome.records:
            self._journal.append(self.log, pack(record))
        is_only_a_move = outcome.answer is not None and len(outcome.records) == 1
        if not is_only_a_move:
            self.attendance.let_go(outcome.effects)
        self.broadcast.send(outcome, set(fields))
        if is_only_a_move:
            if self.room.mode.due is not None:  # without a clock of turns, a move sets no timer
                self._on_change(self.code)
        elif outcome.records:
            self._on_change(self.code)

    # ---- by the clock ------------------------------------------------------------------------------------------------

    @property
    def deadline(self) -> int | None:
        """The next moment, in ms, at which `tick` has something to do."""
        moments = [self.room.deadline, self.broadcast.deadline]
        return min((moment for moment in moments if moment is not None), default=None)

    def tick(self) -> None:
        """Do what is due in the room and for delayed spectators."""
        self.room.tick(self._now())
        self.flush()
        self.broadcast.pass_on()
        self._on_change(self.code)

    def say(self, seat: int, emote: str) -> None:
        """Send a player's emote or phrase to everybody.

        Raises:
            Refused: too much was said, or the room is moving to another node.
        """
        self._must_not_move()
        if self._emote_limits is None:
            self._emote_limits = EmoteLimits(self._now)
        self._emote_limits.must_not_be_too_much(self.room.state.occupants[seat].player)
        self.volatile.said = Said(seat=seat, emote=emote, at=self._now())
        self.broadcast.tell("said")

    def write(self, seat: int, text: str) -> None:
        """Send a line that a player has written to all players, and to no spectator.

        Raises:
            Refused: this room has no chat, too much was written, or the room is moving to another node.
        """
        self._must_not_move()
        self.room.seats.must_chat()
        if self.chat is None:
            self.chat = Chat(self._now, self.room.state.reopened << EPOCH_BITS)
        line = self.chat.write(self.room.state.occupants[seat], text)
        frame = frame_of(ChatTold(lines=(line,)))
        for viewer in self.audience.seated.values():
            self._bus.send(viewer.outbox, in_format(frame, viewer.outbox.fmt))

    def tell_watchers(self) -> None:
        """Send the number of spectators, if it has changed. It is not sent with each change, as hundreds may come
        together.
        """
        watchers = self.audience.watchers
        if watchers != self.volatile.watchers:
            self.volatile.watchers = watchers
            self.broadcast.tell("watchers")

    def _must_not_move(self) -> None:
        if self.still:
            raise Refused(ErrorCode.BUSY, f"room {self.room.code} is moving to another server; ask again", wait=1)

    # ---- while the store is away -------------------------------------------------------------------------------------

    def tell_safe(self, safe: bool) -> None:
        """Send whether the store has everything that players were told. A change to unsafe is sent at once, before the
        frames that wait in the bus.
        """
        safe = safe and not self.log.lacks
        if safe == self.volatile.safe:
            return
        self.volatile.safe = safe
        if safe:
            self.broadcast.tell("safe")
        elif not self.broadcast.tell_at_once("safe"):
            self.broadcast.show_room_at_once()
            self.broadcast.tell("safe", "seats")

    def tell_lost(self) -> None:
        """Send what the store has lost of the room for good. The room can't be recovered in its current state."""
        self.volatile.safe, self.volatile.lost = False, self.log.lacks
        self.broadcast.tell("safe", "lost")

    def tell_lost_elsewhere(self, lost: int) -> None:
        """Send how many changes were lost that another node had told players of."""
        if lost != self.volatile.lost:
            self.volatile.lost = lost
            self.broadcast.tell("lost")

    def pause(self) -> None:
        """Send that all clocks stand still from now on.

        If no frames of stream 0 are held back, the change is sent before everything that waits. If some are, the change
        can't overtake them, because frames of a stream are numbered. Then an `error` that answers no request carries the
        news.
        """
        self.volatile.paused = self._now()
        if not self._bus.holding:
            self.broadcast.tell("paused")
        elif not self.broadcast.tell_at_once("paused"):
            self.broadcast.tell("paused")
            self.audience.say_paused(PAUSED)

    def resume(self, paused: int) -> None:
        """Go on after a pause that began at the moment `paused`, in ms: from where the clocks stood. Tell everybody."""
        self.volatile.paused = 0
        try:
            self.room.resume(paused, self._now())
        finally:
            self.flush("paused")

    # ---- when the room ends here -------------------------------------------------------------------------------------

    def closed(self, why: str) -> None:
        """Tell everybody in the room why it was closed, and let them go."""
        text = f"room {self.room.code} was closed: {why}"
        self.audience.dismiss(Error(re=None, code=ErrorCode.UNKNOWN_ROOM, message=text, retry=False))

    def halt(self) -> None:
        """Log the state of all clocks and stop the room, because another node takes it over. Requests of its viewers
        wait.
        """
        with self.change() as room:
            if room.state.phase != "finished":
                room.log_clocks(self._now())
        self.broadcast.end_digest()
        self.still = True
        for viewer in self.audience.viewers:
            viewer.holder.set_out()

    def expect_nobody(self) -> None:
        """Show players who were expected with the room and have not come as away."""
        if not self.still:
            self.attendance.expect_nobody()

    def moved(self, node: str) -> list[tuple[Viewer, Moving]]:
        """Forget all viewers, because another node has the room; return each with its way to the room's new place."""
        viewers = self.audience.viewers
        for viewer in viewers:
            self.audience.forget(viewer)
        return [(one, Moving(node, self.room.code, one.seat is None, one.preview)) for one in viewers]
