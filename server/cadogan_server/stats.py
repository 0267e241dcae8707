"""What the server counts while it runs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from cadogan_protocol.errors import ErrorCode
from cadogan_server.pauses import Lag


@dataclass
class Stats:
    """Counts since the start."""

    messages: int = 0
    refusals: Counter[ErrorCode] = field(default_factory=Counter)
    lag: Lag = field(default_factory=Lag)
