"""The Checks of sheets/king_albert.md."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from tests.games.one_by_one import differences, other_colour
from tests.games.positions import SEED, counts, is_legal, position, shown

ID = "king_albert"


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game(ID).deal(SEED)
    assert counts(table) == {"foundations": [0] * 4, "tableau": [*range(1, 10)], "reserve": [1] * 7}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    columns: list[list[str]] = [[] for _ in range(9)]
    for row in range(9):
        for column in columns[row:]:
            column.append(pack.pop(0))
    assert [shown(table, f"tableau/{i}").split() for i in range(9)] == columns
    assert [shown(table, f"reserve/{i}") for i in range(7)] == pack


def test_1_columns_are_packed_in_alternate_colours() -> None:
    table = position(ID, {"tableau/0": "7H", "tableau/1": "8S", "tableau/2": "8D"})
    assert is_legal(table, "tableau/0", "tableau/1")
    assert not is_legal(table, "tableau/0", "tableau/2")


def test_2_the_reserve_goes_on_cards_and_into_spaces() -> None:
    table = position(ID, {"tableau/1": "8S", "tableau/2": "8H", "reserve/3": "7D"})
    assert is_legal(table, "reserve/3", "tableau/1")
    assert not is_legal(table, "reserve/3", "tableau/2")
    assert is_legal(table, "reserve/3", "tableau/4")


def test_3_a_space_takes_any_card_but_the_only_one_of_a_column() -> None:
    table = position(ID, {"tableau/2": "9S 2D", "tableau/0": "KC"})
    assert is_legal(table, "tableau/2", "tableau/4")
    assert not is_legal(table, "tableau/0", "tableau/4")


def test_4_cards_move_one_by_one() -> None:
    assert not is_legal(position(ID, {"tableau/2": "9S 8D", "tableau/3": "TH"}), "tableau/2", "tableau/3", 2)


def test_5_nothing_goes_to_the_reserve() -> None:
    table = position(ID, {"tableau/2": "9S 8D", "reserve/1": "9C"})
    assert not is_legal(table, "tableau/2", "reserve/0")
    assert not is_legal(table, "reserve/1", "reserve/0")


def test_6_nothing_comes_back_from_a_foundation() -> None:
    table = position(ID, {"foundations/2": "AH 2H 3H 4H", "reserve/0": "5H", "tableau/2": "5S"})
    assert is_legal(table, "reserve/0", "foundations/2")
    assert not is_legal(table, "foundations/2", "tableau/2")


def test_a_second_definition_allows_the_same() -> None:
    assert differences(ID, other_colour, spaces=True) == []
