"""A token bucket that networks share fairly."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log

from cadogan_server.fair_share import FairShare
from cadogan_server.gateway.limits.bucket import Rate, TokenBucket


class SharedBucket:
    """A token bucket for all, shared fairly by networks.

    It knows the part of each network in the tokens that are used up now. Tokens that recover are credited to networks in
    proportion to their use, so the uses of all networks always add up to the total.

    Args:
        each: rate of one address.
        all: rate of all together.
        time: returns seconds.
        kept: number of networks that are remembered, the latest ones.
    """

    def __init__(self, each: Rate, all: Rate, time: Callable[[], float], kept: int) -> None:
        self.bucket = TokenBucket(all, time)
        self._share = FairShare(each.burst, all.burst)
        self._kept = kept
        self._used = 0.0
        self._faded = 0.0
        """Logarithm of the share of old use that has not recovered."""
        self._networks: dict[str, tuple[float, float]] = {}
        """Network → its use, and `_faded` at that time."""

    def spend(self, network: str) -> bool:
        """Spend a token of a network if it may; return True if so."""
        theirs = self.used_by(network)
        if not self._share.grants(theirs, self.bucket.left):
            return False
        self.bucket.spend()
        self._note(network, theirs + 1)
        return True

    def give_back(self, network: str) -> None:
        """Return the token that a network spent last."""
        theirs = self.used_by(network)
        self.bucket.give_back()
        self._note(network, theirs - 1)

    def wait(self, network: str) -> float:
        """Return the seconds after which a refused network may try again."""
        theirs, left, rate = self.used_by(network), self.bucket.left, self.bucket.rate
        if left < 1:
            return self.bucket.wait
        gained = rate.a_second * (theirs / max(1.0, self._used) + self._share.slope(left))
        return max(1.0, (theirs + 1 - self._share.most(left)) / gained)

    def learn(self, network: str, times: float) -> None:
        """Count the use of a network at another node; `also` counts the sum over all networks."""
        self._note(network, self.used_by(network) + max(0.0, times))

    def also(self, times: float, nodes: int) -> None:
        """Count the use of all together at this many other nodes."""
        self._fade()
        self.bucket.also(times, nodes)
        self._used = self.bucket.rate.burst - self.bucket.left

    def used_by(self, network: str) -> float:
        """Return a network's part of the tokens used up now."""
        self._fade()
        used, faded = self._networks.get(network, (0.0, 0.0))
        return used * exp(self._faded - faded) if used else 0.0

    def _note(self, network: str, used: float) -> None:
        self._networks.pop(network, None)  # now the last: the first are those that have been quiet for longest
        if used > 0:
            self._networks[network] = used, self._faded
            if len(self._networks) > self._kept:
                del self._networks[next(iter(self._networks))]
        self._used = self.bucket.rate.burst - self.bucket.left

    def _fade(self) -> None:
        """Reduce the use of all networks by the tokens that have recovered."""
        used = self.bucket.rate.burst - self.bucket.left
        if used <= 0:
            self._networks.clear()
            self._faded = 0.0
        elif used < self._used:
            self._faded += log(used / self._used)
        self._used = used
