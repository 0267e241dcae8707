"""The Checks of sheets/clock.md. Hour I and packet 1 are foundations/0 and tableau/0."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown

FIRST = "6C 7H 8S 9D TC JH QS KD 2C 3H 4S 5D".split()
LAST = "AC 2H 3S 4D 5C 6H 7S 8D 9C TH JS QD".split()
SET_OUT = {f"foundations/{i}": card for i, card in enumerate(FIRST)}
FILLED = {f"tableau/{i}": "AC AC AC" for i in range(12)}
"""Whole packets that take only kings of clubs."""


def laid(piles: dict[str, str]) -> Table:
    """Return a table with the dial begun, whole packets, and the test's piles."""
    return position("clock", SET_OUT | FILLED | piles)


def whole(hour: int) -> str:
    """All cards of a foundation, from its first to its hour."""
    ranks = "A23456789TJQK"
    first, suit = ranks.index(FIRST[hour][0]), FIRST[hour][1]
    return " ".join(ranks[(first + i) % 13] + suit for i in range(9 if hour < 8 else 8))


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("clock").deal(SEED)
    assert counts(table) == {"foundations": [1] * 12, "tableau": [3] * 12, "stock": [56], "waste": [0]}
    assert [shown(table, f"foundations/{i}") for i in range(12)] == FIRST
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    for card in FIRST:
        pack.remove(card)
    assert [shown(table, f"tableau/{i}").split() for i in range(12)] == [pack[3 * i : 3 * i + 3] for i in range(12)]
    assert shown(table, "stock").split()[-1] == f"#{pack[36]}"


def test_each_foundation_ends_with_its_hour_and_uses_every_card_once() -> None:
    piles = {f"foundations/{i}": whole(i) for i in range(12)}
    assert [text.split()[-1] for text in piles.values()] == LAST
    table = position("clock", piles)
    assert table.won
    assert table.progress == 104
    assert sorted(card for pile in table.group("foundations") for card in pile) == sorted(table.game.pack)


def test_1_the_next_card_goes_to_its_hour() -> None:
    table = laid({"tableau/3": "AC AC 3C"})
    assert [i for i in range(12) if is_legal(table, "tableau/3", f"foundations/{i}")] == [8]


def test_2_foundations_wrap_and_end() -> None:
    assert is_legal(laid({"waste": "AD"}), "waste", "foundations/7")
    table = laid({"foundations/7": whole(7), "waste": "9D"})
    assert not is_legal(table, "waste", "foundations/7")
    with pytest.raises(IllegalMove, match="complete"):
        play(table, "waste", "foundations/7")


def test_3_packets_build_down_in_suit_and_never_from_the_waste() -> None:
    table = laid({"tableau/1": "AC AC JS", "tableau/6": "AC AC QS", "tableau/7": "AC AC QC", "waste": "JS"})
    assert is_legal(table, "tableau/1", "tableau/6")
    assert not is_legal(table, "tableau/1", "tableau/7")
    assert not is_legal(table, "waste", "tableau/6")


def test_4_a_king_goes_on_an_ace_and_not_the_other_way() -> None:
    table = laid({"tableau/4": "AC AC KH", "tableau/5": "AC AC AH"})
    assert is_legal(table, "tableau/4", "tableau/5")
    assert not is_legal(table, "tableau/5", "tableau/4")


def test_5_filling_goes_round_in_order_and_comes_before_turning() -> None:
    stock = "#2D #TD #9S #8S #7S #6S #5S"
    table = laid({"tableau/2": "AC AC", "tableau/8": "AC AC", "tableau/10": "", "stock": stock})
    assert not is_legal(table, "turn")
    with pytest.raises(IllegalMove, match="must be filled first"):
        table.play(as_move(table, "turn"))
    play(table, "fill")
    assert shown(table, "tableau/2") == "AC AC 5S"
    assert shown(table, "tableau/8") == "AC AC 6S"
    assert shown(table, "tableau/10") == "7S 8S 9S"
    assert shown(table, "stock") == "#2D #TD"


def test_6_a_stock_that_runs_out_leaves_packets_short() -> None:
    table = laid({"tableau/0": "AC", "tableau/7": "AC AC", "stock": "#6S #5S", "waste": "AD"})
    play(table, "fill")
    assert shown(table, "tableau/0") == "AC 5S 6S"
    assert shown(table, "tableau/7") == "AC AC"
    assert not is_legal(table, "fill")
    assert not is_legal(table, "turn")
    assert is_legal(table, "waste", "foundations/7")


def test_7_an_empty_packet_is_not_built_on() -> None:
    table = laid({"tableau/10": "", "tableau/1": "AC AC JS"})
    assert not is_legal(table, "tableau/1", "tableau/10")
    assert is_legal(laid({"tableau/10": "QS", "tableau/1": "AC AC JS"}), "tableau/1", "tableau/10")


def test_8_whole_packets_are_not_filled() -> None:
    table = laid({"stock": "#6S", "tableau/5": "AC AC AC AC"})
    assert not is_legal(table, "fill")
    assert is_legal(table, "turn")


def test_a_sequence_never_moves_as_a_unit() -> None:
    table = laid({"tableau/1": "AC QS JS", "tableau/6": "AC AC KS"})
    assert not is_legal(table, "tableau/1", "tableau/6", 2)
