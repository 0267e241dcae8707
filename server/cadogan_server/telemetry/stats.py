"""What the server counts while it runs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from cadogan_protocol.errors import ErrorCode
from cadogan_server.telemetry.histogram import Histogram
from cadogan_server.telemetry.pauses import Lag

OUTBOX_BYTES = (0, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 128 << 10, 256 << 10, 1 << 20)
"""Bounds of what may wait for a socket: at 256 KiB of our own it is let go."""


class Door(NamedTuple):
    """Who is at a node just now.

    Attributes:
        sockets: how many are open, and how many streams of events of a room.
        relayed: of the sockets those that another node relays here, as the room is here.
        streams: streams of events, of rooms and of the list of rooms.
        streams_bound: how many there may be.
    """

    sockets: int
    relayed: int
    streams: int
    streams_bound: int


@dataclass
class Stats:
    """Counts since the start."""

    messages: int = 0
    given: int = 0
    """Sockets that were given to another worker of this machine."""
    attempts: Counter[str] = field(default_factory=Counter)
    """Those at contests of a day that began here and count, by the contest."""
    refusals: Counter[ErrorCode] = field(default_factory=Counter)
    lag: Lag = field(default_factory=Lag)
    outboxes: Histogram = field(default_factory=lambda: Histogram(OUTBOX_BYTES))
    """What waited for each socket at each look."""
    waiting: int = 0
    """Bytes that waited for all sockets together at the last look."""
