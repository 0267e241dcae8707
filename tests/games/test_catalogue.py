"""Asking for a game: the refusals, and their words."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.duel import Duel
from cadogan_games.engine.head import Value
from cadogan_games.engine.sharing import Shared
from cadogan_games.engine.table import NothingToUndo
from tests.each import each


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(catalogue.UnknownGame, match="there is no game 'klondyke'"):
        catalogue.game("klondyke")


def test_an_unknown_option_is_answered_with_those_there_are() -> None:
    with pytest.raises(catalogue.BadOption, match="no option 'jokers'; it has: draw, passes, partial_runs, returns"):
        catalogue.game("klondike", {"jokers": 2})


@pytest.mark.parametrize("value", [2, "3", True, None, 3.0])
def test_a_value_must_be_one_of_the_values_and_of_their_type(value: object) -> None:
    with pytest.raises(catalogue.BadOption, match="may be: 1, 3"):
        catalogue.game("klondike", {"draw": value})  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("id", "option", "value", "says"),
    [
        ("klondike", "draw", True, "cannot be true; it may be: 1, 3"),
        ("klondike", "returns", "yes", "cannot be 'yes'; it may be: false, true"),
        ("anno_domini", "year", 999, "cannot be 999; it may be: current, a whole number from 1000 to 9999"),
    ],
)
def test_option_values_are_told_as_they_are_written(id: str, option: str, value: Value, says: str) -> None:
    with pytest.raises(catalogue.BadOption, match=says):
        catalogue.game(id, {option: value})


def test_options_not_named_have_their_defaults() -> None:
    assert catalogue.game("klondike_draw3", {"passes": 2}).options == {
        "draw": 3,
        "passes": 2,
        "partial_runs": True,
        "returns": True,
    }


def test_the_same_options_give_the_same_game_object() -> None:
    assert catalogue.game("klondike", {"draw": 3, "passes": 2}) is catalogue.game("klondike", {"passes": 2, "draw": 3})


def test_earlier_rules_can_be_asked_for_while_the_game_keeps_them() -> None:
    now = catalogue.game("herring_bone_german")
    assert catalogue.head_of("herring_bone_german").revisions == (3, 2)
    assert catalogue.game("herring_bone_german", revision=3) is now
    assert catalogue.game("herring_bone_german", revision=2) is not now
    with pytest.raises(catalogue.UnknownRevision, match="revision 1 of its rules, only by 3, 2"):
        catalogue.game("herring_bone_german", revision=1)


def test_games_that_race_well_come_first() -> None:
    races = [catalogue.head_of(id).race for id in catalogue.ids()]
    assert races == sorted(races, key=["good", "fair", "poor"].index)


def test_games_are_sorted_without_their_articles() -> None:
    good = [catalogue.head_of(id).title for id in catalogue.ids() if catalogue.head_of(id).race == "good"]
    assert good.index("Aracnida") < good.index("The Congress") < good.index("Curds and Whey")


def test_undo_before_any_move_is_refused() -> None:
    with pytest.raises(NothingToUndo, match="no move has been made"):
        catalogue.game("klondike").deal(bytes(32)).undo()


def test_the_order_of_an_actions_spots_does_not_matter() -> None:
    table = catalogue.game("fourteenth").deal(bytes(32))
    name, a, b = next(move for move in table.moves() if move[0] == "discard")
    table.play((name, b, a))
    assert table.progress == 2


@each("id", catalogue.ids())
def test_the_head_of_a_game_names_the_kind_of_its_definition(id: str) -> None:
    head = catalogue.head_of(id)
    definition = catalogue.game(id).definition
    kind = "duel" if isinstance(definition, Duel) else "shared" if isinstance(definition, Shared) else "race"
    assert (head.kind, head.players > 1) == (kind, kind != "race")
    if isinstance(definition, Shared):
        assert (head.fewest, head.players) == (definition.fewest, definition.seats)
