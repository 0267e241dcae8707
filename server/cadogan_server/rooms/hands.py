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
"""The number of consecutive moves whose rate is checked: a few may come at once after a connection was held up."""

ENOUGH = 30
"""The number of spans between moves needed to judge how even they are."""


class Hands:
    """The moves of one player, taken back or not. Moments and spans are in milliseconds, from the start of the game.

    Attributes:
        moves: the number of moves.
        last: the moment of the last move.
    """

    __slots__ = ("_first", "_lately", "_needed", "_quickest", "_rushed", "_squares", "last", "moves")

    def __init__(self, game: Game) -> None:
        self.moves = 0
        self.last = 0
        self._quickest = quickest(game)
        self._needed = 0
        """Microseconds that the quickest hands need for all moves."""
        self._rushed = False
        self._lately = array("q", (0,))
        """For the deal and the last moves: how much later each was than the quickest hands could have been, in
        microseconds. It is a ring once it is full.
        """
        self._squares = 0
        """The sum of the squares of the spans between moves. Their sum is the time from the first move to the last."""
        self._first = 0

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
        later, lately, at = 1000 * t - self._needed, self._lately, self.moves % STRETCH
        if self.moves < STRETCH:
            lately.append(later)
        else:
            if later < lately[at]:
                self._rushed = True
            lately[at] = later

    @property
    def too_fast(self) -> bool:
        """True if no hands can have made these moves: all of them, or `STRETCH` in a row, took less time than they
        need.
        """
        return self._rushed or 1000 * self.last < self._needed

    @property
    def evenness(self) -> float | None:
        """The standard deviation of the spans between moves as a share of their mean; None if there are too few."""
        spans, total = self.moves - 1, self.last - self._first
        if spans < ENOUGH or not total:
            return None
        return round(sqrt(spans * self._squares - total * total) / total, 3)
