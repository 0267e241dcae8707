"""Lines of moves: a beam search over what lies face up.

From each layer of positions all moves are tried, and the best positions found are the next layer. A line ends where an
unknown card would be turned up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cadogan_client.bots.policy import RANKS
from cadogan_client.bots.runs.building import Building, Pile, Step
from cadogan_client.bots.runs.columns import Columns

Piles = tuple[Pile, ...]


class Line(NamedTuple):
    """Some moves, one after the other.

    Attributes:
        steps: the moves.
        worth: the worth of the position behind them.
    """

    steps: tuple[Step, ...]
    worth: int


class Position:
    """A position that a search has reached.

    Attributes:
        piles: the columns.
        key: the same for positions of which the columns have changed places alone.
        worth: the worth of the columns, and of what has gone home on the way.
        depth: the number of moves up to here.
        step, before: the last move, and the position before it.
    """

    __slots__ = ("before", "depth", "key", "piles", "step", "worth")

    def __init__(self, piles: Piles, key: int, worth: int, step: Step | None, before: Position | None) -> None:
        self.piles = piles
        self.key = key
        self.worth = worth
        self.step = step
        self.before = before
        self.depth: int = before.depth + 1 if before else 0


Child = tuple[int, int, Position, Step, Pile, Pile, int]
"""A position that a move leads to: less its worth, a number, the position before, the move, both columns after it, and
its key. Sorting puts the best first."""


class Lines:
    """Finds lines at one table.

    Args:
        building: which moves there are.
        columns: what is worth how much.
    """

    def __init__(self, building: Building, columns: Columns) -> None:
        self._building = building
        self._columns = columns
        self._step = columns.weights.step
        self._left = 0
        self._seen: set[int] = set()
        self._best_worth = 0
        self._best: tuple[Position, Step, int] | None = None

    def best(self, start: Piles, first: Iterable[Step], nodes: int, width: int) -> Line | None:
        """Return the line to the best position found, or None if none is better than the start.

        Args:
            start: the columns.
            first: the moves to begin with.
            nodes: how many moves are tried at most.
            width: how many positions of a layer lead to the next.
        """
        key, worth = self._sum(start)
        self._left, self._seen = nodes, {key}
        self._best_worth, self._best = worth, None
        begin = Position(start, key, worth, None, None)
        layer = [begin]
        while layer and self._left > 0:
            children: list[Child] = []
            for position in layer:
                self._try(position, first if position is begin else self._building.moves(position.piles), children)
            children.sort()
            layer = [self._made(child) for child in children[:width]]
        return self._found()

    def worth(self, piles: Piles) -> int:
        """Return the worth of some columns."""
        return self._sum(piles)[1]

    def after(self, piles: Piles, move: Step) -> Piles:
        """Return the columns after a move. A whole suit in order goes home if it does so here."""
        src, dst, n = move
        less, more = piles[src][:-n], piles[dst] + piles[src][-n:]
        if self._columns.look(more)[2]:
            more = more[:-RANKS]
        after = list(piles)
        after[src], after[dst] = less, more
        return tuple(after)

    def _sum(self, piles: Sequence[Pile]) -> tuple[int, int]:
        """Return the key and the worth of some columns."""
        looks = [self._columns.look(pile) for pile in piles]
        return sum(look[1] for look in looks), sum(look[0] for look in looks)

    def _try(self, position: Position, moves: Iterable[Step], children: list[Child]) -> None:
        """Add the new positions behind a position to the children, and note the best."""
        look, seen, piles = self._columns.look, self._seen, position.piles
        looks = [look(pile) for pile in piles]
        cost = self._step * (position.depth + 1)
        home = self._columns.weights.home * RANKS
        for move in moves:
            if self._left <= 0:
                return
            self._left -= 1
            src, dst, n = move
            a = piles[src]
            less, more = a[:-n], piles[dst] + a[-n:]
            worth_less, hash_less, _ = look(less)
            worth_more, hash_more, goes_home = look(more)
            gained = 0
            if goes_home:
                more, gained = more[:-RANKS], home
                worth_more, hash_more, _ = look(more)
            key = position.key - looks[src][1] - looks[dst][1] + hash_less + hash_more
            if key in seen:
                continue
            seen.add(key)
            worth = position.worth - looks[src][0] - looks[dst][0] + worth_less + worth_more + gained
            if worth - cost > self._best_worth:
                self._best_worth, self._best = worth - cost, (position, move, worth)
            if (less and less[-1] < 0) or (more and more[-1] < 0):
                continue  # an unknown card is turned up
            children.append((-worth, len(children), position, move, less, more, key))

    def _found(self) -> Line | None:
        """Return the line to the best position, or None if that is the start."""
        if self._best is None:
            return None
        before, step, worth = self._best
        steps = [step]
        while before.step is not None and before.before is not None:
            steps.append(before.step)
            before = before.before
        return Line(tuple(reversed(steps)), worth)

    def _made(self, child: Child) -> Position:
        """Return the position that a move leads to."""
        worth, _, before, step, less, more, key = child
        piles = list(before.piles)
        piles[step[0]], piles[step[1]] = less, more
        return Position(tuple(piles), key, -worth, step, before)
