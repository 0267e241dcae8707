"""A numbered stream of messages, and the last of them for those who come back."""

from __future__ import annotations

from collections import deque

from cadogan_protocol.codec import Format
from cadogan_server.live.packet import Packet

KEPT = 512
"""How many messages a stream keeps."""


class Stream:
    """Numbers messages without holes and keeps the last `KEPT`.

    Args:
        base: the number of the state before the first message. A room taken up again from its log begins far above all
            numbers given before, so that nobody's old number is taken for a new one.
    """

    def __init__(self, base: int = 0) -> None:
        self.seq = base
        self._kept: deque[Packet] = deque(maxlen=KEPT)

    def add(self, packet: Packet) -> None:
        """Keep the message with the next number."""
        self.seq += 1
        self._kept.append(packet)

    def since(self, last: int) -> list[Packet] | None:
        """Return what came after number `last`, or None where that is not all here."""
        missing = self.seq - last
        if missing < 0 or missing > len(self._kept):
            return None
        return [self._kept[i] for i in range(len(self._kept) - missing, len(self._kept))]


def size_of(packets: list[Packet], fmt: Format) -> int:
    """How many bytes these would take."""
    return sum(len(packet.frame(fmt)) for packet in packets)
