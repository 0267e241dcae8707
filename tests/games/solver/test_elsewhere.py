"""Other solvers come to the same verdicts: a disagreement means a fault in our rules or our solver, or theirs.

One is `fc-solve` of Shlomi Fish's Freecell Solver, where it is installed. It knows the rules by its own account, and gets the cards
as text. The other is here: it tries every order of the cards in Black Hole, by the sheet alone, without our engine. It replaces
Fish's `black-hole-solver`, since neither Debian 12 nor PyPI has the library that this needs.
`make test ARGS="--thorough -k elsewhere"` tries 200 deals of each game.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import KING, name, rank_of
from cadogan_games.engine.numbers import MICROSOFT, seed_of_number
from cadogan_games.engine.table import Table
from cadogan_games.simulate import seeds
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


@pytest.mark.skipif(shutil.which(PROGRAM) is None, reason=f"{PROGRAM} is not installed (Debian: freecell-solver-bin)")
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


def falls_in(fans: Sequence[Sequence[int]], hole: int) -> bool:
    """Return true if all fans of ranks, 1 to 13, can fall into a hole whose top card has this rank."""
    seen = set()
    waiting = [(tuple(map(len, fans)), hole)]
    while waiting:
        left, top = position = waiting.pop()
        if not any(left):
            return True
        if position in seen:
            continue
        seen.add(position)
        for i, count in enumerate(left):
            if count and (fans[i][count - 1] - top) % KING in (1, KING - 1):
                waiting.append(((*left[:i], count - 1, *left[i + 1 :]), fans[i][count - 1]))
    return False


def holes(count: int, cards: int) -> Iterator[Table]:
    """Deal Black Hole often, and lay the lowest cards of the longest fans at the bottom of the hole until `count` are left."""
    chance = random.Random(cards)
    for seed in seeds(bytes(1), count):
        table = catalogue.game("black_hole").deal(seed)
        fans, [hole] = table.group("tableau"), table.group("foundations")
        while sum(map(len, fans)) > cards:
            hole.insert(0, max(fans, key=lambda fan: (len(fan), chance.random())).pop(0))
        table.changed()
        yield table


@pytest.mark.parametrize(("cards", "count"), [(20, 200), (51, 60)])
def test_every_order_of_black_hole_is_tried(cards: int, count: int, thorough: bool) -> None:
    """Most verdicts come from small deals, which are soon decided, but nearly always lost."""
    agreed = {"won": 0, "lost": 0}
    for table in holes(200 if thorough else count, cards):
        verdict = solve(table, OURS if thorough else 1_000).verdict
        if verdict in agreed:
            fans, [hole] = ([list(map(rank_of, pile)) for pile in table.group(id)] for id in ("tableau", "foundations"))
            assert falls_in(fans, hole[-1]) == (verdict == "won"), written(table)
            agreed[verdict] += 1
    print(cards, agreed)
    assert all(agreed.values())
