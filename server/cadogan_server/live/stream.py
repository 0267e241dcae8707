"""A numbered stream of messages, and the last of them for those who come back."""

from __future__ import annotations

from collections import deque

from cadogan_protocol.codec import Format
from cadogan_server.live.frame import Frame, in_format

KEPT = 512
"""How many messages a stream keeps."""


class Stream:
    """Numbers messages without holes and keeps the last `KEPT`.

    Args:
        base: the number of the state before the first message. A room taken up again from its log begins far above all
            numbers given before, so that nobody's old number is taken for a new one.
    """

    __slots__ = ("_kept", "seq")

    def __init__(self, base: int = 0) -> None:
        self.seq = base
        self._kept: deque[Frame] = deque(maxlen=KEPT)

    def add(self, frame: Frame) -> None:
        """Keep the message with the next number."""
        self.seq += 1
        self._kept.append(frame)

    def since(self, last: int, fmt: Format) -> list[Frame] | None:
        """Return what came after number `last` in a format, or None where that is not all here."""
        missing = self.seq - last
        if missing < 0 or missing > len(self._kept):
            return None
        return [in_format(self._kept[i], fmt) for i in range(len(self._kept) - missing, len(self._kept))]
