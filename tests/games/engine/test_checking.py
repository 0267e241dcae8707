"""An invalid definition is refused with a sentence, when its game is made ready."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from cadogan_games import catalogue, registry, texts
from cadogan_games.engine.checking import BadDefinition
from cadogan_games.engine.layout import Layout, at, row
from cadogan_games.engine.plays import top_of
from cadogan_games.words import (
    Action,
    Patience,
    all_home,
    discard,
    down,
    foundations,
    packets,
    rest,
    rounds,
    same_suit,
    set_out,
    stock,
    tableau,
    turn,
    up_from,
    waste,
)
from tests.each import each

PLACES = {
    "foundations": row(0, 0, 4),
    "tableau": row(0, 1, 7),
    "stock": at((5, 0)),
    "waste": at((6, 0)),
}


def sound() -> Patience:
    """Return a valid definition."""
    return Patience(
        groups=[foundations(same_suit & up_from(1)), tableau(7, down), stock(), waste()],
        deal=[rounds("tableau", 2), rest()],
        moves={"1": top_of("tableau", "waste").home(), "2": turn()},
        goal=all_home(),
    )


Made = Callable[..., list[str]]

TRIALS = count(1)
"""Numbers the games that are made here. The catalogue keeps a game under its id, so each needs an id of its own."""


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Made:
    """Return a function that names the fault of a game whose definition and places differ from the valid one."""

    def make(places: Mapping[str, Any] = PLACES, upright: Mapping[str, Any] | None = None, **other: Any) -> list[str]:
        id = f"trial_{next(TRIALS)}"
        head = replace(registry.heads()["flower_garden"], id=id, options={})
        entry = registry.Registration(head, lambda: replace(sound(), **other))
        monkeypatch.setitem(registry.registered, id, entry)
        monkeypatch.setitem(registry.layouts_of_all(), id, Layout(places, upright or {}))
        try:
            catalogue.game(id)
        except BadDefinition as error:
            return error.faults if str(error).startswith(f"{id}: ") else []
        return []

    return make


def test_a_valid_definition_has_no_fault(made: Made) -> None:
    assert made() == []


def without_words(table: object) -> bool:
    """This docstring must not be taken for a refusal."""
    return True


@pytest.mark.parametrize(
    ("other", "fault"),
    [
        (
            {"moves": {"1": top_of("tabelau").to("foundations")}},
            "there is no group 'tabelau'; the groups are foundations, tableau, stock, waste",
        ),
        ({"deal": [rounds("tableau", 2)]}, "the deal lays 14 cards of 52: does it end with rest()?"),
        ({"deal": [rounds("tableau", 8), rest()]}, "the deal asks for more cards than the 52 of the pack"),
        (
            {"deal": [packets("colum", 8)]},
            "there is no group 'colum'; the groups are foundations, tableau, stock, waste",
        ),
        (
            {"deal": [set_out("foundations", [1, 1, 1, 1]), rest()]},
            "the deal sets out A♣, and none is left in the pack",
        ),
        (
            {"moves": {"3": top_of("waste").to("tableau").only_when(without_words)}},
            "line 3 depends on 'without_words', which has no refusal: give it one with @refused",
        ),
        ({"moves": [turn(), turn()]}, "action 'turn' is defined 2 times"),
        (
            {"moves": [Action("go", "Go", lambda table: None, pile="talon")]},
            "action 'go' is tapped on group 'talon', which is no group of the game",
        ),
        (
            {"moves": {"4": Action("go", "Go", lambda table: None)}},
            "line 4 has no text: say in English what it does",
        ),
        (
            {"goal": all_home(of=48)},
            "the goal is a progress of 48, and the head of the sheet says 52",
        ),
        (
            {"pack": [*range(51)]},
            "the pack has 51 cards, and the head of the sheet says 52",
        ),
        (
            {"groups": [*sound().groups, discard()]},
            "the layout has no places for group 'discard'",
        ),
    ],
)
def test_each_fault_is_a_sentence(made: Made, other: dict[str, Any], fault: str) -> None:
    assert fault in made(**other)


def test_places_fit_the_piles(made: Made) -> None:
    assert made(places={**PLACES, "tableau": row(0, 1, 8)}) == [
        "the wide layout has 8 places for the 7 piles of group 'tableau'"
    ]
    assert made(upright={"waste": row(0, 1, 2)}) == ["the upright layout has 2 places for the 1 piles of group 'waste'"]
    assert made(places={**PLACES, "talon": at((0, 0))}) == [
        "the wide layout has places for 'talon', which is no group of the game"
    ]


@each("id", catalogue.ids())
def test_no_text_of_a_game_is_missing(id: str) -> None:
    assert texts.missing(id) == []


def test_a_missing_text_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "head_of", lambda id: replace(registry.heads()["klondike"], id=id))
    assert texts.missing("patchwork") == [
        "how_to/en/patchwork.md is missing",
        "how_to/en/summary.json has no line for 'patchwork'",
        "how_to/en/race_why.json has no line for 'patchwork'",
    ]


def test_a_definition_needs_a_head() -> None:
    with pytest.raises(registry.NoHead, match=r"there is no head for 'patchwork': sheets/catalogue.json needs"):
        registry.patience("patchwork")(sound)
