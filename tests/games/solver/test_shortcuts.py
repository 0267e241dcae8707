"""Shortcuts of the search hold where a definition allows them, and broken ones give wrong verdicts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import JOKER
from cadogan_games.solver.deriving import form_of
from cadogan_games.solver.dominance import Dominance
from cadogan_games.solver.form import Form
from cadogan_games.solver.outcome import LOST, WON
from cadogan_games.solver.solve import solve
from tests.each import each
from tests.games.positions import position
from tests.games.solver.compared import RACES, differences, forms_with_one_shortcut

KLONDIKE = catalogue.game("klondike_draw1")

HAVING_ALL = ("klondike_draw1", "golf", "nestor")
"""Games that have each shortcut between them."""


def of(form: Form) -> Dominance:
    assert form.dominance is not None
    return form.dominance


def suits_merged(form: Form) -> Form:
    return replace(form, cards=bytes([*(card % 13 for card in range(52)), *form.cards[52:]]))


def columns_and_homes_alike(form: Form) -> Form:
    return replace(form, alike=(0,) * len(form.alike))


def always_home_at_once(form: Form) -> Form:
    return replace(form, dominance=replace(of(form), needs=(0,) * JOKER))


def no_parts_of_runs(form: Form) -> Form:
    return replace(form, dominance=replace(of(form), goes=(0,) * JOKER, first=0))


def nothing_comes_back(form: Form) -> Form:
    return replace(form, dominance=replace(of(form), on=(0,) * JOKER))


def everything_is_dead_without_places(form: Form) -> Form:
    assert form.dead_ends is not None
    return replace(form, dead_ends=replace(form.dead_ends, on=(0,) * JOKER))


@pytest.mark.parametrize("broken", [columns_and_homes_alike, always_home_at_once, everything_is_dead_without_places])
def test_a_broken_shortcut_gives_a_wrong_verdict(broken: Callable[[Form], Form]) -> None:
    assert next(differences(KLONDIKE, 400, 1000, broken(form_of(KLONDIKE)), budget=20_000), None)


def test_the_whole_shortcuts_give_no_wrong_verdict() -> None:
    assert not list(differences(KLONDIKE, 30, 500, form_of(KLONDIKE)))


@each("id", RACES)
def test_each_shortcut_alone_gives_no_wrong_verdict(id: str, thorough: bool) -> None:
    if thorough or id in HAVING_ALL:
        game = catalogue.game(id)
        for name, form in forms_with_one_shortcut(game).items():
            found = differences(game, 100, 1000, form) if thorough else differences(game, 3, 100, form)
            assert not list(found), name


def test_the_games_tried_each_time_have_every_shortcut() -> None:
    names = {name for id in HAVING_ALL for name in forms_with_one_shortcut(catalogue.game(id))}
    assert names == {"piles alike", "suits alike", "left out", "turns", "dominance", "dead ends"}


HIGHER = "KS KH KC KD QS QH QC QD JS JH JC JD TS TH TC TD "
NEEDS_A_CARD_BACK = {
    "foundations/0": "AC 2C",
    "foundations/1": "AD 2D 3D",
    "tableau/0": "#3C #AH 2S",
    "tableau/1": "AS 2H",
    "tableau/3": "4H 3S 3H 4C",
    "tableau/4": "4D 4S",
    "tableau/5": HIGHER + "9S 9H 9C 9D 8S 8H 8C 8D 7S 7H 7C 7D 6S 6H 6C 6D 5H 5C 5D 5S",
}
"""The 3 of diamonds must come back to take the 2 of spades."""
NEEDS_PART_OF_A_RUN = {
    "foundations/0": "AC 2C 3C 4C 5C 6C 7C",
    "foundations/1": "AD 2D 3D 4D 5D 6D 7D",
    "foundations/2": "AH 2H 3H 4H 5H",
    "foundations/3": "AS 2S 3S 4S 5S 6S 7S",
    "tableau/0": "8S 7H",
    "tableau/1": "8C",
    "tableau/2": "6H 9S",
    "tableau/3": HIGHER + "9H 9D 9C 8H 8D",
}
"""The 7 of hearts must leave the 8 of spades for that to go home."""


@pytest.mark.parametrize(
    ("piles", "broken"),
    [
        (NEEDS_A_CARD_BACK, nothing_comes_back),
        (NEEDS_PART_OF_A_RUN, no_parts_of_runs),
        (NEEDS_PART_OF_A_RUN, suits_merged),
    ],
)
def test_a_shortcut_that_forbids_a_needed_move_gives_a_false_loss(
    piles: dict[str, str], broken: Callable[[Form], Form]
) -> None:
    table = position("klondike_draw1", piles)
    assert sum(map(len, table.piles)) == 52
    assert solve(table, 100_000).verdict == WON
    assert solve(table, 100_000, form=broken(form_of(KLONDIKE))).verdict == LOST
