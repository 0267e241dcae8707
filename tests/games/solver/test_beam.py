"""The beam search."""

from __future__ import annotations

from random import Random

import pytest

from cadogan_games import catalogue
from cadogan_games.solver.beam import Beam
from cadogan_games.solver.deriving import form_of
from cadogan_games.solver.keys import Keys
from cadogan_games.solver.moves import Moves
from cadogan_games.solver.outcome import LOST, UNKNOWN, WON
from cadogan_games.solver.worth import Worth
from tests.games.positions import copy_of
from tests.games.solver.short import exhaustive, few_cards, short_deal, shortened
from tests.games.solver.test_solve import dealt


@pytest.mark.parametrize("id", ["klondike_draw1", "spiderette", "sultan", "salic_law"])
def test_a_beam_leaves_table_and_key_as_they_were(id: str) -> None:
    table = dealt(id)
    for move in table.moves()[:1]:
        table.play(move)
    before, log = copy_of(table), table.log[:]
    keys = Keys(table, form_of(catalogue.game(id)))
    key = keys.key
    beam = Beam(table, Moves(table), keys, Worth(table), 0, None)
    assert beam.run(4, 700) in (WON, LOST, UNKNOWN)
    assert beam.nodes <= 700
    assert (table.piles, table.counters, table.log) == (before.piles, before.counters, log)
    assert keys.key == key == Keys(table, form_of(catalogue.game(id))).key


def test_a_beam_that_forgot_nothing_has_seen_everything() -> None:
    game = catalogue.game("klondike")
    chance = Random(3)
    verdicts = set()
    for _ in range(20):
        short = shortened(game, few_cards(chance))
        assert short is not None
        table = short_deal(game, short, chance.randbytes(32))
        verdict = exhaustive(table, 500)
        if verdict is not None:
            beam = Beam(table, Moves(table), Keys(table, form_of(game)), Worth(table), 0, None)
            assert beam.run(10_000, 100_000) == verdict
            verdicts.add(verdict)
            rough = Beam(table, Moves(table), Keys(table, form_of(game)), Worth(table), 0, None, rough=True)
            assert rough.run(10_000, 100_000) == (WON if verdict == WON else UNKNOWN)
            assert Beam(table, Moves(table), Keys(table, form_of(game)), Worth(table), 0, None).run(1, 100_000) in (
                verdict,
                UNKNOWN,
            )
    assert verdicts == {WON, LOST}
