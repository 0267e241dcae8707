"""How often something may be done, and how much of something may be held: by one address, and by all together.

What is refused says what was too much, and where it is only a matter of time, when to come again. To refuse is a look into a
dictionary, which costs us less than it costs whoever asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil
from typing import NamedTuple

from cadogan_protocol.errors import ErrorCode
from cadogan_server.rooms.refused import Refused, spoken

KEPT = 10_000
"""How many addresses are remembered for each thing that they may do only so often."""


class Rate(NamedTuple):
    """So many times a second on average, and `burst` times at once after a quiet time."""

    a_second: float
    burst: float


def a_second(times: float) -> Rate:
    """So many times a second, and what four seconds allow at once."""
    return Rate(times, max(1, 4 * times))


def an_hour(times: float) -> Rate:
    """So many times an hour, and all of them at once."""
    return Rate(times / 3600, times)


class TokenBucket:
    """Allows what a rate allows. `time` is a clock in seconds."""

    __slots__ = ("_last", "_left", "_rate", "_time")

    def __init__(self, rate: Rate, time: Callable[[], float]) -> None:
        self._rate = rate
        self._time = time
        self._left = float(rate.burst)
        self._last = time()

    @property
    def wait(self) -> float:
        """Seconds until one more is allowed; 0: now."""
        return max(0.0, (1 - self.left) / self._rate.a_second)

    @property
    def left(self) -> float:
        """How many more are allowed now."""
        now = self._time()
        self._left = min(self._rate.burst, self._left + (now - self._last) * self._rate.a_second)
        self._last = now
        return self._left

    @left.setter
    def left(self, times: float) -> None:
        self._left = times

    def take(self) -> bool:
        """Whether one more is allowed now; it is then counted."""
        now = self._time()
        left = self._left + (now - self._last) * self._rate.a_second
        burst = self._rate.burst
        if left > burst:
            left = burst
        self._last = now
        allowed = left >= 1
        self._left = left - allowed
        return allowed

    def give_back(self) -> None:
        """What was taken last does not count."""
        self._left += 1


class Left(NamedTuple):
    """What may still be done: `most` at once after a quiet time of `window` seconds; `now` at once now, and `most` again in so
    many `seconds`."""

    most: int
    window: int
    now: int
    seconds: int


class Often:
    """How often each address, and all together, may do something.

    Args:
        what: that something, to end a sentence like "your address has made too many ...".
        each: what one address may.
        all: what all together may.
        time: a clock in seconds.
    """

    def __init__(self, what: str, each: Rate, all: Rate, time: Callable[[], float]) -> None:
        self._what = what
        self._each = each
        self._time = time
        self._all = TokenBucket(all, time)
        self._buckets: dict[str, TokenBucket] = {}

    def take(self, address: str, *, however_many: bool = False) -> None:
        """Count one more of an address. With `however_many` what all together do does not matter, and this adds nothing to it.

        Raises:
            Refused: `too_fast` where it is too much for the address, `busy` where it is for the server.
        """
        bucket = self._buckets.pop(address, None) or TokenBucket(self._each, self._time)
        self._buckets[address] = bucket  # now the last: the first are those that have been quiet for longest
        if len(self._buckets) > KEPT:
            del self._buckets[next(iter(self._buckets))]
        if not bucket.take():
            raise self._refused(ErrorCode.TOO_FAST, "your address has sent too many", bucket)
        if not however_many and not self._all.take():
            bucket.give_back()
            raise self._refused(ErrorCode.BUSY, "this server gets too many", self._all)

    def give_back(self, address: str) -> None:
        """What an address has taken does not count."""
        self._all.give_back()
        if address in self._buckets:
            self._buckets[address].give_back()

    def left(self, address: str) -> Left:
        """Return what an address may still do."""
        bucket, rate = self._buckets.get(address), self._each
        now = bucket.left if bucket is not None else rate.burst
        return Left(
            int(rate.burst), ceil(rate.burst / rate.a_second), int(now), ceil((rate.burst - now) / rate.a_second)
        )

    def _refused(self, code: ErrorCode, who: str, bucket: TokenBucket) -> Refused:
        seconds = ceil(bucket.wait)
        return Refused(code, f"{who} {self._what}; try again in {spoken(seconds)}", wait=seconds)


class Held:
    """How much of something each address, and all together, hold now.

    Args:
        what: that something, as a plural.
        each: what one address may hold.
        all: what all together may.
    """

    def __init__(self, what: str, each: int, all: int) -> None:
        self._what = what
        self._each = each
        self._all = all
        self._held: Counter[str] = Counter()
        self._sum = 0

    def take(self, address: str, amount: int = 1) -> None:
        """Let an address hold so much more, until `give_back`. Who holds nothing may have one thing of any size.

        Raises:
            Refused: `too_fast` where it is too much for the address, `busy` where it is for the server.
        """
        held = self._held[address]
        if held and held + amount > self._each:
            raise Refused(
                ErrorCode.TOO_FAST,
                f"your address has {held} {self._what}, and may have {self._each}; let go of some first",
            )
        if self._sum and self._sum + amount > self._all:
            raise Refused(
                ErrorCode.BUSY, f"this server has {self._sum} {self._what}, and takes no more; try again soon"
            )
        self._held[address] += amount
        self._sum += amount

    def carry(self, address: str, amount: int = 1) -> None:
        """Let an address hold what it was allowed elsewhere."""
        self._held[address] += amount
        self._sum += amount

    def give_back(self, address: str, amount: int = 1) -> None:
        """An address has let go of so much."""
        self._sum -= amount
        self._held[address] -= amount
        if self._held[address] <= 0:
            del self._held[address]

    @contextmanager
    def holding(self, address: str) -> Iterator[None]:
        """Hold one while the context lasts; raises Refused as `take` does."""
        self.take(address)
        try:
            yield
        finally:
            self.give_back(address)
