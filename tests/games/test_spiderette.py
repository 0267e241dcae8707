"""The Checks of sheets/spiderette.md."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN, name
from cadogan_games.engine.shuffle import shuffled
from tests.games.positions import SEED, counts, is_legal, play, position, shown

RUN = "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC"


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("spiderette").deal(SEED)
    assert counts(table) == {"tableau": [1, 2, 3, 4, 5, 6, 7], "stock": [24], "foundations": [0] * 4}
    assert [sum(card < DOWN for card in pile) for pile in table.group("tableau")] == [1] * 7
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "tableau/1") == f"#{pack[1]} {pack[7]}"
    assert shown(table, "stock").split()[-1] == f"#{pack[28]}"


def test_rows_of_seven_seven_seven_and_three() -> None:
    table = catalogue.game("spiderette").deal(SEED)
    left = []
    while counts(table)["stock"] != [0]:
        play(table, "deal")
        left += counts(table)["stock"]
    assert left == [17, 10, 3, 0]


def test_1_any_suit_one_rank_lower() -> None:
    table = position("spiderette", {"tableau/0": "6C", "tableau/1": "7D", "tableau/2": "8C"})
    assert is_legal(table, "tableau/0", "tableau/1")
    assert not is_legal(table, "tableau/0", "tableau/2")


def test_2_only_one_suit_moves_together() -> None:
    table = position("spiderette", {"tableau/0": "7D 6C", "tableau/1": "7C 6C", "tableau/2": "8H"})
    assert not is_legal(table, "tableau/0", "tableau/2", 2)
    assert is_legal(table, "tableau/1", "tableau/2", 2)


def test_3_no_row_until_the_space_is_filled() -> None:
    piles = {f"tableau/{i}": "#9C 4D" for i in range(1, 7)} | {"tableau/0": "3S", "stock": "#5C #6H"}
    table = position("spiderette", piles)
    assert is_legal(table, "deal")
    play(table, "tableau/0", "tableau/1")
    assert not is_legal(table, "deal")
    play(table, "tableau/2", "tableau/0")
    assert is_legal(table, "deal")


def test_4_the_last_row_has_three_cards() -> None:
    table = position("spiderette", {f"tableau/{i}": "9C" for i in range(7)} | {"stock": "#4C #3C #2C"})
    play(table, "deal")
    assert [shown(table, f"tableau/{i}") for i in range(4)] == ["9C 2C", "9C 3C", "9C 4C", "9C"]


def test_5_with_three_cards_left_a_row_goes_over_spaces() -> None:
    piles = {"tableau/1": "5H", "tableau/2": "8D 3S", "stock": " ".join(["#9H"] * 10)}
    table = position("spiderette", piles | {f"foundations/{i}": RUN for i in range(3)})
    play(table, "deal")
    assert counts(table)["tableau"] == [1, 2, 3, 1, 1, 1, 1]


def test_6_a_space_takes_any_card_and_an_ace_none() -> None:
    table = position("spiderette", {"tableau/0": "2S QH", "tableau/1": "KH", "tableau/2": "AH"})
    assert is_legal(table, "tableau/0", "tableau/3")
    assert not is_legal(table, "tableau/1", "tableau/2")


def test_7_part_of_a_run_moves() -> None:
    table = position("spiderette", {"tableau/0": "5S 4S 3S", "tableau/1": "5D"})
    assert is_legal(table, "tableau/0", "tableau/1", 2)
    assert not is_legal(table, "tableau/0", "tableau/1", 3)
