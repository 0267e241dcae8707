"""The games that have moves that need not be tried."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.solver.dominance import dominance_of


def test_dominance_needs_rules_that_depend_on_top_cards_alone() -> None:
    assert dominance_of(catalogue.game("napoleons_square")) is not None
    # Whole runs only; spaces refilled by themselves; a shuffled redeal; runs that go home whole; a rule of the game's own.
    for id in ("klondike", "red_and_black", "la_belle_lucie", "spider_1", "carpet"):
        assert dominance_of(catalogue.game(id)) is None, id
