"""Spectators who are behind by some seconds: what they get is held back here, snapshots included.

Messages are held back while nobody watches too, as who comes later is shown the room as it was then, and in time all that
has happened since. They wait as the bytes that go over the wire, about 150 a message with what holds them; as messages they
were six times as many, and sixteen racers with twenty moves a second, behind by a minute, took 35 MB.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from cadogan_protocol.applying import after_change, after_events, after_standings, after_update
from cadogan_protocol.codec import Format, decode_server
from cadogan_protocol.messages import BoardSnapshot, Delta, Message, Progress, RoomSnapshot, RoomUpdate
from cadogan_protocol.rooms import RoomState, TableState
from cadogan_protocol.streams import BOARDS
from cadogan_server.live.frame import Frame, frame_of, payload
from cadogan_server.rooms.lobby import Phase

MOST_BYTES = 16 << 20
"""How much may wait in one room: all moves of 64 racers who make one a second, for ten minutes, are 12 MB."""

HELD_BYTES = 130
"""About what a message that waits takes in memory beside its text."""


class _Held(NamedTuple):
    due: int
    frame: Frame


class DelayBuffer:
    """Holds messages until they are due, and knows the state that those let through make up.

    Args:
        room: the room when it opens.
        delay: milliseconds.
    """

    def __init__(self, room: RoomSnapshot, delay: int) -> None:
        self.delay = delay
        self._held: deque[_Held] = deque()
        self.bytes = 0
        """About how much waits."""
        self._room = room
        self._boards: dict[int, BoardSnapshot] = {}

    def hold(self, frame: Frame, now: int, phase: Phase) -> None:
        """Let this message through when it is due. Before the cards are shown there is nothing to hold back."""
        self._append(frame, now if phase in ("lobby", "countdown") else now + self.delay)

    @property
    def full(self) -> bool:
        """Whether more waits than should; then `skip` it."""
        return self.bytes > MOST_BYTES

    def skip(self, snapshots: Iterable[RoomSnapshot | BoardSnapshot]) -> None:
        """Let go of all that waits, and let these through, the room as it is now, when the last of it would be due."""
        due = self._held[-1].due
        self._held.clear()
        self.bytes = 0
        for snapshot in snapshots:
            self._append(frame_of(snapshot), due)

    @property
    def deadline(self) -> int | None:
        """When the next message is due."""
        return self._held[0].due if self._held else None

    def due(self, now: int) -> list[Frame]:
        """Let through what is due, and return it in order."""
        out = []
        while self._held and self._held[0].due <= now:
            frame = self._held.popleft().frame
            self.bytes -= HELD_BYTES + len(frame)
            self._apply(decode_server(payload(frame), Format.MSGPACK))
            out.append(frame)
        return out

    def snapshots(self) -> list[RoomSnapshot | BoardSnapshot]:
        """Everything as it stands for those who are behind."""
        return [self._room, *self._boards.values()]

    def _append(self, frame: Frame, due: int) -> None:
        self._held.append(_Held(due, frame))
        self.bytes += HELD_BYTES + len(frame)

    def _apply(self, message: Message) -> None:
        match message:
            case RoomSnapshot():
                self._room = message
            case RoomUpdate():
                self._room = RoomSnapshot(seq=message.seq, state=after_update(self._room.state, message))
            case Progress():
                self._become(after_standings(self._room.state, message.lines))
            case BoardSnapshot():
                self._boards[message.stream] = message
            case Delta(stream=stream):
                board = self._boards[stream]
                piles, counters = after_events(board.table.piles, board.table.counters, message.events)
                self._boards[stream] = BoardSnapshot(
                    stream=stream, seq=board.seq + 1, table=TableState(piles=piles, counters=counters)
                )
                self._become(after_change(self._room.state, stream - BOARDS, message.change))
            case _:
                raise TypeError(f"{type(message).__name__} is part of no stream")

    def _become(self, state: RoomState) -> None:
        if state is not self._room.state:
            self._room = RoomSnapshot(seq=self._room.seq, state=state)
