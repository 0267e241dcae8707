"""A transport for outboxes that accepts frames or blocks."""

from __future__ import annotations

from collections.abc import Sequence


class Pipe:
    """A transport that accepts frames until the test blocks it."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []
        self.open = True

    def write(self, frames: Sequence[bytes]) -> bool:
        self.writes.append(b"".join(frames))
        return self.open

    @property
    def taken(self) -> bytes:
        return b"".join(self.writes)
