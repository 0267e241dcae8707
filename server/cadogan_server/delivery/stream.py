"""A numbered stream and its backlog for viewers who reconnect."""

from __future__ import annotations

from cadogan_protocol.codec import Format
from cadogan_server.delivery.frame import Frame, first_frame, in_format

KEPT = 512
"""The fewest messages that a full backlog keeps."""

SPARE = 128
"""Messages beyond `KEPT` that a backlog collects before it drops as many at once: the frames lie end to end, so large
steps are cheaper.
"""

NO_BACKLOG = bytearray()
"""The first backlog of all streams, as many stay empty. Nothing is ever added to it."""


class Stream:
    """Numbers messages without gaps and keeps a backlog.

    The backlog is one array of bytes. The message of a move has fifteen bytes; as an object of its own it would take
    four times as many.

    Args:
        base: the number of the state before the first message. A recovered room begins far above all earlier numbers,
            so that an old number is never taken for a new one.
    """

    __slots__ = ("_count", "_kept", "seq")

    def __init__(self, base: int = 0) -> None:
        self.seq = base
        self._kept = NO_BACKLOG
        self._count = 0
        """The number of messages in the backlog."""

    def add(self, frame: Frame) -> None:
        """Number the next message and keep it."""
        self.seq += 1
        if self._count:
            self._kept += frame
        else:
            self._kept = bytearray(frame)
        self._count += 1
        if self._count >= KEPT + SPARE:
            self._drop()

    def forget(self) -> None:
        """Empty the backlog: a client that reconnects gets a snapshot."""
        self._kept = NO_BACKLOG
        self._count = 0

    def pass_over(self) -> None:
        """Number a message without keeping it: a client that misses it gets a snapshot."""
        self.seq += 1
        if self._count:
            self.forget()

    def since(self, last: int, fmt: Format) -> list[Frame] | None:
        """Return the messages after number `last` in a format; None if the backlog lacks some of them."""
        known = last - (self.seq - self._count)
        if not 0 <= known <= self._count:
            return None
        frames, at = [], self._end_of(known)
        while at < len(self._kept):
            frame = first_frame(self._kept, at)
            frames.append(in_format(frame, fmt))
            at += len(frame)
        return frames

    def up_to_now(self, last: int | None, fmt: Format, snapshot: Frame) -> list[Frame]:
        """Return what brings a client from number `last`, or from nothing, up to now: the missed messages, or
        `snapshot` if that is smaller or the backlog is too short.
        """
        missed = None if last is None else self.since(last, fmt)
        return [snapshot] if missed is None or sum(map(len, missed)) > len(snapshot) else missed

    def _end_of(self, count: int) -> int:
        """Return the index at which the first `count` messages of the backlog end."""
        at = 0
        for _ in range(count):
            at += len(first_frame(self._kept, at))
        return at

    def _drop(self) -> None:
        del self._kept[: self._end_of(SPARE)]
        self._count -= SPARE
