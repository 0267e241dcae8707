"""The pace of a search."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.solver.speed import pace


def test_a_pace_is_that_of_the_clock() -> None:
    ticks = iter([0.0, 0.25, 2.25])
    found = pace(catalogue.game("klondike_draw1"), lambda: next(ticks), nodes=500)
    assert (found.nodes, found.nodes_per_second, found.form_ms) == (500, 250, 250.0)
