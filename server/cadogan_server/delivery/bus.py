"""The way to the sockets: frames collect during a tick of the event loop and leave once the log has what they tell of.

Players who wait for the answer to a move are written to first: one at a table of eight would otherwise wait for eleven
other writes.

The bus writes nothing to the log. It asks a barrier, which is this node's journal, to call it back. A node that mirrors
a room writes nothing for it; its frames pass the same barrier, so that they wait while the node holds.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import Protocol

logger = logging.getLogger(__name__)

BROKEN = "a socket could not be written to"


class Barrier(Protocol):
    """Decides when frames may leave.

    Attributes:
        closed: the number of batches closed so far. Callbacks registered while it stays the same are called together.
    """

    closed: int

    @property
    def holding(self) -> bool:
        """True while no frame may leave."""

    @property
    def replaced(self) -> bool:
        """True after another node has ended this one; no frame may leave any more."""

    def then(self, callback: Callable[[], None]) -> None:
        """Call this, in order, when players may be told of everything written so far; never if another node has ended
        this one.
        """

    def in_turn(self, callback: Callable[[], None]) -> None:
        """Call this when all callbacks of `then` have been called; or when it is known that they are dropped, or held until the
        store is back."""


class Recipient(Protocol):
    """A receiver of frames."""

    pending: list[bytes]
    """Frames that the bus is about to write to it. Empty between two releases."""

    def write(self, frames: list[bytes]) -> None:
        """Send these frames in order."""


class Bus:
    """The only way to the sockets.

    Args:
        barrier: tells when frames may leave.

    Attributes:
        tick: the number of the last tick in which a frame was sent. Its frames leave together.
        released: the number of the last tick whose frames have left. Frames wait while `tick` is greater.
    """

    def __init__(self, barrier: Barrier) -> None:
        self.tick = self.released = 0
        self._barrier = barrier
        self._closed = -1
        """The number of batches that the barrier had closed when `_frames` was begun."""
        self._frames: list[tuple[bytes, Iterable[Recipient]]] = []
        self._answered: list[Recipient] = []
        """The recipients of an answer among these frames."""

    @property
    def holding(self) -> bool:
        """True while no frame leaves, because another node may take the rooms."""
        return self._barrier.holding

    def publish(self, frame: bytes, recipients: Iterable[Recipient]) -> None:
        """Send a frame to all recipients, after everything written so far.

        `recipients` is iterated later and must not change meanwhile.
        """
        if self._closed != self._barrier.closed:
            self._begin()
        self._frames.append((frame, recipients))

    def send(self, recipient: Recipient, frame: bytes) -> None:
        """Send a frame to one recipient, after everything written so far."""
        if self._closed != self._barrier.closed:
            self._begin()
        self._frames.append((frame, (recipient,)))

    def answer(self, recipient: Recipient, frame: bytes) -> None:
        """Send a frame like `send`, and write to this recipient before all who get no answer in this tick."""
        self.send(recipient, frame)
        self._answered.append(recipient)

    def send_now(self, recipient: Recipient, frame: bytes) -> None:
        """Send a frame to one recipient at once, ahead of everything that waits. It must not tell of unwritten
        changes."""
        if self._barrier.replaced:
            return
        try:
            recipient.write([frame])
        except Exception:  # an error of one socket must not delay the others
            logger.exception(BROKEN)

    def then(self, callback: Callable[[], None]) -> None:
        """Call this once everything sent so far has left, or as soon as it is held or dropped."""
        self._barrier.in_turn(callback)

    def _begin(self) -> None:
        self._closed = self._barrier.closed
        self.tick += 1
        self._frames, self._answered = [], []
        self._barrier.then(partial(self._release, self._frames, self._answered))

    def _release(self, addressed: list[tuple[bytes, Iterable[Recipient]]], answered: list[Recipient]) -> None:
        """Write the frames of a tick, with one write for each recipient."""
        self.released += 1
        written_to: list[Recipient] = []
        for frame, recipients in addressed:
            for recipient in recipients:
                if not recipient.pending:
                    written_to.append(recipient)
                recipient.pending.append(frame)
        answered += written_to
        for recipient in answered:
            if recipient.pending:
                frames, recipient.pending = recipient.pending, []
                try:
                    recipient.write(frames)
                except Exception:  # an error of one socket must not delay the others
                    logger.exception(BROKEN)
        addressed.clear()  # the bus may have these lists until there is another frame, and would keep sockets in memory
        answered.clear()
