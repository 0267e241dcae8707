"""The canonical form of a game's positions: which differences between two positions matter."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan_games.solver.dead_ends import DeadEnds
from cadogan_games.solver.dominance import Dominance
from cadogan_games.solver.talon import Talon

AS_THEY_ARE = bytes(range(256))
"""The map of cards that keeps each card."""


@dataclass(frozen=True)
class Late:
    """The late positions of a game: those in which no action is left, now or later.

    The pile `stock` (-1: there is none) is empty, and each counter of `spent`, a pair of index and limit, has reached
    its limit.
    """

    stock: int
    spent: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Form:
    """Two positions with the same canonical form are won or lost alike.

    Attributes:
        alike: for each pile a number; piles with the same number may exchange their contents.
        alike_late: the same for late positions.
        late: the late positions; None if the game has none, or they have nothing of their own.
        cards: for each card, face up or face down, the card that stands for it.
        left_out: the piles whose contents do not matter, such as a discard.
        counted: the indexes of the counters that matter.
        talon: stock and waste, if turns need not be looked at one by one; otherwise None.
        dominance: which moves need not be tried, if the definition shows that; otherwise None.
        dead_ends: how cards can get out of columns, if the definition shows that; otherwise None.
    """

    alike: tuple[int, ...]
    alike_late: tuple[int, ...]
    late: Late | None
    cards: bytes
    left_out: frozenset[int]
    counted: tuple[int, ...]
    talon: Talon | None = None
    dominance: Dominance | None = None
    dead_ends: DeadEnds | None = None


def plain_form(piles: int, counters: int) -> Form:
    """Return the form in which every difference matters, for a game with these numbers of piles and counters."""
    each = tuple(range(piles))
    return Form(each, each, None, AS_THEY_ARE, frozenset(), tuple(range(counters)))
