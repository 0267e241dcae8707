"""The time that a person takes for a move: the hand's time, and the eye's, which grows with the number of choices."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2


@dataclass(frozen=True)
class Tempo:
    """Seconds that a player takes, by Hick's law (Hick, "On the rate of gain of information", 1952).

    The time to choose grows with the logarithm of the number of choices; making the move adds a constant.

    Attributes:
        hand: seconds to make a move that is chosen.
        choice: seconds for each bit of the choice. Two moves on offer and the chance to do neither are 1.6 bits.
    """

    hand: float
    choice: float = 0.0

    def seconds(self, offered: int) -> float:
        """Return the mean seconds for a move among so many."""
        return self.hand + self.choice * log2(1 + offered)


USUAL = Tempo(0.8, 0.45)
"""The tempo of a policy without its own: that of the fair bot."""
