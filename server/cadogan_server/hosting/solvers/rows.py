"""Searches a row of deals for the first that the solver wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from cadogan_games.solver.outcome import WON
from cadogan_games.solver.proof import MOST_NUMBERS, seed_of_deal
from cadogan_server.hosting.solvers.worker import Answer, Question


class Solves(Protocol):
    """Tries deals, as `Solvers` does."""

    async def solve(self, question: Question, /) -> Answer:
        """Return what the solver says about a deal; raise NotSolved if it can't be tried."""


class Found(NamedTuple):
    """The number of the first deal that was won, None if none was, and the nodes that this deal took."""

    number: int | None
    effort: int = 0


class Row(NamedTuple):
    """The deals of a game that a seed gives. `nodes` is the solver's budget for each."""

    game: str
    options: Mapping[str, Any]
    revision: int
    seed: bytes
    nodes: int


async def first_won(solvers: Solves, row: Row, is_wanted: Callable[[], bool] = lambda: True) -> Found:
    """Return the first deal of a row that the solver wins.

    Args:
        solvers: try the deals, one after the other.
        row: the deals.
        is_wanted: the search ends, and finds nothing, once this returns False.

    Raises:
        NotSolved: there are no solvers, or the process has failed.
    """
    for number in range(MOST_NUMBERS):
        seed = seed_of_deal(row.seed, number).hex()
        answer = await solvers.solve(Question(row.game, dict(row.options), row.revision, seed, row.nodes))
        if answer.verdict == WON:
            return Found(number, answer.nodes)
        if not is_wanted():
            break
    return Found(None)
