"""A beam search: layer by layer it keeps the most promising positions, and forgets the others.

Where a depth-first search sticks to its first choices for long, a beam follows many at once. It finds other wins, and
proves a position lost only if it never had to forget any.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from cadogan_games.engine.table import Move, Table
from cadogan_games.solver.cursor import Cursor
from cadogan_games.solver.keys import Keys
from cadogan_games.solver.moves import Moves
from cadogan_games.solver.outcome import LOST, UNKNOWN, WON, Verdict
from cadogan_games.solver.search import REPORTED
from cadogan_games.solver.tables import rewind
from cadogan_games.solver.worth import Worth

NOISE = 2
"""The largest random number that is added to what a position is worth, in all beams but number 0."""
ORDER = 1 << 32
"""More than the number of positions of a layer."""


class Path:
    """The last move on the way from the first position to another, and the path before it."""

    def __init__(self, move: Move, before: Path | None) -> None:
        self.move = move
        self.before = before


class Position:
    """A position of a layer: its piles and counters, and the path to it."""

    def __init__(self, piles: list[bytes], counters: list[int], path: Path | None) -> None:
        self.piles = piles
        self.counters = counters
        self.path = path


class Beam:
    """A search on a table, which it changes and leaves as it was. A node is a position reached by a move.

    If it is `rough`, some positions that differ have the same key, so the search proves no position lost.
    """

    def __init__(
        self,
        table: Table,
        moves: Moves,
        keys: Keys,
        worth: Worth,
        number: int,
        report: Callable[[int], None] | None,
        rough: bool = False,
    ) -> None:
        self.nodes = 0
        self.line: list[Move] = []
        self._table = table
        self._keys = keys
        self._chance = Random(number)
        self._noise = NOISE if number else 0
        self._rough = rough
        self._report = report
        self._moves = moves
        self._cursor = Cursor(table, keys, worth)

    def run(self, width: int, most: int) -> Verdict:
        """Search from the table's position through at most `most` nodes, with `width` positions in a layer. If it is
        won, `line` has the moves."""
        first = Position(self._cursor.contents[:], self._table.counters[:], None)
        log = self._table.log[:]
        self._table.log.clear()
        verdict = self._layers(first, width, most)
        self._cursor.go(first.piles, first.counters)
        self._table.log += log
        return verdict

    def _layers(self, first: Position, width: int, most: int) -> Verdict:
        seen: set[int] = {self._keys.key}
        layer = [first]
        forgot = self._rough
        while layer:
            candidates: list[tuple[int, Position, Move, Any]] = []
            for kept in layer:
                if self._expand(kept, seen, candidates, most):
                    return WON
                if self.nodes >= most:
                    return UNKNOWN
            forgot = forgot or len(candidates) > width
            candidates.sort(key=_value, reverse=True)
            layer = [self._made(kept, move, rule) for _, kept, move, rule in candidates[:width]]
        return UNKNOWN if forgot else LOST

    def _expand(
        self, kept: Position, seen: set[int], candidates: list[tuple[int, Position, Move, Any]], most: int
    ) -> bool:
        """Add the new positions one move from a kept one to the candidates; return True if one is won."""
        table, keys = self._table, self._keys
        self._cursor.go(kept.piles, kept.counters)
        here, total = keys.key, sum(self._cursor.values)
        rules: dict[Move, Any] = {}
        moves: list[Move] = self._moves.find(table, rules)
        for move in moves:
            if self.nodes >= most:
                return False
            self.nodes += 1
            if self._report is not None and self.nodes % REPORTED == 0:
                self._report(self.nodes)
            rule = rules.get(move)
            self._moves.do(table, move, rule)
            key = keys.advance(0)
            if key not in seen:
                seen.add(key)
                if table.won:
                    self._trace(Path(move, kept.path))
                    rewind(table, 0)
                    keys.retreat(here, 0)
                    return True
                value = total + self._cursor.gained() + int(self._chance.random() * (self._noise + 1))
                candidates.append((value * ORDER - len(candidates), kept, move, rule))
            rewind(table, 0)
            keys.retreat(here, 0)
        return False

    def _made(self, kept: Position, move: Move, rule: Any) -> Position:
        """Return the position after a move."""
        table = self._table
        self._cursor.go(kept.piles, kept.counters)
        self._moves.do(table, move, rule)
        contents = kept.piles[:]
        for pile in self._cursor.changed():
            contents[pile] = bytes(table.piles[pile])
        made = Position(contents, table.counters[:], Path(move, kept.path))
        rewind(table, 0)
        return made

    def _trace(self, last: Path | None) -> None:
        """Keep the moves of a path as the line."""
        self.line = []
        while last is not None:
            self.line.append(last.move)
            last = last.before
        self.line.reverse()


def _value(candidate: tuple[int, Position, Move, Any]) -> int:
    return candidate[0]
