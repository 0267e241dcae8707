"""Counts since the start of the server."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from cadogan_protocol.errors import ErrorCode
from cadogan_server.telemetry.histogram import Histogram
from cadogan_server.telemetry.pauses import Lag

OUTBOX_BYTES = (0, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 128 << 10, 256 << 10, 1 << 20)
"""Bounds, in bytes, of the histogram of outboxes: beyond 256 KiB a socket is closed."""


class Door(NamedTuple):
    """The connections at a node now.

    Attributes:
        sockets: the number of open sockets.
        relayed: the number of sockets that other nodes relay here, because the room is here.
        streams: the number of event streams, of rooms and of the list of rooms.
        streams_bound: the most event streams that may be open.
    """

    sockets: int
    relayed: int
    streams: int
    streams_bound: int


@dataclass
class Stats:
    """Counts since the start."""

    messages: int = 0
    """Messages received."""
    given: int = 0
    """Sockets that were given to another worker of this machine."""
    attempts: Counter[str] = field(default_factory=Counter)
    """By contest: attempts that began here and count."""
    refusals: Counter[ErrorCode] = field(default_factory=Counter)
    """By error code: requests that were refused."""
    lag: Lag = field(default_factory=Lag)
    outboxes: Histogram = field(default_factory=lambda: Histogram(OUTBOX_BYTES))
    """Bytes that waited for each socket at each look."""
    waiting: int = 0
    """Bytes that waited for all sockets together at the last look."""
