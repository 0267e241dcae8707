"""Another solver comes to the same verdicts: `fc-solve` of Shlomi Fish's Freecell Solver, where it is installed.

It knows the rules by its own account, and gets the cards as text. `make test ARGS="--thorough -k elsewhere"` tries 200 deals of
each game. A disagreement means a fault in our rules or our solver, or theirs.
"""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.numbers import MICROSOFT, seed_of_number
from cadogan_games.engine.table import Table
from cadogan_games.solver.solve import solve

PROGRAM = "fc-solve"
PRESETS = {
    "freecell": "freecell",
    "bakers_game": "bakers_game",
    "eight_off": "eight_off",
    "seahaven_towers": "seahaven_towers",
    "simple_simon": "simple_simon",
}
"""By game: the name of its rules there."""

OURS, THEIRS = 20_000, 100_000
"""The budgets in positions: deals that either solver leaves open are no disagreement."""

pytestmark = pytest.mark.skipif(
    shutil.which(PROGRAM) is None, reason=f"{PROGRAM} is not installed (Debian: freecell-solver-bin)"
)


def written(table: Table) -> str:
    """Return a deal as the program reads it."""
    lines = [" ".join(map(name, column)) for column in table.group("tableau")]
    if "cells" in table.game.first:
        lines.insert(0, f"Freecells: {' '.join(name(cell[0]) if cell else '-' for cell in table.group('cells'))}")
    return "\n".join(lines) + "\n"


def verdict_elsewhere(id: str, table: Table) -> str:
    """Return what the program says of a deal: won, lost or unknown."""
    command = (PROGRAM, "--game", PRESETS[id], "--method", "a-star", "--max-iters", str(THEIRS))
    done = subprocess.run(command, input=written(table), capture_output=True, text=True, check=False, timeout=300)
    if "This game is solveable." in done.stdout:
        return "won"
    assert "I could not solve this game." in done.stdout, done.stdout + done.stderr
    tried = re.search(r"Total number of states checked is (\d+)\.", done.stdout)
    assert tried is not None
    return "lost" if int(tried[1]) < THEIRS else "unknown"  # it says the same of a deal that it has given up


@pytest.mark.parametrize("id", PRESETS)
def test_another_solver_comes_to_the_same_verdicts(id: str, thorough: bool) -> None:
    """Of Simple Simon its search is not complete, so what it can't win there may be won all the same."""
    found: dict[tuple[str, str], list[int]] = {}
    for number in range(1, 201 if thorough else 3):
        table = catalogue.game(id).deal(seed_of_number(MICROSOFT, number))
        verdicts = solve(table, OURS).verdict, verdict_elsewhere(id, table)
        found.setdefault(verdicts, []).append(number)
    print(id, {" / ".join(verdicts): len(numbers) for verdicts, numbers in found.items()})
    assert ("lost", "won") not in found
    assert ("won", "lost") not in found or id == "simple_simon"
