"""The Checks of sheets/red_and_black.md."""

from __future__ import annotations

from typing import Any

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import redealt, shuffled
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import SEED, cards, counts, is_legal, play, position, shown

IDS = GAME, ROUGE, BLONDES = "red_and_black", "rouge_et_noir", "blondes_and_brunettes"
EVERY = pytest.mark.parametrize("id", IDS)
DICK = pytest.mark.parametrize("id", [ROUGE, BLONDES])
FILLED = {f"tableau/{i}": "KS" for i in range(8)}
"""Volunteers without spaces."""


def laid(id: str = GAME, piles: dict[str, str] | None = None, options: Any = None, **counters: int) -> Table:
    """Return volunteers that are all kings of spades, with the test's piles instead of some."""
    return position(id, FILLED | (piles or {}), options=options, phase="", **counters)


@EVERY
def test_counts_and_order_of_the_deal(id: str) -> None:
    table = catalogue.game(id).deal(SEED)
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    if id == BLONDES:
        assert counts(table) == {"foundations": [0] * 8, "tableau": [1] * 8, "stock": [96], "waste": [0]}
    else:
        assert counts(table) == {"foundations": [1] * 8, "tableau": [1] * 8, "stock": [88], "waste": [0]}
        assert [shown(table, f"foundations/{i}") for i in range(8)] == "AC AC AD AD AS AS AH AH".split()
        pack = [card for card in pack if card[0] != "A"]
    assert [shown(table, f"tableau/{i}") for i in range(8)] == pack[:8]
    assert shown(table, "stock").split()[-1] == "#" + pack[8]
    assert table.progress == (0 if id == BLONDES else 8)


def test_1_foundations_follow_suit() -> None:
    table = laid(GAME, {"foundations/6": "AH 2H 3H 4H", "tableau/0": "5H", "tableau/1": "5D"})
    assert is_legal(table, "tableau/0", "foundations/6")
    assert not is_legal(table, "tableau/1", "foundations/6")


@DICK
def test_1_or_alternate_in_colour(id: str) -> None:
    piles = {"foundations/6": "AH 2C 3H 4H", "tableau/0": "5H", "tableau/1": "5D", "tableau/2": "5C", "tableau/3": "5S"}
    table = laid(id, piles)
    assert [is_legal(table, f"tableau/{i}", "foundations/6") for i in range(4)] == [False, False, True, True]


@EVERY
def test_2_volunteers_build_down_in_alternate_colours(id: str) -> None:
    table = laid(id, {"tableau/0": "4S", "tableau/1": "3D", "tableau/2": "3C", "tableau/3": "5D", "waste": "3H"})
    assert is_legal(table, "tableau/1", "tableau/0")
    assert not is_legal(table, "tableau/2", "tableau/0")
    assert not is_legal(table, "tableau/3", "tableau/0")
    assert is_legal(table, "waste", "tableau/0")
    assert not is_legal(laid(id, {"tableau/0": "AS", "waste": "KH"}), "waste", "tableau/0")


@EVERY
def test_3_one_card_at_a_time_unless_runs_move(id: str) -> None:
    piles = {"tableau/0": "8H 7S", "tableau/1": "9C", "tableau/2": "8D"}
    table = laid(id, piles)
    assert not is_legal(table, "tableau/0", "tableau/1", 2)
    assert not is_legal(table, "tableau/0", "tableau/1", 1)
    table = laid(id, piles, {"move_runs": True})
    assert is_legal(table, "tableau/0", "tableau/1", 2)
    assert is_legal(table, "tableau/0", "tableau/2", 1)
    assert not is_legal(laid(id, piles | {"tableau/3": ""}, {"move_runs": True}), "tableau/0", "tableau/3", 2)
    with pytest.raises(IllegalMove, match="3: the top card or a run of a pile of the volunteers' row goes on"):
        play(laid(id, piles | {"tableau/1": "TC"}, {"move_runs": True}), "tableau/0", "tableau/1", 2)


