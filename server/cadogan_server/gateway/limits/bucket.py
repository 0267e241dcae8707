"""Token buckets: how often something may be done, and how much of that is used up."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Rate(NamedTuple):
    """So many times a second on average, and `burst` times at once after a quiet time."""

    a_second: float
    burst: float

    def times(self, factor: float) -> Rate:
        """Return a rate that allows so many times as much."""
        return Rate(self.a_second * factor, self.burst * factor)


def a_second(times: float) -> Rate:
    """So many times a second, and what four seconds allow at once."""
    return Rate(times, max(1, 4 * times))


def an_hour(times: float) -> Rate:
    """So many times an hour, and all of them at once."""
    return Rate(times / 3600, times)


class TokenBucket:
    """Allows what a rate allows. `time` is a clock in seconds."""

    __slots__ = ("_elsewhere", "_last", "_left", "_time", "rate", "taken")

    def __init__(self, rate: Rate, time: Callable[[], float]) -> None:
        self.rate = rate
        self._time = time
        self._left = float(rate.burst)
        self._last = time()
        self.taken = 0
        """How often it was taken so far."""
        self._elsewhere = (0.0, 0.0, 0)
        """How many of those used up were taken elsewhere, when that was last reckoned; how many in all, and `taken`, then."""

    @property
    def wait(self) -> float:
        """Seconds until one more is allowed; 0: now."""
        return max(0.0, (1 - self.left) / self.rate.a_second)

    @property
    def left(self) -> float:
        """How many more are allowed now."""
        now = self._time()
        self._left = min(self.rate.burst, self._left + (now - self._last) * self.rate.a_second)
        self._last = now
        return self._left

    @left.setter
    def left(self, times: float) -> None:
        self._left = times

    def spend(self) -> bool:
        """Whether one more is allowed now; it is then counted."""
        now = self._time()
        left = self._left + (now - self._last) * self.rate.a_second
        burst = self.rate.burst
        if left > burst:
            left = burst
        self._last = now
        allowed = left >= 1
        self._left = left - allowed
        self.taken += allowed
        return allowed

    def give_back(self) -> None:
        """What was taken last does not count."""
        self._left += 1
        self.taken -= 1

    @property
    def used(self) -> float:
        """How many are used up here of those that are allowed at once. What comes back in time does so to all nodes alike."""
        now_used = self.rate.burst - self.left
        elsewhere, used, taken = self._elsewhere
        before = used + self.taken - taken
        self._elsewhere = elsewhere * now_used / before if before > 0 else 0.0, now_used, self.taken
        return now_used - self._elsewhere[0]

    def also(self, times: float, nodes: int) -> None:
        """Count what was taken at so many other nodes, each of which may have granted all that is allowed at once before it was
        told of the others. The excess is owed: nothing is allowed until time has paid it back."""
        here, left = self.used, self._left
        self._left = max(left - max(0.0, times), min(left, -self.rate.burst * nodes))
        used = self.rate.burst - self._left
        self._elsewhere = used - here, used, self.taken
