"""Runs of turns are one move where the rules allow it, and a talon that promises too much is noticed."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cadogan_games import catalogue
from cadogan_games.solver.deriving import form_of
from cadogan_games.solver.outcome import WON
from cadogan_games.solver.solve import solve
from cadogan_games.solver.talon import NO_LIMIT, Talon, talon_of
from tests.examples import only_thorough
from tests.games.solver.compared import differences


def talon(id: str) -> Talon:
    found = talon_of(catalogue.game(id))
    assert found is not None
    return found


def test_runs_of_turns_are_one_move_if_they_touch_nothing_else() -> None:
    assert (talon("klondike_draw1").turns, talon("klondike_draw1").redeals) == (1, NO_LIMIT)
    assert (talon("klondike_draw3").turns, talon("klondike_draw3").endless) == (3, True)
    assert (talon("storehouse").redeals, talon("storehouse").endless) == (2, False)
    assert talon("napoleon_at_st_helena").redeals == 0
    # Spaces are filled from the waste; a redeal shuffles; another rule asks whether the stock is empty; no turns.
    for id in ("general_sedgewick", "sultan", "zodiac", "la_belle_lucie", "clock", "carpet"):
        assert talon_of(catalogue.game(id)) is None, id


@pytest.mark.parametrize("id", ["klondike_draw1", "klondike_draw3", "storehouse", "dial_no_1"])
def test_a_line_has_the_turns_before_each_card(id: str) -> None:
    game, chance = catalogue.game(id), Random(id)
    assert form_of(game).talon is not None
    won = 0
    while won < 3:
        table = game.deal(chance.randbytes(32))
        outcome = solve(table, 300)
        if outcome.verdict == WON:
            won += 1
            assert ("turn",) in outcome.line
            for move in outcome.line:
                table.play(move)
            assert table.won


@pytest.mark.parametrize(
    ("id", "changes"),
    [
        ("klondike", {"redeals": NO_LIMIT, "counter": 0}),
        ("klondike_draw3", {"turns": 4}),
        *only_thorough(("klondike_draw3", {"turns": 1})),
    ],
)
def test_a_talon_that_promises_too_much_is_noticed(id: str, changes: dict[str, Any]) -> None:
    game = catalogue.game(id)
    form = form_of(game)
    assert form.talon is not None
    assert next(differences(game, 100, 1000, replace(form, talon=replace(form.talon, **changes)), budget=20_000), None)
