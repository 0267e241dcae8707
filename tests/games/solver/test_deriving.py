"""The canonical form of a game keeps the differences that matter, and a wrong form is noticed."""

from __future__ import annotations

from dataclasses import replace

from cadogan_games import catalogue
from cadogan_games.solver.deriving import form_of
from cadogan_games.solver.form import AS_THEY_ARE, plain_form
from tests.games.solver.compared import differences


def alike(id: str, group: str, *, late: bool = False) -> bool:
    """True if all piles of a group may exchange their contents."""
    game = catalogue.game(id)
    form = form_of(game)
    numbers = form.alike_late if late else form.alike
    return len({numbers[pile] for pile in game.indexes(group)}) == 1


def test_columns_are_alike_unless_rows_are_dealt_on_them() -> None:
    assert alike("klondike_draw1", "tableau")
    assert alike("mrs_mop", "tableau")
    assert alike("flower_garden", "reserve")
    assert not alike("spider_4", "tableau")
    assert alike("spider_4", "tableau", late=True)
    assert not alike("perseverance_units", "tableau")
    assert alike("perseverance_units", "tableau", late=True)


def test_places_that_a_rule_tells_apart_are_not_alike() -> None:
    assert not alike("klondike_draw1", "foundations")
    for id, group in {"carpet": "carpet", "labyrinth": "maze", "caesar": "square", "hemispheres": "tableau"}.items():
        assert not alike(id, group), id
        assert not alike(id, group, late=True), id


def test_suits_are_alike_only_if_no_rule_tells_them_apart() -> None:
    for id in ("kings", "nestor", "mill", "light_and_shade"):
        assert form_of(catalogue.game(id)).cards != AS_THEY_ARE, id
    for id in ("klondike_draw1", "spider_4", "spider_1", "cover", "la_belle_lucie"):
        assert form_of(catalogue.game(id)).cards == AS_THEY_ARE, id
    kings, shades = (form_of(catalogue.game(id)).cards for id in ("kings", "light_and_shade"))
    assert len(set(kings[:52])) == 13
    assert len(set(shades[:52])) == 26


def test_counters_that_only_count_are_left_out() -> None:
    def left_out(id: str) -> set[str]:
        game = catalogue.game(id)
        return {name for nth, name in enumerate(game.counter_names) if nth not in form_of(game).counted}

    assert left_out("klondike_draw1") == {"redeals"}
    assert left_out("caesar") == {"exchanges"}
    assert left_out("storehouse") == left_out("fourteenth_strict") == left_out("perseverance") == set()


def test_a_form_without_a_difference_that_matters_gives_wrong_verdicts() -> None:
    game = catalogue.game("storehouse")
    plain = plain_form(game.pile_count, len(game.counter_names))
    assert not list(differences(game, 25, 500, plain, budget=100_000))
    broken = replace(plain, left_out=frozenset({game.first["waste"], game.first["stock"]}))
    assert next(differences(game, 25, 500, broken, budget=100_000), None)
