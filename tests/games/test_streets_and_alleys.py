"""The Checks of sheets/streets_and_alleys.md."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from tests.games.one_by_one import any_suit, differences
from tests.games.positions import SEED, counts, is_legal, position, shown

ID = "streets_and_alleys"


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game(ID).deal(SEED)
    assert counts(table) == {"foundations": [0] * 4, "tableau": [7] * 4 + [6] * 4}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert [shown(table, f"tableau/{i}").split() for i in range(8)] == [pack[i::8] for i in range(8)]


def test_1_rows_are_packed_down_in_any_suit() -> None:
    rows = dict(zip((f"tableau/{i}" for i in range(5)), ["7H", "8S", "8H", "9S", "6S"], strict=True))
    table = position(ID, rows)
    assert [is_legal(table, "tableau/0", f"tableau/{i}") for i in range(1, 5)] == [True, True, False, False]


def test_2_cards_move_one_by_one() -> None:
    table = position(ID, {"tableau/2": "9S 8D", "tableau/3": "TC"})
    assert not is_legal(table, "tableau/2", "tableau/3", 2)


def test_3_a_space_takes_any_card_but_the_only_one_of_a_row() -> None:
    table = position(ID, {"tableau/2": "9S 2D", "tableau/5": "KC"})
    assert is_legal(table, "tableau/2", "tableau/4")
    assert not is_legal(table, "tableau/5", "tableau/4")


def test_4_nothing_comes_back_from_a_foundation() -> None:
    table = position(ID, {"foundations/2": "AH 2H 3H 4H", "tableau/0": "5H", "tableau/1": "5D", "tableau/2": "5S"})
    assert is_legal(table, "tableau/0", "foundations/2")
    assert not is_legal(table, "tableau/1", "foundations/2")
    assert not is_legal(table, "foundations/2", "tableau/2")


def test_5_no_card_on_an_ace() -> None:
    assert not is_legal(position(ID, {"tableau/0": "KH", "tableau/1": "AS"}), "tableau/0", "tableau/1")


def test_6_an_ace_begins_the_foundation_of_its_suit() -> None:
    table = position(ID, {"tableau/6": "AC"})
    assert [is_legal(table, "tableau/6", f"foundations/{i}") for i in range(4)] == [True, False, False, False]


def test_a_second_definition_allows_the_same() -> None:
    assert differences(ID, any_suit, spaces=True) == []
