"""Solves positions: it searches again and again, each time differently, until a search wins or has seen everything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cadogan_games.engine.game import Game
from cadogan_games.engine.table import IllegalMove, Move, Table
from cadogan_games.solver.beam import Beam
from cadogan_games.solver.dead_ends import DeadEndFinder
from cadogan_games.solver.deriving import form_of, rough_form
from cadogan_games.solver.form import Form
from cadogan_games.solver.keys import Keys
from cadogan_games.solver.moves import Moves, moves_of, narrowed
from cadogan_games.solver.ordering import Ordering
from cadogan_games.solver.outcome import LOST, UNKNOWN, WON, LineBroken, Outcome, Verdict
from cadogan_games.solver.search import Search
from cadogan_games.solver.tables import copied
from cadogan_games.solver.worth import Worth

Report = Callable[[int], None]
"""Called now and then with the number of nodes so far. An exception that it raises ends the search and reaches the
caller."""

SHORTEST = 1000
"""The nodes of the shortest depth-first searches."""
NARROWEST = 4
"""The width of the first beam. Each further one is twice as wide."""
NOISE = 60
"""The largest random number that orders moves in all depth-first searches but the first."""
SHARE_OF_LAST = 0.4
"""The share of a budget that is kept for the last search, a depth-first one, which may see all positions."""
SHARE_IF_NARROWED = 0.2
"""The same share in games in which beams try fewer moves, and so win most deals."""
BEAMS_IF_NARROWED = 4
"""The nodes of the beams, in multiples of those of the depth-first searches there; elsewhere both get equal numbers."""


def solve(table: Table, nodes: int, report: Report | None = None, form: Form | None = None) -> Outcome:
    """Find out whether a position of a race can be won by a player who knows all cards.

    The table stays as it is. The same position and budget give the same outcome on every machine.

    Args:
        table: the position, with the seed of its deal.
        nodes: the budget, 1 or more.
        report: called after every few thousand nodes.
        form: the canonical form of the game's positions; by default it is derived.

    Raises:
        ValueError: the budget is less than 1.
        LineBroken: a line that should win does not, which is a fault in the solver.
    """
    if nodes < 1:
        raise ValueError(f"the budget is {nodes} nodes; give at least 1")
    game = table.game
    assert isinstance(game, Game)
    if table.won:
        return Outcome(WON, 0)
    used = form_of(game) if form is None else form
    if used.dead_ends is not None and DeadEndFinder(used.dead_ends).is_dead(table.piles):
        return Outcome(LOST, 0)
    attempts = _Attempts(table, used, report)
    verdict = attempts.run(nodes)
    if verdict == WON:
        replay(table, attempts.line)
    return Outcome(verdict, attempts.used, attempts.line)


class _Attempts:
    """The searches for one position, one after the other. `used` is the nodes of all of them, `line` what won."""

    def __init__(self, table: Table, form: Form, report: Report | None) -> None:
        self.used = 0
        self.line: tuple[Move, ...] = ()
        self._table = copied(table)
        self._keys = Keys(self._table, form)
        rough = rough_form(table.game, form)
        self._is_rough = rough != form
        self._rough_keys = Keys(self._table, rough)
        self._moves = moves_of(table, form)
        # Where redeals are limited, a search that treats all cards of the stock as equally near misses wins. But it sees
        # every position sooner, so the last search does that.
        limited = form.talon is not None and not form.talon.endless
        self._near_moves = moves_of(table, replace(form, talon=None)) if limited else self._moves
        self._beam_moves = narrowed(table, self._near_moves)
        self._is_narrowed = self._beam_moves is not self._near_moves
        self._worth = Worth(self._table)
        self._report = report
        self._dives = 0
        self._beams = 0

    def run(self, nodes: int) -> Verdict:
        """Search until there is a verdict or the budget is used up: by turns depth first and by beams, then all that is
        left depth first."""
        kept, times = (SHARE_IF_NARROWED, BEAMS_IF_NARROWED) if self._is_narrowed else (SHARE_OF_LAST, 1)
        most, in_dives, in_beams = nodes - int(nodes * kept), 0, 0
        while self.used < most:
            before = self.used
            if in_dives * times <= in_beams:
                verdict = self._dive(most - before)
                in_dives += self.used - before
            else:
                verdict = self._beam(most - before)
                in_beams += self.used - before
            if verdict != UNKNOWN:
                return verdict
        return self._search(nodes - self.used, self._moves)

    def _dive(self, left: int) -> Verdict:
        """Search depth first. Each second search gets twice the shortest budget, each fourth one four times, and so on."""
        nth = self._dives + 1
        return self._search(min(SHORTEST * (nth & -nth), left), self._near_moves)

    def _search(self, most: int, moves: Moves) -> Verdict:
        ordering = Ordering(self._table.game, self._dives, NOISE if self._dives else 0)
        self._dives += 1
        search = Search(self._table, moves, self._keys, ordering, self._report_used)
        verdict = search.run(most)
        return self._ended(verdict, search.nodes, search.line, moves)

    def _beam(self, left: int) -> Verdict:
        """Search by a beam twice as wide as the last."""
        keys, number = self._rough_keys, self._beams
        is_rough = self._is_rough or self._is_narrowed
        beam = Beam(self._table, self._beam_moves, keys, self._worth, number, self._report_used, is_rough)
        verdict = beam.run(NARROWEST << number, left)
        self._beams += 1
        return self._ended(verdict, beam.nodes, beam.line, self._beam_moves)

    def _ended(self, verdict: Verdict, nodes: int, line: list[Move], moves: Moves) -> Verdict:
        self.used += nodes
        if verdict == WON:
            self.line = tuple(moves.game_moves(self._table, line))
        return verdict

    def _report_used(self, more: int) -> None:
        if self._report is not None:
            self._report(self.used + more)


def replay(table: Table, line: tuple[Move, ...]) -> None:
    """Play a line on a copy of a table by the engine. Raises LineBroken if it is not legal or does not win."""
    twin = copied(table)
    where = f"{table.game.head.id}, seed {table.seed.hex()}"
    for number, move in enumerate(line):
        try:
            twin.play(move)
        except IllegalMove as error:
            raise LineBroken(f"{where}: move {number} of the line, {move}, is illegal: {error}") from error
    if not twin.won:
        raise LineBroken(f"{where}: the line ends with {line[-1:]} and does not win")