def test_4_the_stock_fills_a_space_at_once() -> None:
    piles = {"tableau/0": "2D", "foundations/2": "AD", "stock": "#9C " * 29 + "#TC", "waste": "5H"}
    table = laid(GAME, piles)
    play(table, "tableau/0", "foundations/2")
    assert shown(table, "tableau/0") == "TC"
    assert shown(table, "waste") == "5H"


@EVERY
def test_5_without_a_stock_the_waste_fills(id: str) -> None:
    table = laid(id, {"tableau/0": "3D", "tableau/1": "4S", "waste": "9D 4C"})
    play(table, "tableau/0", "tableau/1")
    assert shown(table, "tableau/0") == "4C"


@DICK
def test_after_dick_the_stock_fills_until_the_first_turn_then_the_waste(id: str) -> None:
    table = laid(id, {"tableau/0": "3D", "tableau/1": "4S", "tableau/2": "3H", "stock": "#6C #TD #5C #TC"})
    play(table, "tableau/0", "tableau/1")
    assert (shown(table, "tableau/0"), table.count("turned")) == ("TC", 0)
    play(table, "turn")
    assert (shown(table, "waste"), table.count("turned")) == ("5C", 1)
    piles = {"tableau/0": "3D", "tableau/1": "4S", "stock": "#6C #TD", "waste": "9C 5C"}
    table = laid(id, piles, turned=1)
    play(table, "tableau/0", "tableau/1")
    assert shown(table, "tableau/0") == "5C"
    table = laid(id, piles | {"waste": ""}, turned=1)
    play(table, "tableau/0", "tableau/1")
    assert shown(table, "tableau/0") == "TD"


@pytest.mark.parametrize(("id", "allowed"), [(GAME, 1), (ROUGE, 1), (BLONDES, 2)])
def test_6_redeals_are_counted(id: str, allowed: int) -> None:
    for made in range(4):
        table = laid(id, {"waste": "9D 4C"}, redeals=made)
        assert is_legal(table, "redeal") == (made < allowed)
        assert not is_legal(table, "turn")
    assert not is_legal(laid(id, {"waste": "9D 4C", "stock": "#5D"}), "redeal")


def test_the_redeal_is_shuffled_and_after_dick_it_is_not() -> None:
    waste = "9D 4C 7H 2S QD 5C"
    table = laid(GAME, {"waste": waste})
    play(table, "redeal")
    dealt = [f"#{name(card)}" for card in redealt(cards(waste), SEED, 1)]
    assert shown(table, "stock").split() == dealt[::-1]
    for id in (ROUGE, BLONDES):
        table = laid(id, {"waste": waste})
        play(table, "redeal")
        assert shown(table, "stock") == "#5C #QD #2S #7H #4C #9D"


@EVERY
def test_7_when_all_is_gone_a_space_takes_any_top_card(id: str) -> None:
    table = laid(id, {"tableau/2": "", "tableau/4": "5C KD"})
    assert is_legal(table, "tableau/4", "tableau/2")
    assert not is_legal(position(id, {"tableau/4": "5C KD", "waste": "2C"}), "tableau/4", "tableau/2")


def test_8_aces_are_found_and_go_in_order() -> None:
    table = laid(BLONDES, {"tableau/0": "AS", "tableau/1": "2H", "tableau/2": "2S", "stock": "#9C #9H #9D #9S"})
    assert is_legal(table, "tableau/0", "foundations/0")
    assert not is_legal(table, "tableau/0", "foundations/1")
    assert is_legal(table, "tableau/0", "tableau/1")
    play(table, "tableau/0", "foundations/0")
    assert is_legal(table, "tableau/1", "foundations/0")
    assert not is_legal(table, "tableau/2", "foundations/0")
    assert is_legal(laid(BLONDES, {"foundations/0": "AS", "waste": "AD"}), "waste", "foundations/1")


def test_an_unplayed_ace_accepts_nothing() -> None:
    table = laid(BLONDES, {"tableau/0": "AS", "waste": "KH"})
    assert not is_legal(table, "waste", "tableau/0")
    assert not is_legal(laid(BLONDES, {"tableau/0": "AS", "waste": "2H"}), "waste", "tableau/0")
