"""How often something may be done, and how much of something may be held: by an address, by the networks around it, and by all.

One mechanism serves every limit. An address has a limit of its own, each network that encloses it a wider one, and what all
together may have is shared fairly by the widest networks (`fair_share.py`): the less is left, the less one network may have, and
the last quarter is reserved for networks that have little or nothing. So a network that has had much recently, or many of them,
can't use up what a newcomer needs. For rates, *recently* is the time in which the limit on all recovers.

A refusal says what was too much and, where time helps, when to come again. It costs a few looks into dictionaries, less than it
costs to ask. Memory is bounded: of each limit `KEPT` addresses and networks are remembered, those that asked last.

Some limits hold over all nodes. Each node tells the others once a second what its addresses and networks have
(`store/nodes/parts.py`), and counts what they tell as if it had been asked for here. Little is not told, so what is told does
not grow with the number of people. What several nodes granted before they knew of each other is taken back: of rates the excess
is owed (`TokenBucket.also`), and what is held is let go of (`Quota.on_excess`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from math import ceil
from typing import NamedTuple

from cadogan_protocol.errors import ErrorCode
from cadogan_server.fair_share import WIDEST, FairShare, counted_under, enclosing, excess, widest
from cadogan_server.gateway.limits.bucket import Rate, TokenBucket
from cadogan_server.gateway.limits.shared_bucket import SharedBucket
from cadogan_server.rooms.refused import Refused, spoken
from cadogan_server.store.nodes.parts import summed

UNTOLD = 0.02
"""A node does not tell of an address or network that has no more than this share of its limit there."""

MOST_TOLD = 500
"""A node tells of so many addresses and networks at most: those that asked last."""

KEPT = 10_000
"""How many addresses and networks are remembered for each thing that they may do only so often."""

ALL = ""
"""Under this stand all addresses together."""


class Allowance(NamedTuple):
    """What may still be done: `most` at once after a quiet time of `window` seconds; `now` at once now, and `most` again in so
    many `seconds`."""

    most: int
    window: int
    now: int
    seconds: int


class RateLimit:
    """How often each address, each network, and all together may do something.

    Args:
        what: that something, to end a sentence like "your address has sent too many ...".
        each: what one address may.
        all: what all together may.
        time: a clock in seconds.
        alike: whether what all together may holds over all nodes, too.
        kept: how many addresses and networks are remembered, those that asked last.
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
        self._all = SharedBucket(each, all, time, kept)
        self._alike = alike
        self._kept = kept
        self._share = FairShare(each.burst, all.burst)
        self._buckets: dict[str, TokenBucket] = {}
        """By addresses and networks; the first are those that have been quiet for longest."""
        self._elsewhere: dict[tuple[str, str], float] = {}
        """How often it was done at each node from each address, up to the last time that it was told."""

    def spend(self, address: str, *, however_many: bool = False) -> None:
        """Count one more of an address. With `however_many` only the limit on the address matters, and nothing else is counted.

        Raises:
            Refused: `too_fast` where it is too much for the address or a network around it, `busy` where it is for the server.
        """
        bucket = self._bucket(address)
        if not bucket.spend():
            raise self._refused(ErrorCode.TOO_FAST, "your address has sent too many", bucket.wait)
        if however_many:
            return
        taken = [bucket]
        network = address
        for network in enclosing(address):
            bucket = self._bucket(network)
            if not bucket.spend():
                _give_all_back(taken)
                raise self._refused(ErrorCode.TOO_FAST, f"your network, {network}, has sent too many", bucket.wait)
            taken.append(bucket)
        if not self._all.spend(network):
            _give_all_back(taken)
            raise self._refused(ErrorCode.BUSY, "this server gets too many", self._all.wait(network))

    def report(self) -> dict[str, tuple[float, float]]:
        """Return by address and network how often it was done here so far, and how many times are used up here of what may be
        done at once."""
        buckets = {key: self._buckets[key] for key in islice(reversed(self._buckets), MOST_TOLD)}
        if self._alike:
            buckets[ALL] = self._all.bucket
        return {
            key: (bucket.taken, used)
            for key, bucket in buckets.items()
            if (used := bucket.used) > UNTOLD * bucket.rate.burst
        }

    def learn(self, others: Mapping[str, Mapping[str, tuple[float, float]]]) -> None:
        """Count what was done elsewhere since it was told last; of what was not told before, what is used up there."""
        before, self._elsewhere = self._elsewhere, {}
        for node, told in others.items():
            for key, (taken, used) in sorted(told.items()):  # what all have done comes first
                last = before.get((node, key))
                times = used if last is None else taken - last
                if key == ALL:
                    self._all.also(times, len(others))
                else:
                    bucket = self._buckets.get(key) or self._bucket(key)
                    bucket.also(times, len(others))
                    if self._alike and key.endswith(WIDEST):
                        self._all.learn(key, times)
                self._elsewhere[node, key] = taken

    def take_back(self, before: Mapping[str, Mapping[str, tuple[float, float]]]) -> None:
        """What was granted too much is owed since `learn`."""

    def give_back(self, address: str) -> None:
        """What an address has taken does not count."""
        self._all.give_back(widest(address))
        for key in counted_under(address):
            if key in self._buckets:
                self._buckets[key].give_back()

    @contextmanager
    def taking(self, address: str) -> Iterator[None]:
        """Count one more of an address while the context lasts, and for good where it succeeds; raises Refused as `spend` does."""
        self.spend(address)
        try:
            yield
        except BaseException:
            self.give_back(address)
            raise

    def left(self, address: str) -> Allowance:
        """Return what an address may still do."""
        bucket, rate = self._buckets.get(address), self._each
        now = bucket.left if bucket is not None else rate.burst
        return Allowance(
            int(rate.burst), ceil(rate.burst / rate.a_second), int(now), ceil((rate.burst - now) / rate.a_second)
        )

    def _bucket(self, key: str) -> TokenBucket:
        """Return the bucket of an address or network, which has asked last from now on."""
        bucket = self._buckets.pop(key, None)
        if bucket is None:
            bucket = TokenBucket(self._each.times(self._share.of(key) / self._each.burst), self._time)
        self._buckets[key] = bucket
        if len(self._buckets) > self._kept:
            del self._buckets[next(iter(self._buckets))]
        return bucket

    def _refused(self, code: ErrorCode, who: str, wait: float) -> Refused:
        seconds = ceil(wait)
        return Refused(code, f"{who} {self._what}; try again in {spoken(seconds)}", wait=seconds)


