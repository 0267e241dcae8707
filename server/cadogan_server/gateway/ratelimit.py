"""How much one socket or one address may ask for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable


class TokenBucket:
    """Allows `rate` requests a second on average and `burst` at once."""

    def __init__(self, rate: float, burst: int, time: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._time = time
        self._left = float(burst)
        self._last = time()

    @property
    def empty(self) -> bool:
        """Whether nothing more is allowed now."""
        now = self._time()
        self._left = min(self._burst, self._left + (now - self._last) * self._rate)
        self._last = now
        return self._left < 1

    def take(self) -> bool:
        """Whether one more request is allowed now; it is then counted."""
        if self.empty:
            return False
        self._left -= 1
        return True


class AddressBook:
    """How many sockets each address holds."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Whether this address may hold one more; it is then counted, until `give_back`."""
        if self._held[address] >= self._most:
            return False
        self._held[address] += 1
        return True

    def give_back(self, address: str) -> None:
        """A socket of this address is gone."""
        self._held[address] -= 1
        if self._held[address] <= 0:
            del self._held[address]


GUESSES_KEPT = 10_000
"""How many addresses that have asked for rooms that there are not are remembered."""


class Guesses:
    """How often each address may ask for a room that there is not, over all its sockets: who tries codes one after the
    other would else come upon the rooms that are by invitation."""

    def __init__(self, rate: float, burst: int, time: Callable[[], float]) -> None:
        self._how = rate, burst, time
        self._buckets: dict[str, TokenBucket] = {}

    def allowed(self, address: str) -> bool:
        """Whether this address may ask for a room now."""
        bucket = self._buckets.get(address)
        return bucket is None or not bucket.empty

    def missed(self, address: str) -> None:
        """This address has asked for a room that there is not."""
        bucket = self._buckets.pop(address, None) or TokenBucket(*self._how)
        bucket.take()
        self._buckets[address] = bucket
        if len(self._buckets) > GUESSES_KEPT:
            del self._buckets[next(iter(self._buckets))]
