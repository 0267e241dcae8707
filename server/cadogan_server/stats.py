"""What the server counts while it runs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from cadogan_protocol.errors import ErrorCode
from cadogan_server.histogram import Histogram
from cadogan_server.pauses import Lag

OUTBOX_BYTES = (0, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 128 << 10, 256 << 10, 1 << 20)
"""Bounds of what may wait for a socket: at 256 KiB of our own it is let go."""


@dataclass
class Stats:
    """Counts since the start."""

    messages: int = 0
    refusals: Counter[ErrorCode] = field(default_factory=Counter)
    lag: Lag = field(default_factory=Lag)
    outboxes: Histogram = field(default_factory=lambda: Histogram(OUTBOX_BYTES))
    """What waited for each socket at each look."""
    waiting: int = 0
    """Bytes that waited for all sockets together at the last look."""
