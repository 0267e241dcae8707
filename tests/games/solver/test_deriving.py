"""The canonical form of a game keeps apart what matters, and a wrong one is noticed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.game import Game
from cadogan_games.solver.deriving import form_of
from cadogan_games.solver.form import AS_THEY_ARE, Form, plain_form
from cadogan_games.solver.keys import Keys
from cadogan_games.solver.solve import solve
from cadogan_games.solver.tables import copied, rewind
from tests.games.solver.short import exhaustive, few_cards, short_deal, shortened

RACES = [id for id in catalogue.ids() if catalogue.head_of(id).kind == "race"]


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


def test_suits_are_one_only_where_nothing_tells_them_apart() -> None:
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


@pytest.mark.parametrize("id", RACES)
def test_a_key_kept_up_to_date_is_that_of_the_position(id: str) -> None:
    game, chance = catalogue.game(id), Random(id)
    form = form_of(game)
    table = game.deal(chance.randbytes(32))
    keys = Keys(table, form)
    way: list[tuple[int, int, int]] = []
    for _ in range(60):
        moves = table.moves()
        if way and (not moves or chance.random() < 0.2):
            mark, key, trail = way.pop()
            rewind(table, mark)
            keys.retreat(key, trail)
        elif moves:
            way.append((len(table.log), keys.key, len(keys.trail)))
            table.push(chance.choice(moves))
            keys.advance(way[-1][0])
        assert keys.key == Keys(copied(table), form).key


def wrong_verdicts(game: Game, form: Form) -> int:
    """The number of short deals that get another verdict by a form than by looking at everything."""
    chance, wrong = Random(1), 0
    for _ in range(25):
        short = shortened(game, few_cards(chance))
        assert short is not None
        table = short_deal(game, short, chance.randbytes(32))
        verdict = exhaustive(table, 1000)
        wrong += verdict is not None and solve(table, 100_000, form=form).verdict != verdict
    return wrong


def test_a_form_that_leaves_out_what_matters_gives_wrong_verdicts() -> None:
    game = catalogue.game("storehouse")
    plain = plain_form(game.pile_count, len(game.counter_names))
    assert not wrong_verdicts(game, plain)
    assert wrong_verdicts(game, replace(plain, left_out=frozenset({game.first["waste"], game.first["stock"]})))
