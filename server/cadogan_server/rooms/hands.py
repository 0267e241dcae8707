"""The speed and the evenness of a player's moves.

The moves don't show where a pointer was, or whether there was one. A program that waits as people do looks like people.
"""

from __future__ import annotations

from array import array
from math import sqrt
from typing import Any

from cadogan_games.engine.game import Game
from cadogan_games.hands import quickest

STRETCH = 20
"""Consecutive moves whose rate is checked. Fewer may come at once after a connection was held up."""

ENOUGH = 30
"""Fewest spans between moves for a judgement of their evenness."""


class Hands:
    """The moves of one player, taken back or not. Moments and spans are in milliseconds, from the start of the game.

    Attributes:
        moves: the number of moves.
        last: the moment of the last move.
    """

    __slots__ = ("_delays", "_first", "_needed", "_quickest", "_rushed", "_squares", "last", "moves")

    def __init__(self, game: Game) -> None:
        self.moves = 0
        self.last = 0
        self._quickest = quickest(game)
        self._needed = 0
        """Microseconds that the quickest hands need for all moves."""
        self._rushed = False
        """True once `STRETCH` moves in a row took less time than the quickest hands need."""
        self._delays = array("q", (0,))
        """Microseconds by which each of the last `STRETCH` moves came later than the quickest hands could have made it;
        the first entry is the deal's. Once full it is a ring.
        """
        self._squares = 0
        """The sum of the squares of the spans between moves. Their sum is the time from the first move to the last."""
        self._first = 0
        """The moment of the first move."""

    def moved(self, t: int, move: tuple[Any, ...]) -> None:
        """Note a move that was made at moment `t`."""
        if self.moves:
            span = t - self.last
            self._squares += span * span
        else:
            self._first = t  # players study a deal before the first move, so the span to it says nothing
        self.moves += 1
        self.last = t
        self._needed += self._quickest(move)
        delay, delays, at = 1000 * t - self._needed, self._delays, self.moves % STRETCH
        if self.moves < STRETCH:
            delays.append(delay)
        else:
            if delay < delays[at]:
                self._rushed = True
            delays[at] = delay

    @property
    def too_fast(self) -> bool:
        """True if no hands can have made these moves: all of them, or `STRETCH` in a row, took less time than the
        quickest hands need.
        """
        return self._rushed or 1000 * self.last < self._needed

    @property
    def evenness(self) -> float | None:
        """The standard deviation of the spans between moves as a share of their mean; None if there are too few."""
        spans, total = self.moves - 1, self.last - self._first
        if spans < ENOUGH or not total:
            return None
        return round(sqrt(spans * self._squares - total * total) / total, 3)
