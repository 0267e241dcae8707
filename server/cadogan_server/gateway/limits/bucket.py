"""Token buckets: how often something may be done, and how much of that is used up."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Rate(NamedTuple):
    """A rate per second on average, with `burst` times at once after a quiet time."""

    a_second: float
    burst: float

    def times(self, factor: float) -> Rate:
        """Return this rate multiplied by a factor."""
        return Rate(self.a_second * factor, self.burst * factor)


def a_second(times: float) -> Rate:
    """Return a rate per second whose burst is four seconds' worth."""
    return Rate(times, max(1, 4 * times))


def an_hour(times: float) -> Rate:
    """Return a rate per hour whose burst is one hour's worth."""
    return Rate(times / 3600, times)


def a_week(times: float) -> Rate:
    """Return a rate per week whose burst is one week's worth."""
    return Rate(times / (7 * 86_400), times)


class TokenBucket:
    """A token bucket for a rate. `time` returns seconds."""

    __slots__ = ("_elsewhere", "_last", "_left", "_time", "rate", "taken")

    def __init__(self, rate: Rate, time: Callable[[], float]) -> None:
        self.rate = rate
        self._time = time
        self._left = float(rate.burst)
        self._last = time()
        self.taken = 0
        """Tokens spent so far."""
        self._elsewhere = (0.0, 0.0, 0)
        """Three figures of the last calculation: tokens of other nodes among those used up, all tokens used up, and `taken`."""

    @property
    def wait(self) -> float:
        """Seconds until a token is available; 0: now."""
        return max(0.0, (1 - self.left) / self.rate.a_second)

    @property
    def left(self) -> float:
        """Tokens available now."""
        now = self._time()
        self._left = min(self.rate.burst, self._left + (now - self._last) * self.rate.a_second)
        self._last = now
        return self._left

    @left.setter
    def left(self, times: float) -> None:
        self._left = times

    def spend(self) -> bool:
        """Spend a token if one is available; return True if so."""
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
        """Return the token spent last."""
        self._left += 1
        self.taken -= 1

    @property
    def used(self) -> float:
        """Tokens used up by this node. Recovery over time counts for all nodes in proportion."""
        now_used = self.rate.burst - self.left
        elsewhere, used, taken = self._elsewhere
        before = used + self.taken - taken
        self._elsewhere = elsewhere * now_used / before if before > 0 else 0.0, now_used, self.taken
        return now_used - self._elsewhere[0]

    def also(self, times: float, nodes: int) -> None:
        """Count `times` tokens spent at this many other nodes. Each may have granted a whole burst before it knew of
        the others. The excess is owed: nothing is allowed until time has paid it back."""
        here, left = self.used, self._left
        self._left = max(left - max(0.0, times), min(left, -self.rate.burst * nodes))
        used = self.rate.burst - self._left
        self._elsewhere = used - here, used, self.taken
