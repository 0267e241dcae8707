"""The Checks of sheets/raglan.md."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from tests.games.one_by_one import differences, other_colour
from tests.games.positions import SEED, counts, is_legal, position, shown

ID = "raglan"


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game(ID).deal(SEED)
    assert counts(table) == {"foundations": [1] * 4, "tableau": [1, 2, 3, 4, 5, 6, 7, 7, 7], "reserve": [1] * 6}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0) if name(card)[0] != "A"]
    columns: list[list[str]] = [[] for _ in range(9)]
    for row in range(7):
        for column in columns[row:]:
            column.append(pack.pop(0))
    assert [shown(table, f"tableau/{i}").split() for i in range(9)] == columns
    assert [shown(table, f"reserve/{i}") for i in range(6)] == pack


def test_1_columns_are_packed_in_alternate_colours() -> None:
    table = position(ID, {"tableau/0": "7H", "tableau/1": "8S", "tableau/2": "8D"})
    assert is_legal(table, "tableau/0", "tableau/1")
    assert not is_legal(table, "tableau/0", "tableau/2")


def test_2_the_reserve_goes_on_cards_and_into_spaces() -> None:
    table = position(ID, {"tableau/1": "8S", "reserve/3": "7D"})
    assert is_legal(table, "reserve/3", "tableau/1")
    assert is_legal(table, "reserve/3", "tableau/4")


def test_3_a_space_takes_any_card_but_the_only_one_of_a_column() -> None:
    table = position(ID, {"tableau/2": "9S 2D", "tableau/0": "KC"})
    assert is_legal(table, "tableau/2", "tableau/4")
    assert not is_legal(table, "tableau/0", "tableau/4")


def test_4_an_ace_never_leaves_its_foundation() -> None:
    table = position(ID, {"foundations/2": "AH", "reserve/0": "2H", "tableau/2": "2S"})
    assert is_legal(table, "reserve/0", "foundations/2")
    assert not is_legal(table, "foundations/2", "tableau/2")


def test_a_second_definition_allows_the_same() -> None:
    assert differences(ID, other_colour, spaces=True) == []
