"""The progress of each racer, as others are sent it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from cadogan_protocol import codec
from cadogan_protocol.codec import Format, WireChange, WireStanding
from cadogan_protocol.streams import BOARDS, OTHERS
from cadogan_server.delivery import describe
from cadogan_server.delivery.bus import Bus
from cadogan_server.delivery.frame import Frame, in_format, packed_frame
from cadogan_server.delivery.listeners import Listeners
from cadogan_server.delivery.viewer import Viewer
from cadogan_server.rooms.effects import Effect, Progressed
from cadogan_server.rooms.room import Room


class Standings:
    """The standings of the racers of one room.

    Args:
        room: the core of the room.
        seated: by seat, the viewers of players.
        bus: the way to the sockets.

    Attributes:
        rivals: players who see no board but their own. They get the progress of the others.
    """

    __slots__ = ("_bus", "_last_sent", "_room", "_seated", "rivals")

    def __init__(self, room: Room, seated: dict[int, Viewer], bus: Bus) -> None:
        self.rivals = Listeners()
        self._room = room
        self._seated = seated
        self._bus = bus
        self._last_sent: dict[int, tuple[Any, int]] | None = None
        """By seat: the racer's standing and number of moves as they were last sent to others. None before the first."""

    def changes(self, effects: list[Effect]) -> dict[int, WireChange]:
        """Return by stream how the standings have changed since the last call."""
        found: dict[int, WireChange] = {}
        for effect in effects:
            if isinstance(effect, Progressed):
                seat, standing = effect
                if self._last_sent is None:
                    self._last_sent = {}
                before, moves = self._last_sent.get(seat, (None, 0))
                now = standing.progress, standing.state, standing.penalty, standing.ended
                self._last_sent[seat] = now, standing.moves
                change = standing.moves - moves if now == before else describe.standing(seat, standing)
                found[BOARDS + seat] = found[OTHERS + seat] = change
        return found

    def frame(self, seats: Iterable[int]) -> Frame | None:
        """Return the progress of these racers; None if there are no racers among them."""
        standings: list[WireStanding] = []
        for seat in seats:
            standing = self._room.mode.standing(seat)
            if standing is not None:
                standings.append(describe.standing(seat, standing))
        return packed_frame(codec.progress(standings)) if standings else None

    def tell_rivals(self, seats: Collection[int]) -> None:
        """Send rivals the progress of these racers. A single racer gets no message about the racer's own moves."""
        outboxes, in_json = self.rivals.msgpack, self.rivals.json
        if len(seats) == 1:
            own = [viewer.outbox for seat in seats if (viewer := self._seated.get(seat))]
            outboxes = tuple(outbox for outbox in outboxes if outbox not in own)
        if outboxes or in_json:
            frame = self.frame(seats)
            if frame is None:
                return
            if outboxes:
                self._bus.publish(frame, outboxes)
            if in_json:
                self._bus.publish(in_format(frame, Format.JSON), in_json)
