"""The Checks of sheets/aracnida.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN
from tests.games.positions import SEED, counts, is_legal, play, position, shown

RUN = "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH"


def test_counts_after_the_deal() -> None:
    table = catalogue.game("aracnida").deal(SEED)
    assert counts(table) == {"tableau": [6] * 4 + [5] * 6, "stock": [50], "foundations": [0] * 8}
    assert [sum(card >= DOWN for card in pile) for pile in table.group("tableau")] == [5] * 4 + [4] * 6


@pytest.mark.parametrize(("target", "legal"), [("8S", True), ("7C", True), ("6S", False), ("9D", False)])
def test_1_one_rank_lower_or_the_same_rank(target: str, legal: bool) -> None:
    table = position("aracnida", {"tableau/0": "7D", "tableau/1": target})
    assert is_legal(table, "tableau/0", "tableau/1") == legal


def test_2_a_run_goes_by_its_deepest_card() -> None:
    table = position("aracnida", {"tableau/0": "8S 7S 6S", "tableau/1": "9H", "tableau/2": "8D", "tableau/3": "7H"})
    assert is_legal(table, "tableau/0", "tableau/1", 3)
    assert is_legal(table, "tableau/0", "tableau/2", 3)
    assert not is_legal(table, "tableau/0", "tableau/3", 3)


def test_3_a_set_goes_whole_or_in_part() -> None:
    table = position("aracnida", {"tableau/0": "5C 5D 5D", "tableau/1": "6H", "tableau/2": "5S"})
    for target in ("tableau/1", "tableau/2"):
        assert is_legal(table, "tableau/0", target, 3)
        assert is_legal(table, "tableau/0", target, 2)


def test_4_run_and_set_do_not_mix() -> None:
    table = position("aracnida", {"tableau/0": "6S 5S 5H", "tableau/1": "7D", "tableau/2": "6C"})
    assert not is_legal(table, "tableau/0", "tableau/1", 3)
    play(table, "tableau/0", "tableau/2")
    assert is_legal(table, "tableau/0", "tableau/1", 2)


def test_5_kings_on_kings_and_aces_on_aces() -> None:
    table = position(
        "aracnida", {"tableau/0": "KD", "tableau/1": "KC", "tableau/2": "AD", "tableau/3": "AS", "tableau/4": "AH"}
    )
    assert is_legal(table, "tableau/0", "tableau/1")
    assert not is_legal(table, "tableau/0", "tableau/2")
    assert is_legal(table, "tableau/3", "tableau/4")
    assert not is_legal(table, "tableau/3", "tableau/1")


def test_6_no_row_over_a_space() -> None:
    piles = {f"tableau/{i}": "2C 9D" for i in range(9)} | {"stock": "#5C"}
    assert not is_legal(position("aracnida", piles), "deal")
    assert is_legal(position("aracnida", piles | {"tableau/9": "KS"}), "deal")


def test_7_an_ace_on_the_last_ace_keeps_the_run() -> None:
    table = position("aracnida", {"tableau/0": f"{RUN} AS", "tableau/1": "2C"})
    play(table, "tableau/0", "tableau/1")
    assert shown(table, "foundations/0") == RUN
    assert shown(table, "tableau/0") == ""


def test_any_unit_goes_into_a_space() -> None:
    table = position("aracnida", {"tableau/0": "#4C 5C 5D 5D", "tableau/1": "3S 2S"})
    assert is_legal(table, "tableau/0", "tableau/2", 3)
    assert is_legal(table, "tableau/1", "tableau/2", 2)
    assert not is_legal(table, "tableau/0", "tableau/2", 4)
