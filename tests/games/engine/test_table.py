"""A table forgets its kept figures when it changes."""

from __future__ import annotations

import random

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.table import Table
from tests.games.positions import copy_of


def figures(table: Table) -> tuple[object, ...]:
    """Return the kept figures."""
    return table.progress, table.won, table.moves()


@pytest.mark.parametrize("id", ["klondike_draw1", "spider_1", "fourteenth", "nestor"])
def test_kept_figures_equal_those_of_a_fresh_copy_of_the_table(id: str) -> None:
    chance = random.Random(1)
    table = catalogue.game(id).deal(bytes(32))
    seen = set()
    for _ in range(300):
        assert figures(table) == figures(copy_of(table))
        seen.add(table.progress)
        if table.can_undo and (not table.moves() or chance.random() < 0.4):
            table.undo()
        else:
            table.play(chance.choice(table.moves()))
    assert len(seen) > 1


def test_cached_values_are_dropped_when_a_change_is_announced() -> None:
    table = catalogue.game("klondike").deal(bytes(32))
    before = figures(table)
    for pile in table.piles[1:]:
        table.piles[0] += pile
        pile.clear()
    assert figures(table) == before
    table.changed()
    assert figures(table) == (52, True, [])
