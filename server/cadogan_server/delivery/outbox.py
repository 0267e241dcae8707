"""The only writer of a socket: queue, limits, backpressure."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from cadogan_protocol.codec import Format
from cadogan_server.delivery.reply import RESUME, Reply


class Transport(Protocol):
    """The socket that an outbox writes to."""

    def write(self, frames: Sequence[bytes]) -> bool:
        """Send whole frames with one call. Returns False if it takes no more until it calls `Outbox.drained`."""


class LagObserver(Protocol):
    """Observes when an outbox begins to drop frames, and when it may stop."""

    def fell_behind(self) -> None:
        """Note that everything but replies is dropped from now on."""

    def caught_up(self) -> None:
        """Note that the socket has taken the rest: write `RESUME` and a snapshot."""


class Outbox:
    """Passes frames on, and queues up to `bound` bytes while the socket takes none.

    Beyond the bound a spectator's outbox drops everything but replies. It is then `behind`, and passes only replies on
    until it gets `RESUME`. Its observer, the audience of the spectator's room, is informed of both. An outbox without an
    observer, such as a player's, calls `overflow` instead: the socket must be closed, and nothing more is passed on.

    Args:
        transport: takes the frames.
        fmt: the format of the frames.
        overflow: called once, beyond the bound.
        bound: bytes that may wait.
        may_drop: False: no observer is kept and no frame dropped, even if a spectator uses this outbox.

    Attributes:
        fmt: the format of the frames.
        pending: frames of this tick, which the bus collects.
        behind: True while everything but replies is dropped.
        closed: True once `overflow` was called.
    """

    __slots__ = (
        "_blocked", "_bound", "_free", "_may_drop", "_observer", "_overflow", "_size", "_transport", "_waiting",
        "behind", "closed", "fmt", "pending",
    )  # fmt: skip

    def __init__(
        self,
        transport: Transport,
        fmt: Format,
        overflow: Callable[[], None],
        bound: int,
        *,
        may_drop: bool = True,
    ) -> None:
        self.fmt = fmt
        self.pending: list[bytes] = []
        self.behind = self.closed = False
        self._observer: LagObserver | None = None
        self._may_drop = may_drop
        self._transport = transport
        self._overflow = overflow
        self._bound = bound
        self._blocked = False
        self._free: asyncio.Future[None] | None = None
        self._waiting: list[bytes] = []
        self._size = 0

    def observe(self, observer: LagObserver | None) -> None:
        """Tell this observer from now on, and no earlier one. None: nobody, so frames may no longer be dropped."""
        self._observer = observer if self._may_drop else None

    def write(self, frames: list[bytes]) -> None:
        """Send these frames, now or when the socket takes them."""
        if self.behind:
            frames = self._undropped(frames)
        if self.closed or not frames:
            return
        if not self._blocked:
            self._blocked = not self._transport.write(frames)
            return
        waited = self._size
        self._waiting += frames
        self._size += sum(map(len, frames))
        if waited and self._size > self._bound:  # a single batch may be of any size
            self._fall_behind()

    @property
    def waiting(self) -> int:
        """The number of bytes that wait because the socket takes none."""
        return self._size

    @property
    def blocked(self) -> bool:
        """True while the socket takes no frames."""
        return self._blocked

    def drained(self) -> None:
        """Go on, because the socket takes frames again."""
        self._blocked = False
        if self._waiting:
            frames, self._waiting, self._size = self._waiting, [], 0
            self._blocked = not self._transport.write(frames)
        if self.behind and not self._blocked and self._observer is not None:
            self._observer.caught_up()
        if self._free is not None and not self._free.done() and not self._blocked:
            self._free.set_result(None)

    def free(self) -> asyncio.Future[None] | None:
        """Return a future that is done when the socket may take frames again; None: it takes them now."""
        if self._blocked:
            self._free = asyncio.get_running_loop().create_future()
            return self._free
        return None

    def _undropped(self, frames: list[bytes]) -> list[bytes]:
        """Return the replies, and everything after `RESUME`."""
        for index, frame in enumerate(frames):
            if frame is RESUME:
                self.behind = False
                return [*filter(_is_reply, frames[:index]), *frames[index + 1 :]]
        return list(filter(_is_reply, frames))

    def _fall_behind(self) -> None:
        self._waiting = list(filter(_is_reply, self._waiting))
        self._size = sum(map(len, self._waiting))
        if self._observer is None or self._size > self._bound:
            self._waiting, self._size, self.closed = [], 0, True
            self._overflow()
        else:
            self.behind = True
            self._observer.fell_behind()


def _is_reply(frame: bytes) -> bool:
    return isinstance(frame, Reply)
