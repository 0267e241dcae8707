"""Positions that are lost without a search."""

from __future__ import annotations

from cadogan_games.solver.dead_ends import DeadEndFinder, dead_ends_of
from cadogan_games.solver.outcome import LOST, Outcome
from cadogan_games.solver.solve import solve
from tests.games.positions import position
from tests.games.solver.test_shortcuts import KLONDIKE


def test_a_card_that_can_never_get_out_loses_without_a_search() -> None:
    blocked = {"tableau/0": "#AS 2S", "tableau/1": "#3D KC", "tableau/2": "#3H KS"}
    assert solve(position("klondike_draw1", blocked), 100) == Outcome(LOST, 0)
    dead_ends = dead_ends_of(KLONDIKE)
    assert dead_ends is not None
    assert DeadEndFinder(dead_ends).is_dead(position("klondike_draw1", blocked).piles)
