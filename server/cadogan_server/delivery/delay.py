"""Spectators who are behind by some seconds: what they get is held back here, snapshots included.

Messages are held back while nobody watches too, as who comes later is shown the room as it was then, and in time all that
has happened since. They wait as the bytes that go over the wire, about 150 a message with what holds them; as messages they
were six times as many, and sixteen racers with twenty moves a second, behind by a minute, took 35 MB.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from cadogan_protocol.messages import BoardSnapshot, RoomSnapshot
from cadogan_server.delivery.frame import Frame, frame_of
from cadogan_server.rooms.lobby import Phase

MOST_BYTES = 16 << 20
"""How much may wait in one room: all moves of 64 racers who make one a second, for ten minutes, are 12 MB."""

HELD_BYTES = 130
"""About what a message that waits takes in memory beside its text."""


class _Held(NamedTuple):
    due: int
    frame: Frame


class DelayBuffer:
    """Holds messages until they are due.

    Args:
        delay: milliseconds.
        most: about so many bytes may wait.
    """

    def __init__(self, delay: int, most: int = MOST_BYTES) -> None:
        self.delay = delay
        self._most = most
        self._held: deque[_Held] = deque()
        self.bytes = 0
        """About how much waits."""

    def hold(self, frame: Frame, now: int, phase: Phase) -> None:
        """Let this message through when it is due. Before the cards are shown there is nothing to hold back."""
        self._append(frame, now if phase in ("lobby", "countdown") else now + self.delay)

    @property
    def full(self) -> bool:
        """Whether more waits than should; then `skip` it."""
        return self.bytes > self._most

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
            out.append(frame)
        return out

    def _append(self, frame: Frame, due: int) -> None:
        self._held.append(_Held(due, frame))
        self.bytes += HELD_BYTES + len(frame)
