"""The Checks of sheets/curds_and_whey.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN, name
from cadogan_games.engine.shuffle import shuffled
from tests.games.positions import SEED, counts, is_legal, play, position, shown

RUNS = {s: " ".join(f"{r}{s}" for r in "KQJT98765432A") for s in "CDHS"}


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("curds_and_whey").deal(SEED)
    assert counts(table) == {"tableau": [4] * 13}
    assert all(card < DOWN for pile in table.piles for card in pile)
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "tableau/1").split() == [pack[i] for i in (1, 14, 27, 40)]


@pytest.mark.parametrize(("target", "legal"), [("9S", True), ("8C", True), ("9H", False), ("TS", False), ("7S", False)])
def test_1_the_next_higher_of_the_suit_or_the_same_rank(target: str, legal: bool) -> None:
    table = position("curds_and_whey", {"tableau/0": "8S", "tableau/1": target})
    assert is_legal(table, "tableau/0", "tableau/1") == legal


@pytest.mark.parametrize(("target", "legal"), [("6S", True), ("5D", True), ("6H", False)])
def test_2_whey_moves_as_a_unit(target: str, legal: bool) -> None:
    table = position("curds_and_whey", {"tableau/0": "5S 4S 3S", "tableau/1": target})
    assert is_legal(table, "tableau/0", "tableau/1", 3) == legal


@pytest.mark.parametrize(("target", "legal"), [("6C", True), ("5S", True), ("6H", False)])
def test_3_of_curds_the_deepest_decides(target: str, legal: bool) -> None:
    table = position("curds_and_whey", {"tableau/0": "5C 5D 5H", "tableau/1": target})
    assert is_legal(table, "tableau/0", "tableau/1", 3) == legal


def test_4_curds_and_whey_do_not_mix() -> None:
    table = position("curds_and_whey", {"tableau/0": "6H 5H 4H 4S 4C", "tableau/1": "4D", "tableau/2": "7H"})
    assert not is_legal(table, "tableau/0", "tableau/2", 5)
    play(table, "tableau/0", "tableau/1", 2)
    play(table, "tableau/0", "tableau/2", 3)
    assert shown(table, "tableau/2") == "7H 6H 5H 4H"


@pytest.mark.parametrize(
    ("unit", "legal"), [("QS", False), ("KS", True), ("KS QS JS", True), ("KS KD", True), ("KS KD QD", False)]
)
def test_5_a_space_is_for_kings(unit: str, legal: bool) -> None:
    table = position("curds_and_whey", {"tableau/0": f"2C {unit}", "tableau/1": "3H"})
    assert is_legal(table, "tableau/0", "tableau/2", len(unit.split())) == legal


def test_6_aces_on_aces_but_no_wrapping() -> None:
    table = position("curds_and_whey", {"tableau/0": "AH", "tableau/1": "AC", "tableau/2": "KH"})
    assert is_legal(table, "tableau/0", "tableau/1")
    assert not is_legal(table, "tableau/2", "tableau/0")


def test_7_not_won_until_the_last_ace_lies_on_its_two() -> None:
    piles = {"tableau/0": RUNS["C"] + " AS", "tableau/4": RUNS["D"], "tableau/5": RUNS["H"]}
    table = position("curds_and_whey", piles | {"tableau/9": RUNS["S"][:-3]})
    assert (table.won, table.progress) == (False, 51)
    play(table, "tableau/0", "tableau/9")
    assert table.won
    assert table.progress == 52
    assert table.moves() == []


def test_a_king_that_is_not_first_does_not_count() -> None:
    assert position("curds_and_whey", {"tableau/0": "KS QS", "tableau/1": "3C KH QD"}).progress == 2
