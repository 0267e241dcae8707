"""Keeps messages back, snapshots included, for spectators who watch with a delay.

Messages are kept back even while nobody watches. So a newcomer sees the room as it was one delay ago, and then everything
since. Messages wait as the bytes that go over the wire, about 150 for each with its overhead. As message objects they
took six times as much: 35 MB for sixteen racers with twenty moves a second and a delay of a minute.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from cadogan_protocol.messages import BoardSnapshot, RoomSnapshot
from cadogan_server.delivery.frame import Frame, frame_of
from cadogan_server.rooms.state import Phase

MOST_BYTES = 16 << 20
"""The most bytes that may wait in one room. Ten minutes of 64 racers with one move a second take 12 MB."""

WAITING_BYTES = 130
"""Approximate bytes of memory that a waiting message takes beside its frame."""


class _Waiting(NamedTuple):
    due: int
    frame: Frame


class DelayBuffer:
    """Keeps messages until they are due.

    Args:
        delay: milliseconds.
        most: bytes that may wait, approximately.
    """

    def __init__(self, delay: int, most: int = MOST_BYTES) -> None:
        self.delay = delay
        self._most = most
        self._waiting: deque[_Waiting] = deque()
        self.bytes = 0
        """The approximate number of bytes that wait."""

    def add(self, frame: Frame, now: int, phase: Phase) -> None:
        """Keep a message until it is due. Before the cards are shown it is due at once."""
        self._append(frame, now if phase in ("lobby", "countdown") else now + self.delay)

    @property
    def full(self) -> bool:
        """True if more waits than `most` allows; then call `skip`."""
        return self.bytes > self._most

    def skip(self, snapshots: Iterable[RoomSnapshot | BoardSnapshot]) -> None:
        """Drop everything that waits, and keep these snapshots of the current room instead. They are due when the last
        dropped message was.
        """
        due = self._waiting[-1].due
        self._waiting.clear()
        self.bytes = 0
        for snapshot in snapshots:
            self._append(frame_of(snapshot), due)

    @property
    def deadline(self) -> int | None:
        """The moment, in ms, at which the next message is due."""
        return self._waiting[0].due if self._waiting else None

    def due(self, now: int) -> list[Frame]:
        """Remove the messages that are due and return them in order."""
        out = []
        while self._waiting and self._waiting[0].due <= now:
            frame = self._waiting.popleft().frame
            self.bytes -= WAITING_BYTES + len(frame)
            out.append(frame)
        return out

    def _append(self, frame: Frame, due: int) -> None:
        self._waiting.append(_Waiting(due, frame))
        self.bytes += WAITING_BYTES + len(frame)
