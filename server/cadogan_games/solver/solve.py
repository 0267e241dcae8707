"""Solves positions: searches again and again, each time in another order, until one search wins or all is seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cadogan_games.engine.game import Game
from cadogan_games.engine.table import IllegalMove, Move, Table
from cadogan_games.solver.deriving import form_of
from cadogan_games.solver.form import Form
from cadogan_games.solver.keys import Keys
from cadogan_games.solver.ordering import Ordering
from cadogan_games.solver.outcome import UNKNOWN, WON, LineBroken, Outcome
from cadogan_games.solver.search import Search
from cadogan_games.solver.steps import copied

Report = Callable[[int], None]
"""Is called now and then with the number of nodes so far. What it raises ends the search and reaches the caller."""

SHORTEST = 1000
"""The nodes of the shortest searches."""
NOISE = 60
"""The largest random number that orders moves in all searches but the first."""
SHARE_OF_LAST = 0.4
"""The share of a budget that is kept for the last search, which may see all positions."""


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
    walked = copied(table)
    keys = Keys(walked, form_of(game) if form is None else form)
    used = 0

    def told(more: int) -> None:
        if report is not None:
            report(used + more)

    for number, most in _budgets(nodes):
        search = Search(walked, keys, Ordering(game, number, NOISE if number else 0), told)
        verdict = search.run(most)
        used += search.nodes
        if verdict == WON:
            line = tuple(search.line)
            replay(table, line)
            return Outcome(WON, used, line)
        if verdict != UNKNOWN:
            return Outcome(verdict, used)
    return Outcome(UNKNOWN, used)


def _budgets(nodes: int) -> Iterator[tuple[int, int]]:
    """Yield the numbers of the searches and their budgets.

    Each second search gets twice the shortest budget, each fourth one four times, and so on. The last gets the rest.
    """
    number, left, kept = 0, nodes, int(nodes * SHARE_OF_LAST)
    while left > kept:
        number += 1
        most = min(SHORTEST * (number & -number), left)
        yield number - 1, most
        left -= most
    if left:
        yield number, left


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
