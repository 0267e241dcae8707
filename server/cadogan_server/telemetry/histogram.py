"""How often something was how large, counted in buckets as Prometheus has them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate


class Histogram:
    """Counts values since the start.

    Args:
        bounds: the largest value that each bucket takes, rising; what is beyond the last has a bucket of its own.

    Attributes:
        looks: how many values were in each bucket.
        total: their sum.
    """

    __slots__ = ("_bounds", "looks", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = bounds
        self.looks = [0] * (len(bounds) + 1)
        self.total = 0.0

    def note(self, value: float) -> None:
        """Count a value."""
        self.looks[bisect_left(self._bounds, value)] += 1
        self.total += value

    @property
    def buckets(self) -> list[tuple[str, float]]:
        """For each bound how many values were no larger, as Prometheus has it."""
        names = [*map(str, self._bounds), "+Inf"]
        return list(zip(names, map(float, accumulate(self.looks)), strict=True))
