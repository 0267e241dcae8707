"""What a player's moves tell of who makes them: how quick and how even they are.

What can't be told from here: where a pointer was, and whether there was one. A program that waits as people do looks like people.
"""

from __future__ import annotations

from array import array
from math import sqrt
from typing import Any

from cadogan_games.engine.game import Game
from cadogan_games.hands import least_ms

STRETCH = 20
"""The rate is looked at over so many moves in a row: a few may come at once after a line that was held up."""

ENOUGH = 30
"""Spans between moves that there must be before one can say how even they are."""


class Hands:
    """The moves of one player, taken back or not. Moments and spans are in milliseconds, from the start of the game.

    Attributes:
        moves: how many there were.
        last: when the last was made.
    """

    __slots__ = ("_game", "_lately", "_mean", "_needed", "_rushed", "_squares", "last", "moves")

    def __init__(self, game: Game) -> None:
        self._game = game
        self.moves = 0
        self.last = 0
        self._needed = 0.0
        self._rushed = False
        self._lately = array("d", (0, 0))
        """Of the deal and each move, in a ring once it is full: the moment, and what was needed until then."""
        self._mean = 0.0
        self._squares = 0.0

    def moved(self, t: int, move: tuple[Any, ...]) -> None:
        """Take a move down that was made at moment `t`."""
        self.moves += 1
        self._needed += least_ms(self._game, move)
        if self.moves > 1:  # a deal is looked at before the first move: the span to it says nothing
            self._weigh(t - self.last)
        self.last = t
        lately, at = self._lately, 2 * (self.moves % (STRETCH + 1))
        if self.moves <= STRETCH:
            lately.extend((t, self._needed))
        else:
            lately[at], lately[at + 1] = t, self._needed
        if self.moves >= STRETCH:
            at = (at + 2) % len(lately)  # the place after the last of a ring is its first
            self._rushed |= t - lately[at] < self._needed - lately[at + 1]

    @property
    def too_fast(self) -> bool:
        """Whether no hands can have made these moves: all of them, or `STRETCH` in a row, took less time than they need."""
        return self._rushed or self.last < self._needed

    @property
    def evenness(self) -> float | None:
        """The standard deviation of the spans between moves as a share of their mean; None where there are too few."""
        spans = self.moves - 1
        if spans < ENOUGH or not self._mean:
            return None
        return round(sqrt(self._squares / spans) / self._mean, 3)

    def _weigh(self, span: int) -> None:
        """Bring mean and sum of squared differences up to date, by the method of Welford (Technometrics 4, 1962)."""
        off = span - self._mean
        self._mean += off / (self.moves - 1)
        self._squares += off * (span - self._mean)
