"""Decides when the store's memory is checked next: the faster it fills, the sooner.

At a fixed pace a small store could fill completely between two checks. Then Redis refuses moves, and all players wait
until something has been evicted.
"""

from __future__ import annotations

SOON, SOONER = 0.7, 2
"""Share of the limit above which memory is checked more often at any rate, and how many times as often."""

PART = 0.25
"""Share of the time until the store is full, at its present rate, after which memory is checked again."""

SHORTEST_SECONDS = 0.1
"""Seconds between two checks at least, however fast the store fills."""

HALVED_SECONDS = 5.0
"""Seconds after which an earlier, faster rate counts for half. It is not forgotten at once, because a full store takes nothing
new and looks calm until it has a little space again."""


class LookPace:
    """The pace of the checks.

    Args:
        longest: seconds between two checks of a store that is far from full and hardly fills.

    Attributes:
        rate: share of the limit that the store gains in a second, lately.
    """

    def __init__(self, longest: float) -> None:
        self.rate = 0.0
        self._longest = longest
        self._share = 0.0
        self._noted: float | None = None

    def note(self, share: float, now: float) -> None:
        """Note the share of the limit that is in use at the moment `now`, in seconds."""
        if self._noted is not None and now > self._noted:
            passed = now - self._noted
            self.rate = max((share - self._share) / passed, self.rate * 0.5 ** (passed / HALVED_SECONDS))
        self.start_from(share, now)

    def start_from(self, share: float, now: float) -> None:
        """Note the share of the limit that an eviction has left in use."""
        self._share, self._noted = share, now

    @property
    def seconds(self) -> float:
        """Seconds from the last check to the next one."""
        usual = self._longest / SOONER if self._share > SOON else self._longest
        if not self.rate:
            return usual
        return min(usual, max(SHORTEST_SECONDS, PART * (1.0 - self._share) / self.rate))
