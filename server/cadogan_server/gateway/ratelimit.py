"""How often something may be done, and how much of something may be held: by one address, and by all together.

What is refused says what was too much, and where it is only a matter of time, when to come again. To refuse is a look into a
dictionary, which costs us less than it costs whoever asks.

Some of it holds over all nodes: each tells the others once a second what its addresses have (`store/parts.py`), and counts what
they tell as if it had been asked for here. Little is not told, so what is told does not grow with the number of people; and
within a second an address may have at each node what it might have at one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from math import ceil
from typing import NamedTuple

from cadogan_protocol.errors import ErrorCode
from cadogan_server.rooms.refused import Refused, spoken
from cadogan_server.store.parts import summed

UNTOLD = 0.02
"""An address that has no more than this share of a bound at a node is not told of."""

MOST_TOLD = 500
"""Of so many addresses that have asked last it is told how often."""

KEPT = 10_000
"""How many addresses are remembered for each thing that they may do only so often."""


ALL = ""
"""Under this stand all addresses together."""


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

    __slots__ = ("_elsewhere", "_last", "_left", "_rate", "_time", "taken")

    def __init__(self, rate: Rate, time: Callable[[], float]) -> None:
        self._rate = rate
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
        self.taken += allowed
        return allowed

    def give_back(self) -> None:
        """What was taken last does not count."""
        self._left += 1
        self.taken -= 1

    @property
    def used(self) -> float:
        """How many are used up here of those that are allowed at once. What comes back in time does so to all nodes alike."""
        now_used = self._rate.burst - self.left
        elsewhere, used, taken = self._elsewhere
        before = used + self.taken - taken
        self._elsewhere = elsewhere * now_used / before if before > 0 else 0.0, now_used, self.taken
        return now_used - self._elsewhere[0]

    def also(self, times: float) -> None:
        """Count what was taken elsewhere, down to as many as are allowed at once."""
        here, left = self.used, self._left
        self._left = max(left - max(0.0, times), min(left, -self._rate.burst))
        used = self._rate.burst - self._left
        self._elsewhere = used - here, used, self.taken


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
        alike: whether what all together may holds over all nodes, too.
        kept: of so many addresses it is known.
    """

    def __init__(
        self,
        what: str,
        each: Rate,
        all: Rate,
        time: Callable[[], float],
        *,
        alike: bool = False,
        kept: int = KEPT,
    ) -> None:
        self._what = what
        self._each = each
        self._time = time
        self._all = TokenBucket(all, time)
        self._all_rate = all
        self._alike = alike
        self._kept = kept
        self._buckets: dict[str, TokenBucket] = {}
        self._elsewhere: dict[tuple[str, str], float] = {}
        """How often it was done at each node from each address, up to the last time that it was told."""

    def take(self, address: str, *, however_many: bool = False) -> None:
        """Count one more of an address. With `however_many` what all together do does not matter, and this adds nothing to it.

        Raises:
            Refused: `too_fast` where it is too much for the address, `busy` where it is for the server.
        """
        bucket = self._buckets.pop(address, None) or TokenBucket(self._each, self._time)
        self._buckets[address] = bucket  # now the last: the first are those that have been quiet for longest
        if len(self._buckets) > self._kept:
            del self._buckets[next(iter(self._buckets))]
        if not bucket.take():
            raise self._refused(ErrorCode.TOO_FAST, "your address has sent too many", bucket)
        if not however_many and not self._all.take():
            bucket.give_back()
            raise self._refused(ErrorCode.BUSY, "this server gets too many", self._all)

    def told(self) -> dict[str, tuple[float, float]]:
        """Return by address how often it was done here so far, and how many times are used up here of what may be done at once."""
        buckets = {address: self._buckets[address] for address in islice(reversed(self._buckets), MOST_TOLD)}
        if self._alike:
            buckets[ALL] = self._all
        return {
            address: (bucket.taken, used)
            for address, bucket in buckets.items()
            if (used := bucket.used) > UNTOLD * self._rate(address).burst
        }

    def learn(self, others: Mapping[str, Mapping[str, tuple[float, float]]]) -> None:
        """Count what was done elsewhere since it was told last; of what was not told before, what is used up there."""
        before, self._elsewhere = self._elsewhere, {}
        for node, told in others.items():
            for address, (taken, used) in told.items():
                if address == ALL:
                    bucket = self._all
                else:
                    bucket = self._buckets.setdefault(address, TokenBucket(self._each, self._time))
                last = before.get((node, address))
                bucket.also(used if last is None else taken - last)
                self._elsewhere[node, address] = taken

    def _rate(self, address: str) -> Rate:
        return self._all_rate if address == ALL else self._each

    def give_back(self, address: str) -> None:
        """What an address has taken does not count."""
        self._all.give_back()
        if address in self._buckets:
            self._buckets[address].give_back()

    @contextmanager
    def taking(self, address: str) -> Iterator[None]:
        """Count one more of an address while the context lasts, and for good where it succeeds; raises Refused as `take` does."""
        self.take(address)
        try:
            yield
        except BaseException:
            self.give_back(address)
            raise

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
        self._elsewhere: Counter[str] = Counter()

    @property
    def sum(self) -> int:
        """How much all together hold here."""
        return self._sum

    def take(self, address: str, amount: int = 1) -> None:
        """Let an address hold so much more, until `give_back`. Who holds nothing may have one thing of any size.

        Raises:
            Refused: `too_fast` where it is too much for the address, `busy` where it is for the server.
        """
        held = self._held[address] + self._elsewhere[address]
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

    def told(self) -> dict[str, int]:
        """Return by address what it holds here."""
        return {address: held for address, held in self._held.items() if held > UNTOLD * self._each}

    def learn(self, others: Mapping[str, Mapping[str, int]]) -> None:
        """Take note of what addresses hold elsewhere."""
        self._elsewhere = summed(others.values())

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
