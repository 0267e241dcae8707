"""The time that a person takes for a move: the time of the hand, and the time of the eye, which grows with the choices."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2


@dataclass(frozen=True)
class Tempo:
    """The seconds that a player takes, by Hick's law (Hick, "On the rate of gain of information", 1952).

    The time to choose grows with the logarithm of the number of choices; making the move adds a constant.

    Attributes:
        hand: the seconds to make a chosen move.
        choice: the seconds for each bit of the choice. Two legal moves and the chance to make neither are 1.6 bits.
    """

    hand: float
    choice: float = 0.0

    def seconds(self, offered: int) -> float:
        """Return the mean seconds for a move among `offered` legal moves."""
        return self.hand + self.choice * log2(1 + offered)


USUAL = Tempo(0.8, 0.45)
"""The tempo of a policy that has none of its own: the tempo of the fair bot."""
