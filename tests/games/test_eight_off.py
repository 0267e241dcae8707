"""The Checks of sheets/eight_off.md."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.engine.cards import name, suit_of
from cadogan_games.engine.shuffle import shuffled
from tests.games.cells import play_by_the_sheet
from tests.games.positions import SEED, counts, is_legal, position, shown

FULL = {f"cells/{n}": card for n, card in enumerate("KC QC JC TC KD QD JD TD".split())}
"""Cells without room."""

COLUMNS = {f"tableau/{n}": card for n, card in enumerate("2C 3C 4C 5C 6C 7C 8C 2D".split())}
"""Columns, none of which is empty."""

LAST = "cells/7"


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("eight_off").deal(SEED)
    assert counts(table) == {"foundations": [0] * 4, "cells": [1] * 4 + [0] * 4, "tableau": [6] * 8}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "tableau/0").split() == pack[0:48:8]
    assert [shown(table, f"cells/{n}") for n in range(4)] == pack[48:]


def test_1_columns_build_down_in_suit() -> None:
    table = position("eight_off", {"tableau/0": "7H", "tableau/1": "8H", "tableau/2": "8D", "tableau/3": "8S"})
    assert is_legal(table, "tableau/0", "tableau/1")
    assert not is_legal(table, "tableau/0", "tableau/2")
    assert not is_legal(table, "tableau/0", "tableau/3")


def test_2_each_empty_cell_lets_one_card_more_move() -> None:
    piles = {**COLUMNS, **FULL, LAST: "", "tableau/2": "9S 8S 7S", "tableau/3": "TS"}
    assert not is_legal(position("eight_off", piles), "tableau/2", "tableau/3", 3)
    assert not is_legal(position("eight_off", {**piles, "tableau/4": ""}), "tableau/2", "tableau/3", 3)
    assert is_legal(position("eight_off", {**piles, "cells/0": ""}), "tableau/2", "tableau/3", 3)


def test_3_a_space_takes_a_king_and_his_run() -> None:
    piles = {**FULL, "cells/0": "KD", LAST: "", "tableau/0": "2C KS QS", "tableau/1": "QH"}
    table = position("eight_off", piles)
    assert is_legal(table, "cells/0", "tableau/5")
    assert is_legal(table, "tableau/0", "tableau/5", 2)
    assert not is_legal(table, "tableau/0", "tableau/5")
    assert not is_legal(table, "tableau/1", "tableau/5")


def test_4_a_cell_holds_one_card() -> None:
    table = position("eight_off", {"tableau/4": "QC", "cells/0": "3D"})
    assert is_legal(table, "tableau/4", LAST)
    assert not is_legal(table, "tableau/4", "cells/0")


def test_5_no_card_on_one_of_another_suit() -> None:
    assert not is_legal(position("eight_off", {"tableau/5": "9C", "tableau/6": "TH"}), "tableau/5", "tableau/6")


def test_6_nothing_comes_back_from_a_foundation() -> None:
    table = position("eight_off", {"foundations/2": "AH 2H 3H 4H", "tableau/1": "5H"})
    assert not is_legal(table, "foundations/2", "tableau/1")
    assert is_legal(table, "tableau/1", "foundations/2")


def test_the_rules_are_those_of_the_sheet_read_once_more() -> None:
    play_by_the_sheet("eight_off", lambda card, below: suit_of(card) == suit_of(below), kings=True)
