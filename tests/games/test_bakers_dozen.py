"""The Checks of sheets/bakers_dozen.md."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.engine.cards import KINGS, name, parse
from cadogan_games.engine.deals import Dealer, to_the_bottom
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import Table
from tests.games.one_by_one import any_suit, differences
from tests.games.positions import SEED, counts, is_legal, position, shown

ID = "bakers_dozen"


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game(ID).deal(SEED)
    assert counts(table) == {"foundations": [0] * 4, "tableau": [4] * 13}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    dealt = [pack[i::13] for i in range(13)]
    sunk = [[c for c in column if c[0] == "K"] + [c for c in column if c[0] != "K"] for column in dealt]
    assert dealt != sunk
    assert [shown(table, f"tableau/{i}").split() for i in range(13)] == sunk


def test_1_columns_are_packed_down_in_any_suit() -> None:
    columns = dict(zip((f"tableau/{i}" for i in range(5)), ["7H", "8S", "8H", "9S", "6S"], strict=True))
    table = position(ID, columns)
    assert [is_legal(table, "tableau/0", f"tableau/{i}") for i in range(1, 5)] == [True, True, False, False]


def test_2_cards_move_one_by_one() -> None:
    assert not is_legal(position(ID, {"tableau/2": "9S 8D", "tableau/3": "TC"}), "tableau/2", "tableau/3", 2)


def test_3_an_empty_column_stays_empty() -> None:
    table = position(ID, {"tableau/2": "9S 2D", "tableau/5": "QC KC"})
    assert not is_legal(table, "tableau/2", "tableau/4")
    assert not is_legal(table, "tableau/5", "tableau/4")


def test_4_nothing_comes_back_from_a_foundation() -> None:
    table = position(ID, {"foundations/2": "AH 2H 3H 4H", "tableau/0": "5H", "tableau/1": "5D", "tableau/2": "5S"})
    assert is_legal(table, "tableau/0", "foundations/2")
    assert not is_legal(table, "tableau/1", "foundations/2")
    assert not is_legal(table, "foundations/2", "tableau/2")


def test_5_kings_sink_to_the_bottom_in_order() -> None:
    table = Table(catalogue.game(ID), SEED)
    column = table.number("tableau")
    table.piles[column] = [parse(card) for card in "3C KD 9S KH".split()]
    to_the_bottom("tableau", KINGS)(Dealer(table))
    assert shown(table, "tableau") == "KD KH 3C 9S"


def test_a_second_definition_allows_the_same() -> None:
    assert differences(ID, any_suit, spaces=False) == []
