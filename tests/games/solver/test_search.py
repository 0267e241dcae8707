"""The solver's verdicts are those of looking at everything, in every race: on endings of games and on short packs."""

from __future__ import annotations

from random import Random

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.table import Table
from cadogan_games.solver.deriving import form_of
from cadogan_games.solver.form import Form
from cadogan_games.solver.outcome import Verdict
from cadogan_games.solver.solve import solve
from tests.games.solver.short import endings, exhaustive, few_cards, short_deal, shortened

RACES = [id for id in catalogue.ids() if catalogue.head_of(id).kind == "race"]
PLENTY = 1_000_000
"""A budget in which a search sees all of these positions."""


def check(table: Table, form: Form, verdict: Verdict) -> None:
    outcome = solve(table, PLENTY, form=form)
    where = f"{table.game.head.id}, seed {table.seed.hex()}: {table.piles}, {table.counters}"
    assert outcome.verdict == verdict, where


@pytest.mark.parametrize("id", RACES)
def test_endings_have_the_verdict_of_an_exhaustive_search(id: str, thorough: bool) -> None:
    game, chance = catalogue.game(id), Random(id)
    for _ in range(100 if thorough else 1):
        for table, verdict in endings(game, chance, *((3000, 3000) if thorough else (40, 300))):
            check(table, form_of(game), verdict)


@pytest.mark.parametrize("id", RACES)
def test_short_packs_have_the_verdict_of_an_exhaustive_search(id: str, thorough: bool) -> None:
    game, chance = catalogue.game(id), Random(id)
    for _ in range(500 if thorough else 2):
        short = shortened(game, few_cards(chance))
        if short is None:
            return
        table = short_deal(game, short, chance.randbytes(32))
        verdict = exhaustive(table, 3000 if thorough else 60)
        if verdict is not None:
            check(table, form_of(game), verdict)
