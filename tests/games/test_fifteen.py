"""The Checks of sheets/fifteen.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove
from tests.games.positions import SEED, act, counts, is_legal, play, position, shown

AT_THE_START = {f"tableau/{i}": "3C 5D 7H 9S JC 2S 4H" for i in range(14)} | {"tableau/14": "3C 5D 7H 9S JC 6S"}
WITH_TWO = AT_THE_START | {"tableau/1": "3C 5D 7H 9S JC KD 4H", "tableau/10": "3C 5D 7H 9S JC AC 8S"}


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("fifteen").deal(SEED)
    assert counts(table) == {
        "ace_foundations": [0] * 4,
        "king_foundations": [0] * 4,
        "tableau": [7] * 14 + [6],
    }
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "tableau/13").split() == [pack[13 + 15 * row] for row in range(7)]
    assert shown(table, "tableau/14").split() == [pack[14 + 15 * row] for row in range(6)]


def test_1_neighbours_go_either_way() -> None:
    table = position("fifteen", {"tableau/0": "2S 9C", "tableau/1": "3D TC"})
    assert is_legal(table, "tableau/0", "tableau/1")
    assert is_legal(table, "tableau/1", "tableau/0")
    assert not is_legal(table, "tableau/0", "tableau/1", 2)


def test_2_suits_must_agree() -> None:
    assert not is_legal(position("fifteen", {"tableau/0": "9C", "tableau/1": "TS"}), "tableau/0", "tableau/1")


def test_3_the_second_ace_waits_for_the_two_of_the_falling_pile() -> None:
    falling = "KH QH JH TH 9H 8H 7H 6H 5H"
    assert is_legal(position("fifteen", {"tableau/3": "AH"}), "tableau/3", "ace_foundations/2")
    table = position("fifteen", {"tableau/3": "AH", "ace_foundations/2": "AH", "king_foundations/2": falling})
    assert [move for move in table.moves() if move[1] < table.game.first["tableau"]] == []
    table = position(
        "fifteen", {"tableau/3": "AH", "ace_foundations/2": "AH", "king_foundations/2": f"{falling} 4H 3H 2H"}
    )
    assert is_legal(table, "tableau/3", "king_foundations/2")


def test_4_a_space_reverses_a_pair() -> None:
    table = position("fifteen", {"tableau/2": "JC 7D 8D"})
    play(table, "tableau/2", "tableau/5")
    play(table, "tableau/2", "tableau/5")
    assert shown(table, "tableau/5") == "8D 7D"


def test_5_king_and_ace_are_no_neighbours() -> None:
    table = position("fifteen", {"tableau/8": "KS", "tableau/9": "AS"})
    assert not is_legal(table, "tableau/8", "tableau/9")
    assert not is_legal(table, "tableau/9", "tableau/8")


def test_6_grace_takes_an_ace_and_a_king_from_the_sixth_row_once() -> None:
    table = position("fifteen", WITH_TWO)
    assert is_legal(table, "grace", "tableau/10/5")
    assert is_legal(table, "grace", "tableau/1/5")
    play(table, "grace", "tableau/1/5", "tableau/10/5")
    assert shown(table, "tableau/1") == "3C 5D 7H 9S JC 4H"
    assert shown(table, "tableau/10") == "3C 5D 7H 9S JC 8S"
    assert shown(table, "king_foundations/1") == "KD"
    assert shown(table, "ace_foundations/0") == "AC"
    assert table.count("graces") == 1
    again = position("fifteen", WITH_TWO, graces=1)
    with pytest.raises(IllegalMove, match="grace of the game has been used"):
        again.play(act(again, "grace", "tableau/1/5"))


def test_6_grace_takes_neither_two_aces_nor_another_card_nor_another_row() -> None:
    table = position("fifteen", WITH_TWO | {"tableau/2": "3C 5D 7H 9S AD AH 4S"})
    assert is_legal(table, "grace", "tableau/2/5")
    assert not is_legal(table, "grace", "tableau/2/5", "tableau/10/5")
    assert not is_legal(table, "grace", "tableau/0/5")
    with pytest.raises(IllegalMove, match="out of the sixth row"):
        table.play(act(table, "grace", "tableau/2/4"))


@pytest.mark.parametrize("lowest", ["KH", "AH"])
def test_7_no_grace_while_a_foundation_card_is_available(lowest: str) -> None:
    table = position("fifteen", WITH_TWO | {"tableau/14": f"3C 5D 7H 9S JC {lowest}"})
    with pytest.raises(IllegalMove, match="an ace or a king is the lowest card"):
        table.play(act(table, "grace", "tableau/1/5"))


def test_7_no_grace_once_a_foundation_is_begun() -> None:
    table = position("fifteen", WITH_TWO | {"king_foundations/3": "KS"})
    with pytest.raises(IllegalMove, match="a foundation has been begun"):
        table.play(act(table, "grace", "tableau/1/5"))


def test_the_sixth_row_is_counted_as_the_columns_stand() -> None:
    table = position("fifteen", WITH_TWO | {"tableau/3": "3C 5D 7H 9S JC 2S 9H KC 4C", "tableau/4": "3C 5D 7H 9S KC"})
    assert not is_legal(table, "grace", "tableau/3/7")
    assert not is_legal(table, "grace", "tableau/3/5")


def test_8_a_card_between_both_foundations_goes_on_either() -> None:
    table = position(
        "fifteen",
        {
            "ace_foundations/1": "AD 2D 3D 4D 5D 6D",
            "king_foundations/1": "KD QD JD TD 9D 8D",
            "tableau/0": "7D",
        },
    )
    assert is_legal(table, "tableau/0", "ace_foundations/1")
    assert is_legal(table, "tableau/0", "king_foundations/1")
