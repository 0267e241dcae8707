"""What all together may do so often, shared fairly by networks."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log

from cadogan_server.fair_share import FairShare
from cadogan_server.gateway.limits.bucket import Rate, TokenBucket


class SharedBucket:
    """What all together may do, shared fairly by networks.

    It knows of each network how much of what is used up now was used by it. What comes back in time comes back to networks in
    proportion to what they have used, so the sum over all networks is what is used in all.

    Args:
        each: what one address may.
        all: what all together may.
        time: a clock in seconds.
        kept: how many networks are remembered, those that asked last.
    """

    def __init__(self, each: Rate, all: Rate, time: Callable[[], float], kept: int) -> None:
        self.bucket = TokenBucket(all, time)
        self._share = FairShare(each.burst, all.burst)
        self._kept = kept
        self._used = 0.0
        self._faded = 0.0
        """The logarithm of the share that is left of what was used when nothing had come back."""
        self._networks: dict[str, tuple[float, float]] = {}
        """How much each network has used, and `_faded` at that time."""

    def spend(self, network: str) -> bool:
        """Whether a network may do one more; it is then counted."""
        theirs = self._of(network)
        if not self._share.grants(theirs, self.bucket.left):
            return False
        self.bucket.spend()
        self._note(network, theirs + 1)
        return True

    def give_back(self, network: str) -> None:
        """What a network has taken last does not count."""
        theirs = self._of(network)
        self.bucket.give_back()
        self._note(network, theirs - 1)

    def wait(self, network: str) -> float:
        """Return in how many seconds a network may try again that was refused."""
        theirs, left, rate = self._of(network), self.bucket.left, self.bucket.rate
        if left < 1:
            return self.bucket.wait
        gained = rate.a_second * (theirs / max(1.0, self._used) + self._share.slope(left))
        return max(1.0, (theirs + 1 - self._share.most(left)) / gained)

    def learn(self, network: str, times: float) -> None:
        """Count what a network has done at another node; `also` of the bucket counts the sum of it."""
        self._note(network, self._of(network) + max(0.0, times))

    def also(self, times: float, nodes: int) -> None:
        """Count what all together have done at so many other nodes."""
        self._fade()
        self.bucket.also(times, nodes)
        self._used = self.bucket.rate.burst - self.bucket.left

    def _of(self, network: str) -> float:
        """Return how much a network has of what is used up now."""
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
        """Let networks have used less by as much as has come back."""
        used = self.bucket.rate.burst - self.bucket.left
        if used <= 0:
            self._networks.clear()
            self._faded = 0.0
        elif used < self._used:
            self._faded += log(used / self._used)
        self._used = used
