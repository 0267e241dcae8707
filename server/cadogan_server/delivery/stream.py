"""A numbered stream of messages, and the last of them for those who come back."""

from __future__ import annotations

from cadogan_protocol.codec import Format
from cadogan_server.delivery.frame import Frame, first_frame, in_format

KEPT = 512
"""How many messages a stream keeps at least."""

SPARE = 128
"""So many more it may have before it drops as many: they lie end to end, so that dropping is seldom done."""


NONE = bytearray()
"""What a stream keeps at first, as many keep nothing: it is never added to."""


class Stream:
    """Numbers messages without holes and keeps the last of them.

    They are kept as bytes, end to end: a move's message has fifteen, and as an object of its own would take four times as
    many.

    Args:
        base: the number of the state before the first message. A room taken up again from its log begins far above all
            numbers given before, so that nobody's old number is taken for a new one.
    """

    __slots__ = ("_count", "_kept", "seq")

    def __init__(self, base: int = 0) -> None:
        self.seq = base
        self._kept = NONE
        self._count = 0
        """How many messages are kept: the last ones."""

    def add(self, frame: Frame) -> None:
        """Keep the message with the next number."""
        self.seq += 1
        if self._count:
            self._kept += frame
        else:
            self._kept = bytearray(frame)
        self._count += 1
        if self._count >= KEPT + SPARE:
            self._drop()

    def forget(self) -> None:
        """Keep none of what there was until now: who comes back from before gets a snapshot."""
        self._kept = NONE
        self._count = 0

    def pass_over(self) -> None:
        """Number a message that is not kept: who misses it gets a snapshot."""
        self.seq += 1
        if self._count:
            self.forget()

    def since(self, last: int, fmt: Format) -> list[Frame] | None:
        """Return what came after number `last` in a format, or None where that is not all here."""
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
        """Return what brings who has seen number `last`, or nothing, up to now: what was missed, or the snapshot of now where
        that is smaller, or not all is here."""
        missed = None if last is None else self.since(last, fmt)
        return [snapshot] if missed is None or sum(map(len, missed)) > len(snapshot) else missed

    def _end_of(self, count: int) -> int:
        """Return where so many of the messages that are kept end."""
        at = 0
        for _ in range(count):
            at += len(first_frame(self._kept, at))
        return at

    def _drop(self) -> None:
        del self._kept[: self._end_of(SPARE)]
        self._count -= SPARE
