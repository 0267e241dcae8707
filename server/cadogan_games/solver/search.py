"""One depth-first search through the positions that can be reached. It skips positions that it remembers having seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cadogan_games.engine.table import Move, Table
from cadogan_games.solver.keys import Keys
from cadogan_games.solver.moves import Moves
from cadogan_games.solver.ordering import Ordering
from cadogan_games.solver.outcome import LOST, UNKNOWN, WON, Verdict
from cadogan_games.solver.tables import rewind

MOST_SEEN = 1 << 20
"""The number of keys in each half of the table of positions seen. When the newer half is full, the older is forgotten."""
REPORTED = 4096
"""The number of nodes after which a search reports."""


class Search:
    """A search on a table, which it changes and leaves as it was.

    A node is a position that the search reaches by a move, whether or not it has been there before. A search skips only
    positions that it has finished or is still working on. So a search that ends within its budget has seen every
    position that can be reached, even if the table of positions seen forgets some.
    """

    def __init__(
        self, table: Table, moves: Moves, keys: Keys, ordering: Ordering, report: Callable[[int], None] | None
    ) -> None:
        self.nodes = 0
        self.line: list[Move] = []
        self._table = table
        self._keys = keys
        self._ordering = ordering
        self._report = report
        self._moves = moves
        # The state of each position on the way to the present one: the moves not tried yet and their rules, and how to
        # get back to the position before.
        self._untried: list[list[Move]] = []
        self._rules: list[dict[Move, Any]] = []
        self._marks: list[int] = []
        self._before: list[int] = []
        self._trails: list[int] = []

    def run(self, most: int) -> Verdict:
        """Search from the table's position through at most `most` nodes. If it is won, `line` has the moves."""
        table, keys, log = self._table, self._keys, self._table.log
        newer: set[int] = {keys.key}
        older: set[int] = set()
        self._enter(len(log), keys.key, len(keys.trail))
        while self._untried:
            untried = self._untried[-1]
            if not untried:
                self._leave()
                continue
            if self.nodes >= most:
                self._end()
                return UNKNOWN
            self.nodes += 1
            if self._report is not None and self.nodes % REPORTED == 0:
                self._report(self.nodes)
            move = untried.pop()
            mark, before, trail = len(log), keys.key, len(keys.trail)
            self._moves.do(table, move, self._rules[-1].get(move))
            key = keys.advance(mark)
            if key in newer or key in older:
                rewind(table, mark)
                keys.retreat(before, trail)
                continue
            if len(newer) >= MOST_SEEN:
                newer, older = older, newer
                newer.clear()
            newer.add(key)
            self.line.append(move)
            if table.won:
                rewind(table, self._marks[0])
                keys.retreat(self._before[0], self._trails[0])
                return WON
            self._enter(mark, before, trail)
        return LOST

    def _enter(self, mark: int, before: int, trail: int) -> None:
        """Find the moves of the present position."""
        rules: dict[Move, Any] = {}
        found: list[Move] = self._moves.find(self._table, rules)
        self._untried.append(self._ordering.best_last(self._table, found))
        self._rules.append(rules)
        self._marks.append(mark)
        self._before.append(before)
        self._trails.append(trail)

    def _leave(self) -> None:
        """Go back to the position before."""
        self._untried.pop()
        self._rules.pop()
        rewind(self._table, self._marks.pop())
        self._keys.retreat(self._before.pop(), self._trails.pop())
        if self.line:
            self.line.pop()

    def _end(self) -> None:
        """Go back to the first position."""
        while self._untried:
            self._leave()
