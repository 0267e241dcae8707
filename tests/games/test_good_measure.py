"""The Checks of sheets/good_measure.md."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from tests.games.one_by_one import any_suit, differences
from tests.games.positions import is_legal, position, shown

ID = "good_measure"


def test_counts_and_order_of_the_deal_and_4_the_first_two_aces() -> None:
    for number in range(4):
        seed = bytes([number]) * 32
        table = catalogue.game(ID).deal(seed)
        pack = [name(card) for card in shuffled(table.game.pack, seed, 0)]
        aces = [card for card in pack if card[0] == "A"][:2]
        assert [shown(table, f"foundations/{i}") for i in range(4)] == [
            ace if (ace := f"A{suit}") in aces else "" for suit in "CDHS"
        ]
        left = [card for card in pack if card not in aces]
        dealt = [left[i::10] for i in range(10)]
        sunk = [[c for c in column if c[0] == "K"] + [c for c in column if c[0] != "K"] for column in dealt]
        assert [shown(table, f"tableau/{i}").split() for i in range(10)] == sunk


def test_1_columns_are_packed_down_in_any_suit() -> None:
    columns = dict(zip((f"tableau/{i}" for i in range(4)), ["7H", "8S", "9S", "6S"], strict=True))
    table = position(ID, columns)
    assert [is_legal(table, "tableau/0", f"tableau/{i}") for i in range(1, 4)] == [True, False, False]


def test_2_cards_move_one_by_one() -> None:
    assert not is_legal(position(ID, {"tableau/2": "9S 8D", "tableau/3": "TC"}), "tableau/2", "tableau/3", 2)


def test_3_an_empty_column_stays_empty() -> None:
    table = position(ID, {"tableau/2": "9S 2D", "tableau/5": "QC KC"})
    assert not is_legal(table, "tableau/2", "tableau/4")
    assert not is_legal(table, "tableau/5", "tableau/4")


def test_a_second_definition_allows_the_same() -> None:
    assert differences(ID, any_suit, spaces=False) == []
