"""The Checks of sheets/fortress.md."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from tests.games.positions import SEED, counts, is_legal, play, position, shown


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("fortress").deal(SEED)
    assert counts(table) == {"foundations": [0] * 4, "left": [6, 5, 5, 5, 5], "right": [6, 5, 5, 5, 5]}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "left/0").split() == pack[5::-1]
    assert shown(table, "right/0").split() == pack[6:12]
    assert shown(table, "left/1").split() == pack[16:11:-1]
    assert shown(table, "right/1").split() == pack[17:22]
    assert shown(table, "right/4").split() == pack[47:]


def test_1_neighbours_in_suit_go_either_way() -> None:
    table = position("fortress", {"left/2": "4D", "right/0": "5D"})
    assert is_legal(table, "left/2", "right/0")
    assert is_legal(table, "right/0", "left/2")


def test_2_suits_must_agree() -> None:
    table = position("fortress", {"left/2": "4D", "right/0": "5H"})
    assert not is_legal(table, "left/2", "right/0")
    assert not is_legal(table, "right/0", "left/2")


def test_3_only_the_outside_card_is_available() -> None:
    table = position("fortress", {"right/1": "QC 2S 9H AC 7D", "left/0": "8D"})
    assert is_legal(table, "right/1", "left/0")
    assert not is_legal(table, "right/1", "foundations/0")
    assert not is_legal(table, "right/1", "foundations/0", 2)


def test_4_a_space_takes_any_card() -> None:
    assert is_legal(position("fortress", {"left/0": "2C KS"}), "left/0", "right/3")


def test_5_ace_and_king_are_no_neighbours() -> None:
    table = position("fortress", {"left/1": "AH", "left/4": "KH"})
    assert not is_legal(table, "left/1", "left/4")
    assert not is_legal(table, "left/4", "left/1")
    assert is_legal(table, "left/1", "foundations/2")
    assert not is_legal(table, "left/1", "foundations/1")


def test_6_a_row_is_reversed_card_by_card() -> None:
    table = position("fortress", {"left/3": "2C 3C 4C"})
    assert not is_legal(table, "left/3", "right/4", 3)
    for _ in range(3):
        play(table, "left/3", "right/4")
    assert shown(table, "right/4") == "4C 3C 2C"
    assert is_legal(table, "right/4", "left/0")


def test_7_going_home_is_never_compulsory() -> None:
    table = position("fortress", {"foundations/3": "AS 2S 3S 4S 5S 6S", "right/2": "7S", "left/0": "8S"})
    assert is_legal(table, "right/2", "foundations/3")
    assert is_legal(table, "right/2", "left/0")
    assert shown(table, "right/2") == "7S"


def test_a_row_may_grow_longer_than_it_was() -> None:
    table = position("fortress", {"left/0": "KS QS JS TS 9S 8S 7S 6S", "right/0": "5S"})
    assert is_legal(table, "right/0", "left/0")
