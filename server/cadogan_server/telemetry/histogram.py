"""Counts values by size, in buckets like those of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate


class Histogram:
    """Counts values since the start.

    Args:
        bounds: the largest value of each bucket, rising; values beyond the last have a bucket of their own.

    Attributes:
        looks: the number of values in each bucket.
        total: the sum of the values.
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
        """The number of values up to each bound, in the form that Prometheus needs."""
        names = [*map(str, self._bounds), "+Inf"]
        return list(zip(names, map(float, accumulate(self.looks)), strict=True))
