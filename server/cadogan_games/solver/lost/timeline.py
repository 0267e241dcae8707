"""Boards of a race as positions: where each step led, and what a verdict on one position says about the others.

If a position is proved won, all positions that lead to it are won. If it is proved lost, all positions that it leads to are
lost. A move that was taken back leads to an earlier position again, and several boards may go through
the same position; so verdicts belong to positions, not to moments.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Move, Table
from cadogan_games.solver.deriving import form_of
from cadogan_games.solver.form import Form
from cadogan_games.solver.keys import Keys
from cadogan_games.solver.outcome import LOST, UNKNOWN, WON, LineBroken, Verdict
from cadogan_games.solver.tables import copied

Step = Move | None
"""A move, or None: the last move was taken back."""

Exact = bytes
"""A hash of the whole position. Two positions of one canonical form may have different hashes, as their moves may differ."""


class Timelines:
    """The facts known about the positions of all boards of a race.

    A position of a board is the number of steps before it: 0 is the first.

    Args:
        start: the deal, or another position from which all boards begin. It stays as it is.
        boards: the steps of each board.
        form: the canonical form of the game's positions; by default it is derived.

    Raises:
        IllegalMove, NothingToUndo: a step breaks the rules.
    """

    def __init__(self, start: Table, boards: Sequence[Sequence[Step]], form: Form | None = None) -> None:
        game = start.game
        assert isinstance(game, Game)
        self._start = start
        self._boards = boards
        self._form = form_of(game) if form is None else form
        self._keys: list[list[int]] = []
        self._exact: list[list[Exact]] = []
        self._after: dict[int, set[int]] = {}
        self._before: dict[int, set[int]] = {}
        self._ways: dict[Exact, list[tuple[Exact, Move]]] = {}
        self._verdicts: dict[int, Verdict] = {}
        self._lines: dict[Exact, tuple[Move, ...]] = {}
        self.paths = [self._walk(board) for board in boards]
        """The ways of a board, as positions, by board: from the first one to the last, and to each from which moves
        were taken back. The last way comes first."""

    def table(self, board: int, position: int) -> Table:
        """Return a table that stands at a position."""
        table = copied(self._start)
        for step in self._boards[board][:position]:
            _take(table, step)
        return table

    def length(self, board: int) -> int:
        """Return the number of positions of a board."""
        return len(self._keys[board])

    def verdict(self, board: int, position: int) -> Verdict:
        """Return what is known about a position."""
        return self._verdicts.get(self._keys[board][position], UNKNOWN)

    def place(self, board: int, position: int) -> int:
        """Return a number that positions share if they are won or lost alike."""
        return self._keys[board][position]

    def line(self, board: int, position: int) -> tuple[Move, ...] | None:
        """Return moves that win from a position; None if none are known."""
        return self._lines.get(self._exact[board][position])

    def note_lost(self, board: int, position: int) -> None:
        """Note that a position is proved lost.

        Raises:
            LineBroken: it is also proved won, which is a fault in the solver.
        """
        self._spread(self._keys[board][position], LOST, self._after)

    def note_won(self, board: int, position: int, line: tuple[Move, ...]) -> None:
        """Note that a position is won by these moves.

        Raises:
            LineBroken: it is also proved lost, which is a fault in the solver.
        """
        table = copied(self.table(board, position))
        keys = Keys(table, self._form)
        self._won(keys.key, table, line)
        for played, move in enumerate(line, 1):
            table.play(move)
            keys.begin()
            self._won(keys.key, table, line[played:])

    def _won(self, key: int, table: Table, line: tuple[Move, ...]) -> None:
        if key in self._after:
            self._spread(key, WON, self._before)
        self._lead(_exact(table), line)

    def _lead(self, exact: Exact, line: tuple[Move, ...]) -> None:
        """Note the moves that win from a position, and so from those before it."""
        waiting = [(exact, line)]
        while waiting:
            exact, line = waiting.pop()
            if exact not in self._lines:
                self._lines[exact] = line
                waiting += [(before, (move, *line)) for before, move in self._ways.get(exact, ())]

    def _spread(self, key: int, verdict: Verdict, further: dict[int, set[int]]) -> None:
        waiting = [key]
        while waiting:
            here = waiting.pop()
            known = self._verdicts.setdefault(here, verdict)
            if known != verdict:
                raise LineBroken(
                    f"{self._start.game.head.id}, seed {self._start.seed.hex()}: a position is proved both {known} and {verdict}"
                )
            waiting += [there for there in further[here] if self._verdicts.get(there) != verdict]

    def _walk(self, steps: Sequence[Step]) -> list[list[int]]:
        """Go through a board and note its positions. Return the ways to its ends."""
        table = copied(self._start)
        keys = Keys(table, self._form)
        numbers, exacts = [keys.key], [_exact(table)]
        self._meet(keys.key)
        way, ways = [0], []
        for position, step in enumerate(steps, 1):
            if step is None and position > 1 and steps[position - 2] is not None:
                ways.append(list(way))
            _take(table, step)
            keys.begin()
            here, exact = keys.key, _exact(table)
            self._meet(here)
            if step is None:
                way.pop()
            else:
                self._after[numbers[-1]].add(here)
                self._before[here].add(numbers[-1])
                self._ways.setdefault(exact, []).append((exacts[-1], step))
                self._meet_known(here, exact, numbers[-1], exacts[-1], step)
                way.append(position)
            numbers.append(here)
            exacts.append(exact)
            if table.won:
                self._won(here, table, ())
        self._keys.append(numbers)
        self._exact.append(exacts)
        ways.append(way)
        return ways[::-1]

    def _meet_known(self, here: int, exact: Exact, before: int, exact_before: Exact, step: Move) -> None:
        """Note what follows for the position before if an earlier board was won from here."""
        if self._verdicts.get(here) == WON:
            self._spread(before, WON, self._before)
        if exact in self._lines:
            self._lead(exact_before, (step, *self._lines[exact]))

    def _meet(self, key: int) -> None:
        self._after.setdefault(key, set())
        self._before.setdefault(key, set())


def _take(table: Table, step: Step) -> None:
    if step is None:
        table.undo()
    else:
        table.play(step)


def _exact(table: Table) -> Exact:
    piles = [bytes((len(pile), *pile)) for pile in table.piles]
    return blake2b(b"".join(piles) + repr(table.counters).encode(), digest_size=20).digest()
