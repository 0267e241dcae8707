"""Limits per address, per network and for all: rates limit how often something is done, quotas how much is held.

One mechanism serves every limit. An address has a limit, and each network around it a wider one. The widest networks
share the limit on all fairly (`fair_share.py`): the less is left, the less one network may have, and the last quarter
is reserved for networks that have little or nothing. So neither one network nor many that had much recently can use up
the share of a newcomer. For rates, *recently* is the time in which the limit on all recovers.

A refusal names the limit and, if time helps, the moment to try again. It costs a few dictionary lookups, less than the
request. Memory is bounded: each limit remembers `KEPT` addresses and networks, the latest ones.

Some limits hold over all nodes. Once a second each node publishes the use by its addresses and networks
(`store/nodes/parts.py`), and counts that of the other nodes like its own. Small amounts are not published, so the
traffic does not grow with the number of people. Grants beyond a limit, which several nodes made before they knew of each
other, are taken back: for rates the excess is owed (`TokenBucket.also`), for quotas it is let go (`on_excess` of `Quota`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
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

PUBLISHED = 0.02
"""Share of its limit above which a node publishes the use of an address or network."""

MOST_PUBLISHED = 500
"""Addresses and networks that a node publishes at most: the latest ones."""

KEPT = 10_000
"""Addresses and networks that each rate limit remembers."""

ALL = ""
"""Key that stands for all addresses together."""


class Allowance(NamedTuple):
    """The requests that an address may still make: `most` at once after a quiet time of `window` seconds; `now` right now, and
    `most` again in `seconds`."""

    most: int
    window: int
    now: int
    seconds: int


class RateLimit:
    """Limits the frequency of an act: of each address, each network, and all together.

    Args:
        what: the plural noun in a sentence like "too many ... come from your address".
        each: rate of one address.
        all: rate of all together.
        time: returns seconds.
        over_nodes: True if the rate of all together holds over all nodes too. The rate of one address always does.
        kept: number of addresses and networks that are remembered, the latest ones.
    """

    def __init__(
        self,
        what: str,
        each: Rate,
        all: Rate,
        time: Callable[[], float],
        *,
        over_nodes: bool = False,
        kept: int = KEPT,
    ) -> None:
        self._what = what
        self._each = each
        self._time = time
        self.all = SharedBucket(each, all, time, kept)
        """The bucket that all together share."""
        self._over_nodes = over_nodes
        self._kept = kept
        self._share = FairShare(each.burst, all.burst)
        self._buckets: dict[str, TokenBucket] = {}
        """Address or network → bucket, the longest quiet first."""
        self._elsewhere: dict[tuple[str, str], float] = {}
        """Node and address or network → times at that node, by its last report."""

    def spend(self, address: str, *, only_address: bool = False) -> None:
        """Count one more for an address, its networks and all together. With `only_address`, check and count only the
        address itself.

        Raises:
            Refused: `too_fast` if it is too much for the address or a network around it, `busy` if for the server.
        """
        bucket = self._bucket(address)
        if not bucket.spend():
            raise self._refused(ErrorCode.TOO_FAST, f"too many {self._what} come from your address", bucket.wait)
        if only_address:
            return
        taken = [bucket]
        network = address
        for network in enclosing(address):
            bucket = self._bucket(network)
            if not bucket.spend():
                _give_all_back(taken)
                whose = f"your network, {network}"
                raise self._refused(ErrorCode.TOO_FAST, f"too many {self._what} come from {whose}", bucket.wait)
            taken.append(bucket)
        if not self.all.spend(network):
            _give_all_back(taken)
            raise self._refused(ErrorCode.BUSY, f"this server gets too many {self._what}", self.all.wait(network))

    def report(self) -> dict[str, tuple[float, float]]:
        """Return, for each address and network, the times counted here so far and the part of its burst used up
        here."""
        buckets = {key: self._buckets[key] for key in islice(reversed(self._buckets), MOST_PUBLISHED)}
        if self._over_nodes:
            buckets[ALL] = self.all.bucket
        return {
            key: (bucket.taken, used)
            for key, bucket in buckets.items()
            if (used := bucket.used) > PUBLISHED * bucket.rate.burst
        }

    def learn(self, others: Mapping[str, Mapping[str, Sequence[float]]]) -> None:
        """Count the use at other nodes since their last report. For a new entry, count the part that is used up there.

        Pairs come from the store as lists: compiled code would refuse them as tuples.
        """
        before, self._elsewhere = self._elsewhere, {}
        for node, report in others.items():
            for key, (taken, used) in sorted(report.items()):  # the key for all comes first
                last = before.get((node, key))
                times = used if last is None else taken - last
                if key == ALL:
                    self.all.also(times, len(others))
                else:
                    bucket = self._buckets.get(key) or self._bucket(key)
                    bucket.also(times, len(others))
                    if self._over_nodes and key.endswith(WIDEST):
                        self.all.learn(key, times)
                self._elsewhere[node, key] = taken

    def take_back(self, before: Mapping[str, Mapping[str, Sequence[float]]]) -> None:
        """Do nothing: since `learn`, the excess is owed."""

    def give_back(self, address: str) -> None:
        """Undo the last count of an address."""
        self.all.give_back(widest(address))
        for key in counted_under(address):
            if key in self._buckets:
                self._buckets[key].give_back()

    @contextmanager
    def taking(self, address: str) -> Iterator[None]:
        """Count one more for an address, and undo it if the context fails; raise Refused as `spend` does."""
        self.spend(address)
        try:
            yield
        except BaseException:
            self.give_back(address)
            raise

    def left(self, address: str) -> Allowance:
        """Return how often an address may still do it."""
        bucket, rate = self._buckets.get(address), self._each
        now = bucket.left if bucket is not None else rate.burst
        return Allowance(
            int(rate.burst), ceil(rate.burst / rate.a_second), int(now), ceil((rate.burst - now) / rate.a_second)
        )

    def _bucket(self, key: str) -> TokenBucket:
        """Return the bucket of an address or network, and move it to the end as the latest."""
        bucket = self._buckets.pop(key, None)
        if bucket is None:
            bucket = TokenBucket(self._each.times(self._share.of(key) / self._each.burst), self._time)
        self._buckets[key] = bucket
        if len(self._buckets) > self._kept:
            del self._buckets[next(iter(self._buckets))]
        return bucket

    def _refused(self, code: ErrorCode, why: str, wait: float) -> Refused:
        seconds = ceil(wait)
        return Refused(code, f"{why}; try again in {spoken(seconds)}", wait=seconds)


def _give_all_back(taken: list[TokenBucket]) -> None:
    for bucket in taken:
        bucket.give_back()


class Quota:
    """Limits the amount of a thing that each address, each network, and all together hold now.

    Args:
        what: the name of the thing, as a plural noun.
        each: maximum of one address.
        all: maximum of all together at this node.
        on_excess: called with an address or network, which holds too much over all nodes, and the amount that this node
            must let go.
    """

    def __init__(
        self, what: str, each: int, all: int, on_excess: Callable[[str, int], None] = lambda key, amount: None
    ) -> None:
        self._what = what
        self._all = all
        self._on_excess = on_excess
        self._share = FairShare(each, all)
        self._held: Counter[str] = Counter()
        self._sum = 0
        self._elsewhere: Counter[str] = Counter()

    @property
    def sum(self) -> int:
        """Amount that all together hold here."""
        return self._sum

    def here(self, key: str) -> int:
        """Return the amount that an address or network holds at this node."""
        return self._held[key]

    def held(self, key: str) -> int:
        """Return the amount that an address or network holds at all nodes, by their last reports."""
        return self._held[key] + self._elsewhere[key]

    def occupy(self, address: str, amount: int = 1) -> None:
        """Let an address hold this much more until `give_back`. An address that holds nothing may hold one thing of any
        size.

        Raises:
            Refused: `too_fast` if it is too much for the address or a network around it, `busy` if for the server.
        """
        network = address
        for key in counted_under(address):
            held, most, network = self.held(key), self._most(key), key
            if held and held + amount > most:
                whose = "your address has" if key == address else f"your network, {key}, has"
                raise Refused(
                    ErrorCode.TOO_FAST, f"{whose} {held} {self._what}, and may have {most}; let go of some first"
                )
        if self._sum and not self._share.grants(self._held[network], self._all - self._sum, amount):
            raise Refused(
                ErrorCode.BUSY, f"this server has {self._sum} {self._what}, and can take no more; try again soon"
            )
        self.carry(address, amount)

    def report(self) -> dict[str, int]:
        """Return the amount that each address and network holds here."""
        return {key: held for key, held in self._held.items() if held > PUBLISHED * self._most(key)}

    def learn(self, others: Mapping[str, Mapping[str, int]]) -> None:
        """Note the amounts that addresses hold at other nodes."""
        self._elsewhere = summed(others.values())

    def take_back(self, before: Mapping[str, Mapping[str, int]]) -> None:
        """Let go of holdings that exceed a limit together with those of the nodes in `before`."""
        for key, amount in excess(self._held, summed(before.values()), self._most):
            self._on_excess(key, amount)

    def carry(self, address: str, amount: int = 1) -> None:
        """Let an address hold an amount that another node has allowed, without a check."""
        for key in counted_under(address):
            self._held[key] += amount
        self._sum += amount

    def give_back(self, address: str, amount: int = 1) -> None:
        """Note that an address holds this much less."""
        self._sum -= amount
        for key in counted_under(address):
            self._held[key] -= amount
            if self._held[key] <= 0:
                del self._held[key]

    @contextmanager
    def holding(self, address: str) -> Iterator[None]:
        """Hold one while the context lasts; raise Refused as `occupy` does."""
        self.occupy(address)
        try:
            yield
        finally:
            self.give_back(address)

    def _most(self, key: str) -> int:
        return int(self._share.of(key))
