"""A receiver of frames that notes them."""

from __future__ import annotations

from collections.abc import Callable


class Told:
    """An outbox that notes the frames that it is given."""

    def __init__(self, note: Callable[[bytes], None]) -> None:
        self.note = note
        self.pending: list[bytes] = []

    def write(self, frames: list[bytes]) -> None:
        for frame in frames:
            self.note(frame)
