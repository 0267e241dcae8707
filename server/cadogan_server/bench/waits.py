"""Takes the waits for a game apart: what the players of an arena waited for, by what its log says of each game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple

from cadogan_server.tournaments.records import Paired, Record, RoomOpened

PARTS = ("out", "paired", "open", "called")
"""The parts of a wait, by their ends: the player has left the last room, has been paired, the room is open, the call has come."""


class Wait(NamedTuple):
    """A wait for a game. Moments are seconds since 1970.

    Attributes:
        since: the player was told of the end of the last game, or the arena began.
        out: the player was out of the last room.
        called: the player was called to the next one.
        room: the code of that one.
    """

    since: float
    out: float
    called: float
    room: str

    @property
    def seconds(self) -> float:
        """Its length."""
        return self.called - self.since


def taken_apart(waits: Iterable[Wait], records: Iterable[Record]) -> list[tuple[float, ...]]:
    """Return the seconds of each part of these waits. A part that was over before the one ahead of it takes no time. A wait for a
    room that the log does not name is left out.

    Args:
        waits: the waits.
        records: the log of the arena.
    """
    paired: dict[int, int] = {}
    opened: dict[str, tuple[int, int]] = {}
    for record in records:
        if isinstance(record, Paired):
            paired |= {number: record.at for number, _, _ in record.pairings}
        elif isinstance(record, RoomOpened):
            opened[record.room] = paired[record.number], record.at
    return [_parts(wait, *opened[wait.room]) for wait in waits if wait.room in opened]


def middle(parts: Sequence[tuple[float, ...]]) -> list[float]:
    """Return the median of each part."""
    return [round(median(each), 2) for each in zip(*parts, strict=True)]


def _parts(wait: Wait, paired: int, opened: int) -> tuple[float, ...]:
    made, at = [], wait.since
    for moment in (wait.out, paired / 1000, opened / 1000, wait.called):
        made.append(max(0.0, moment - at))
        at = max(at, moment)
    return tuple(made)
