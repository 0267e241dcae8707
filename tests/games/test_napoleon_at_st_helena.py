"""The Checks of sheets/napoleon_at_st_helena.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown

GAME, STRICT = "napoleon_at_st_helena", "napoleon_at_st_helena_strict"
BOTH = pytest.mark.parametrize("id", [GAME, STRICT])


@BOTH
def test_counts_and_order_of_the_deal(id: str) -> None:
    table = catalogue.game(id).deal(SEED)
    assert counts(table) == {"tableau": [4] * 10, "foundations": [0] * 8, "stock": [64], "waste": [0]}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "tableau/0").split() == pack[0:40:10]
    assert shown(table, "tableau/9").split()[-1] == pack[39]
    play(table, "turn")
    assert shown(table, "waste") == pack[40]


@BOTH
def test_1_and_2_columns_build_down_in_suit(id: str) -> None:
    assert is_legal(position(id, {"tableau/2": "3S TD", "tableau/7": "4S JD"}), "tableau/2", "tableau/7")
    assert not is_legal(position(id, {"tableau/2": "3S TD", "tableau/7": "4S JH"}), "tableau/2", "tableau/7")


def test_3_two_cards_move_by_way_of_a_space() -> None:
    table = position(GAME, {"tableau/4": "2H 8C 7C", "tableau/0": "9C"})
    assert not is_legal(table, "tableau/4", "tableau/0", 2)
    for src, dst in [("tableau/4", "tableau/9"), ("tableau/4", "tableau/0"), ("tableau/9", "tableau/0")]:
        play(table, src, dst)
    assert shown(table, "tableau/0") == "9C 8C 7C"


def test_4_an_ace_goes_home_and_not_on_the_two_of_another_suit() -> None:
    table = position(GAME, {"tableau/1": "AH", "tableau/5": "2S"})
    assert not is_legal(table, "tableau/1", "tableau/5")
    assert is_legal(table, "tableau/1", "foundations/4")
    assert not is_legal(table, "tableau/1", "foundations/5")


def test_5_a_space_takes_any_card_and_strictly_one_of_the_waste() -> None:
    piles = {"waste": "9D 4C", "tableau/0": "3C KS"}
    table = position(GAME, piles)
    assert is_legal(table, "waste", "tableau/6")
    assert is_legal(table, "tableau/0", "tableau/6")
    strict = position(STRICT, piles)
    assert is_legal(strict, "waste", "tableau/6")
    assert not is_legal(strict, "tableau/0", "tableau/6")
    with pytest.raises(IllegalMove, match="Only the waste's top card may fill a space"):
        play(strict, "tableau/0", "tableau/6")


def test_strictly_a_turned_card_may_fill_a_space_and_nothing_else_can() -> None:
    table = position(STRICT, {"stock": "#4C", "tableau/0": "3C KS"})
    play(table, "turn")
    assert is_legal(table, "waste", "tableau/6")
    assert position(STRICT, {"tableau/0": "3C KS"}).blocked
    assert not position(GAME, {"tableau/0": "3C KS"}).blocked


def test_6_a_king_completes_its_pile() -> None:
    hearts = " ".join(f"{rank}H" for rank in "A23456789TJQK")
    table = position(GAME, {"foundations/4": hearts, "waste": "AH"})
    assert not is_legal(table, "waste", "foundations/4")
    assert is_legal(table, "waste", "foundations/5")
    with pytest.raises(IllegalMove, match="complete"):
        play(table, "waste", "foundations/4")


def test_7_with_the_stock_gone_the_waste_is_still_played() -> None:
    table = position(GAME, {"waste": "2S 6D", "foundations/2": "AD 2D 3D 4D 5D"})
    assert is_legal(table, "waste", "foundations/2")
    assert not is_legal(table, "turn")
    with pytest.raises(IllegalMove, match="stock is empty"):
        table.play(as_move(table, "turn"))


def test_an_uncovered_waste_card_may_go_to_a_column() -> None:
    table = position(GAME, {"waste": "5S 9H", "tableau/0": "TH", "tableau/1": "6S"})
    play(table, "waste", "tableau/0")
    assert is_legal(table, "waste", "tableau/1")


def test_8_no_wrapping() -> None:
    table = position(GAME, {"tableau/8": "2H KC", "tableau/3": "2S AC"})
    assert not is_legal(table, "tableau/8", "tableau/3")
    assert not is_legal(table, "tableau/3", "tableau/8")


def test_9_runs_move_together_in_josephine() -> None:
    columns = {"tableau/4": "2D 8C 7C", "tableau/0": "9C", "tableau/5": "8D 7C", "tableau/6": "9D", "waste": "6C"}
    table = position("josephine", columns)
    assert is_legal(table, "tableau/4", "tableau/0", 2)
    assert is_legal(table, "tableau/4", "tableau/8", 2)
    assert is_legal(table, "waste", "tableau/4")
    assert is_legal(table, "waste", "tableau/8")
    assert not is_legal(table, "tableau/5", "tableau/6", 2)
    one_by_one = position("napoleon_at_st_helena", columns)
    assert not is_legal(one_by_one, "tableau/4", "tableau/0", 2)