def _give_all_back(taken: list[TokenBucket]) -> None:
    for bucket in taken:
        bucket.give_back()


class Quota:
    """How much of something each address, each network, and all together hold now.

    Args:
        what: that something, as a plural.
        each: what one address may hold.
        all: what all together may hold at this node.

    Attributes:
        on_excess: called with an address or network and an amount, where it holds more at all nodes together than it may, and this
            node is to let go of so much.
    """

    def __init__(self, what: str, each: int, all: int) -> None:
        self._what = what
        self._all = all
        self._share = FairShare(each, all)
        self._held: Counter[str] = Counter()
        self._sum = 0
        self._elsewhere: Counter[str] = Counter()
        self.on_excess: Callable[[str, int], None] = _nothing

    @property
    def sum(self) -> int:
        """How much all together hold here."""
        return self._sum

    def occupy(self, address: str, amount: int = 1) -> None:
        """Let an address hold so much more, until `give_back`. Who holds nothing may have one thing of any size.

        Raises:
            Refused: `too_fast` where it is too much for the address or a network around it, `busy` where it is for the server.
        """
        network = address
        for key in counted_under(address):
            held, most, network = self._held[key] + self._elsewhere[key], self._most(key), key
            if held and held + amount > most:
                whose = "your address has" if key == address else f"your network, {key}, has"
                raise Refused(
                    ErrorCode.TOO_FAST, f"{whose} {held} {self._what}, and may have {most}; let go of some first"
                )
        if self._sum and not self._share.grants(self._held[network], self._all - self._sum, amount):
            raise Refused(
                ErrorCode.BUSY, f"this server has {self._sum} {self._what}, and takes no more; try again soon"
            )
        self.carry(address, amount)

    def report(self) -> dict[str, int]:
        """Return by address and network what it holds here."""
        return {key: held for key, held in self._held.items() if held > UNTOLD * self._most(key)}

    def learn(self, others: Mapping[str, Mapping[str, int]]) -> None:
        """Take note of what addresses hold elsewhere."""
        self._elsewhere = summed(others.values())

    def take_back(self, before: Mapping[str, Mapping[str, int]]) -> None:
        """Have let go of what goes beyond a limit together with what nodes hold that come before this one."""
        for key, amount in excess(self._held, summed(before.values()), self._most):
            self.on_excess(key, amount)

    def carry(self, address: str, amount: int = 1) -> None:
        """Let an address hold what it was allowed elsewhere."""
        for key in counted_under(address):
            self._held[key] += amount
        self._sum += amount

    def give_back(self, address: str, amount: int = 1) -> None:
        """An address has let go of so much."""
        self._sum -= amount
        for key in counted_under(address):
            self._held[key] -= amount
            if self._held[key] <= 0:
                del self._held[key]

    @contextmanager
    def holding(self, address: str) -> Iterator[None]:
        """Hold one while the context lasts; raises Refused as `occupy` does."""
        self.occupy(address)
        try:
            yield
        finally:
            self.give_back(address)

    def _most(self, key: str) -> int:
        return int(self._share.of(key))


def _nothing(key: str, amount: int) -> None:
    """Nobody lets go of anything."""
