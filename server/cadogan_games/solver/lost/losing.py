"""Finds out where a race was lost, by searches from some of the positions that its boards went through.

Verdicts spread along a board's way (`timeline.py`), so a search from the middle of the open positions halves their
number. All searches with the smallest budget come first. Positions that they leave open are searched with four times as
much, and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from cadogan_games.engine.table import Move, Table
from cadogan_games.solver.form import Form
from cadogan_games.solver.lost.timeline import Step, Timelines
from cadogan_games.solver.outcome import LOST, UNKNOWN, WON, Verdict
from cadogan_games.solver.solve import solve

FIRST_BUDGET = 1_000
"""The budget of the first searches, in nodes."""
GROWTH = 4
"""The factor from each budget to the next."""
LARGEST_BUDGET = 64_000
"""The largest budget of one search: some seconds of work in a slow game."""
EACH = 200
"""The nodes that each search counts besides its own, for the work of beginning it."""
COARSE = 8
"""A stretch between two positions that were searched in vain is searched further only if it has at least one in `COARSE`
of all open positions."""


class Tried(NamedTuple):
    """A search from a position of a board: its verdict, the nodes it took, its budget, and the moves that win."""

    board: int
    position: int
    verdict: Verdict
    nodes: int
    budget: int
    line: tuple[Move, ...] = ()


class Span(NamedTuple):
    """Positions `first` to `last` with the same verdict."""

    first: int
    last: int
    verdict: Verdict


class BoardVerdicts(NamedTuple):
    """The verdicts on the positions of a board.

    Attributes:
        spans: all positions in order.
        last_won: the last position that is proved won; None if none is.
        line: moves that win from there; empty if there is no such position, or the player had won, or none were found.
    """

    spans: tuple[Span, ...]
    last_won: int | None
    line: tuple[Move, ...]


class Losing:
    """The search for where a race was lost. The same race and the same earlier searches give the same next one.

    Args:
        start: the deal, or another position from which all boards begin. It stays as it is.
        boards: the steps of each board: moves, and None where one was taken back.
        nodes: the budget for each board.
        tried: the searches so far.
        form: the canonical form of the game's positions; by default it is derived.

    Raises:
        IllegalMove, NothingToUndo: a step breaks the rules.
        LineBroken: verdicts contradict each other, which is a fault in the solver.
    """

    def __init__(
        self,
        start: Table,
        boards: Sequence[Sequence[Step]],
        nodes: int,
        tried: Iterable[Tried] = (),
        form: Form | None = None,
    ) -> None:
        self._timelines = Timelines(start, boards, form)
        self._form = form
        self._nodes = nodes
        self._used = [0] * len(boards)
        self._budgets: dict[int, int] = {}
        """The largest budget that was in vain, by place."""
        self.tried: list[Tried] = []
        for one in tried:
            self.note(one)

    def used(self, board: int) -> float:
        """Return the share of a board's budget that is used, from 0 to 1."""
        return min(1.0, self._used[board] / self._nodes)

    def search(self, board: int) -> Tried | None:
        """Search from the next position of a board; None if it is decided, or its budget used up."""
        wanted = self._next(board)
        if wanted is None:
            return None
        position, budget = wanted
        outcome = solve(self._timelines.table(board, position), budget, form=self._form)
        one = Tried(board, position, outcome.verdict, outcome.nodes, budget, outcome.line)
        self.note(one)
        return one

    def note(self, one: Tried) -> None:
        """Note what an earlier search has found.

        Raises:
            LineBroken: verdicts contradict each other, which is a fault in the solver.
        """
        lines = self._timelines
        self.tried.append(one)
        self._used[one.board] += one.nodes + EACH
        if one.verdict == WON:
            lines.note_won(one.board, one.position, one.line)
        elif one.verdict == LOST:
            lines.note_lost(one.board, one.position)
        else:
            place = lines.place(one.board, one.position)
            self._budgets[place] = max(one.budget, self._budgets.get(place, 0))

    def table(self, board: int, position: int) -> Table:
        """Return a table that stands at a position of a board."""
        return self._timelines.table(board, position)

    def verdicts(self, board: int) -> BoardVerdicts:
        """Return what is known about a board."""
        lines, spans = self._timelines, list[Span]()
        for position in range(lines.length(board)):
            verdict = lines.verdict(board, position)
            if spans and spans[-1].verdict == verdict:
                spans[-1] = spans[-1]._replace(last=position)
            else:
                spans.append(Span(position, position, verdict))
        last = self._last_won(board)
        line = () if last is None else lines.line(board, last) or ()
        return BoardVerdicts(tuple(spans), last, line)

    def _next(self, board: int) -> tuple[int, int] | None:
        """Return the position to search from next, and the budget."""
        left = self._nodes - self._used[board]
        if left <= 0:
            return None
        lineless = self._lineless(board, min(left, LARGEST_BUDGET))
        if lineless is not None:
            return lineless
        budget = FIRST_BUDGET
        while True:
            budget = min(budget, left, LARGEST_BUDGET)
            for way in self._timelines.paths[board]:
                position = self._open(board, way, budget)
                if position is not None:
                    return position, budget
            if budget == min(left, LARGEST_BUDGET):
                return None
            budget *= GROWTH

    def _lineless(self, board: int, budget: int) -> tuple[int, int] | None:
        """Return the last position that is proved won, if no line from it is known, and the budget to search it with.

        That happens if only an equivalent position was searched. The search waits until everything else is decided.
        """
        lines, last = self._timelines, self._last_won(board)
        if last is None or lines.line(board, last) is not None:
            return None
        if any(lines.verdict(board, position) == UNKNOWN for position in range(lines.length(board))):
            return None
        mine = [one for one in self.tried if (one.board, one.position) == (board, last)]
        return None if mine else (last, budget)

    def _last_won(self, board: int) -> int | None:
        lines = self._timelines
        positions = range(lines.length(board) - 1, -1, -1)
        return next((position for position in positions if lines.verdict(board, position) == WON), None)

    def _open(self, board: int, way: Sequence[int], budget: int) -> int | None:
        """Return the position on a way that tells most and was not searched with this budget."""
        lines = self._timelines
        verdicts = [lines.verdict(board, position) for position in way]
        start = next((at for at, verdict in enumerate(verdicts) if verdict != WON), len(way))
        end = next((at for at, verdict in enumerate(verdicts) if verdict == LOST), len(way))
        vain = [at for at in range(start, end) if self._budgets.get(lines.place(board, way[at]), 0) >= budget]
        if start >= end or len(vain) == end - start:
            return None
        if end == len(way) and (not vain or vain[-1] != end - 1):
            return way[-1]
        if start == 0 and 0 not in vain:
            return way[0]
        marks = [start - 1, *vain, end]
        stretches = [(low + 1, high) for low, high in pairwise(marks) if high - low > 1]
        first, last = stretches[0], stretches[-1]
        if last[1] == end:
            at = last
        elif first[0] == start:
            at = first
        else:
            at = max(stretches, key=lambda stretch: stretch[1] - stretch[0])
            if (at[1] - at[0]) * COARSE < end - start:
                return None
        return way[(at[0] + at[1]) // 2]
