"""A numbered stream of messages, and the last of them for those who come back."""

from __future__ import annotations

from cadogan_protocol.codec import Format
from cadogan_server.live.frame import Frame, first_frame, in_format

KEPT = 512
"""How many messages a stream keeps at least."""

SPARE = 128
"""So many more it may have before it drops as many: they lie end to end, so that dropping is seldom done."""


class Stream:
    """Numbers messages without holes and keeps the last of them.

    They are kept as bytes, end to end: a move's message has fifteen, and as an object of its own would take four times as
    many.

    Args:
        base: the number of the state before the first message. A room taken up again from its log begins far above all
            numbers given before, so that nobody's old number is taken for a new one.
    """

    __slots__ = ("_before", "_kept", "seq")

    def __init__(self, base: int = 0) -> None:
        self.seq = base
        self._before = base
        """The number before the first message that is kept."""
        self._kept = bytearray()

    def add(self, frame: Frame) -> None:
        """Keep the message with the next number."""
        self.seq += 1
        self._kept += frame
        if self.seq - self._before >= KEPT + SPARE:
            self._drop()

    def forget(self) -> None:
        """Keep none of what there was until now: who comes back from before gets a snapshot."""
        self._kept = bytearray()
        self._before = self.seq

    def pass_over(self) -> None:
        """Number a message that is not kept: who misses it gets a snapshot."""
        self.seq += 1
        self._kept.clear()
        self._before = self.seq

    def since(self, last: int, fmt: Format) -> list[Frame] | None:
        """Return what came after number `last` in a format, or None where that is not all here."""
        if not self._before <= last <= self.seq:
            return None
        frames, at = [], self._end_of(last)
        while at < len(self._kept):
            frame = first_frame(self._kept, at)
            frames.append(in_format(frame, fmt))
            at += len(frame)
        return frames

    def _end_of(self, number: int) -> int:
        """Return where the message with this number ends."""
        at = 0
        for _ in range(number - self._before):
            at += len(first_frame(self._kept, at))
        return at

    def _drop(self) -> None:
        del self._kept[: self._end_of(self._before + SPARE)]
        self._before += SPARE
