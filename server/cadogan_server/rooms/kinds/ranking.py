"""Orders the players of a race."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Merit(NamedTuple):
    """The figures that rank a racer. `penalty` is 0 in games that have none; `reached` is when the figures last
    changed.
    """

    seat: int
    won: bool
    progress: int
    penalty: int
    reached: int

    @property
    def key(self) -> tuple[int, int, int, int]:
        """The sort key; smaller comes first: winners by penalty, the others by progress and penalty; then the earlier
        one. The moment does not count for racers without progress: they may have taken moves back that had made some.
        """
        if self.won:
            return (0, 0, self.penalty, self.reached)
        return (1, -self.progress, self.penalty, self.reached if self.progress else 0)


def ranked(merits: Iterable[Merit]) -> Iterator[tuple[int, Merit]]:
    """Yield each racer with a rank, best first. Racers who are level in everything share a rank, and the next rank is
    skipped.
    """
    rank, before = 0, None
    for place, merit in enumerate(sorted(merits, key=lambda s: (s.key, s.seat)), start=1):
        if merit.key != before:
            rank, before = place, merit.key
        yield rank, merit
