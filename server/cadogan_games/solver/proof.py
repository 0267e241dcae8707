"""Deals that are proved winnable: the first of a row of deals that the solver wins.

One seed gives a row of deals. Deal `number` of it has the seed SHA-256(seed ‖ number as 4 bytes, the most significant
first). The solver tries them from 0 on, each within `NODES`, and the first that it wins is dealt. So nobody chooses the
deal, and anybody can try the same row again and find the same number.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256

from cadogan_games import catalogue
from cadogan_games.engine.game import Game
from cadogan_games.engine.head import Value
from cadogan_games.kept import FOLDER
from cadogan_games.solver.outcome import WON, Outcome
from cadogan_games.solver.solve import solve
from cadogan_games.solver.solved import Solved

NODES = 5_000
"""The solver's budget for one deal, in positions reached: less than a tenth of a second's work."""

DAY_NODES = 20_000
"""The budget for one deal of a day's race, which is sought a day ahead."""

SOLVER_REVISION = 3
"""Rises when the solver may find another verdict within a budget than before, as then rows of deals have other numbers."""

MOST_NUMBERS = 256
"""The largest number of deals of a row that are tried."""


SOON = 0.1
"""The share of deals that the solver must win within the budget, so that a winnable one is found within seconds."""

SOLVED = FOLDER / "quickly_solved.json"
"""Verdicts within the budget: `cadogan solve --all --deals 20 --nodes 5000 --report FOLDER`. For a new game this file is first
copied to `solved.json` in FOLDER."""


@cache
def found_soon(id: str) -> bool:
    """Return True if a winnable deal of a game is found within seconds, as a rule; False also for a game not measured."""
    row = _solved().row(id)
    return row.deals > 0 and row.won >= SOON * row.deals


@cache
def _solved() -> Solved:
    return Solved.parse(SOLVED.read_text(encoding="utf-8"))


def seed_of_deal(seed: bytes, number: int) -> bytes:
    """Return the seed of a deal of a row."""
    return sha256(seed + number.to_bytes(4, "big")).digest()


def try_deal(game: Game, seed: bytes, number: int, nodes: int = NODES) -> Outcome:
    """Return what the solver finds out about a deal of a row within a budget."""
    return solve(game.deal(seed_of_deal(seed, number)), nodes)


def first_won(id: str, options: Mapping[str, Value], seed: bytes, nodes: int, revision: int, most: int) -> int | None:
    """Return the first number of a row that the solver wins, for `cadogan verify`; None if it wins none below `most`.

    Raises:
        LookupError: there is no such game, or this solver is of another revision, which may find another number.
    """
    if revision != SOLVER_REVISION:
        raise LookupError(f"the deal was proved by revision {revision} of the solver, and this is {SOLVER_REVISION}")
    game = catalogue.game(id, options)
    assert isinstance(game, Game)
    numbers = range(min(most, MOST_NUMBERS))
    return next((number for number in numbers if try_deal(game, seed, number, nodes).verdict == WON), None)
