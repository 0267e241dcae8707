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

    def take(self) -> bool:
        """Whether one more request is allowed now; it is then counted."""
        now = self._time()
        self._left = min(self._burst, self._left + (now - self._last) * self._rate)
        self._last = now
        if self._left < 1:
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
