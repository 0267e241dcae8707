"""The Checks of sheets/odd_and_even.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from tests.games.positions import SEED, counts, is_legal, play, position, shown

CLUBS_TO_KING = "AC 3C 5C 7C 9C JC KC"
CLUBS_TO_QUEEN = CLUBS_TO_KING + " 2C 4C 6C 8C TC QC"
HEARTS_TO_QUEEN = "2H 4H 6H 8H TH QH"


def test_counts_after_the_deal() -> None:
    table = catalogue.game("odd_and_even").deal(SEED)
    assert counts(table) == {
        "odd_foundations": [0] * 4,
        "even_foundations": [0] * 4,
        "reserve": [1] * 9,
        "stock": [95],
        "waste": [0],
    }


def test_1_the_steps_are_twos() -> None:
    table = position("odd_and_even", {"odd_foundations/3": "AS", "reserve/0": "3S", "waste": "2S", "reserve/1": "3C"})
    assert is_legal(table, "reserve/0", "odd_foundations/3")
    assert not is_legal(table, "waste", "odd_foundations/3")
    assert is_legal(table, "waste", "even_foundations/3")
    assert not is_legal(table, "reserve/1", "odd_foundations/3")


def test_2_after_the_king_the_two_and_after_the_queen_nothing() -> None:
    table = position("odd_and_even", {"odd_foundations/0": CLUBS_TO_KING, "waste": "2C"})
    assert is_legal(table, "waste", "odd_foundations/0")
    table = position("odd_and_even", {"odd_foundations/0": CLUBS_TO_QUEEN, "waste": "AC", "reserve/0": "2C"})
    assert not is_legal(table, "waste", "odd_foundations/0")
    assert not is_legal(table, "reserve/0", "odd_foundations/0")


def test_3_an_ace_on_the_even_queen_or_on_its_own_place() -> None:
    table = position("odd_and_even", {"even_foundations/2": HEARTS_TO_QUEEN, "waste": "AH"})
    assert is_legal(table, "waste", "even_foundations/2")
    assert is_legal(table, "waste", "odd_foundations/2")


def test_4_two_foundations_that_want_the_same_card() -> None:
    piles = {"odd_foundations/1": "AD 3D", "even_foundations/1": "2D 4D 6D 8D TD QD AD 3D", "reserve/4": "5D"}
    table = position("odd_and_even", piles)
    assert is_legal(table, "reserve/4", "odd_foundations/1")
    assert is_legal(table, "reserve/4", "even_foundations/1")


def test_5_the_waste_fills_a_gap() -> None:
    table = position("odd_and_even", {"reserve/6": "AC", "waste": "4D 9S", "stock": "#KH"} | full_but(6))
    play(table, "reserve/6", "odd_foundations/0")
    assert shown(table, "reserve/6") == "9S"
    assert shown(table, "waste") == "4D"


def test_6_without_a_waste_the_stock_fills_it() -> None:
    table = position("odd_and_even", {"reserve/6": "AC", "stock": "#KH #JS"} | full_but(6))
    play(table, "reserve/6", "odd_foundations/0")
    assert shown(table, "reserve/6") == "JS"
    assert shown(table, "stock") == "#KH"


def test_7_with_nothing_left_the_gap_stays() -> None:
    table = position("odd_and_even", {"reserve/6": "AC", "reserve/7": "3C"}, redeals=1)
    play(table, "reserve/6", "odd_foundations/0")
    assert shown(table, "reserve/6") == ""
    assert is_legal(table, "reserve/7", "odd_foundations/0")
    assert not is_legal(table, "reserve/7", "reserve/6")


@pytest.mark.parametrize(("stock", "made", "legal"), [("", 0, True), ("#9D", 0, False), ("", 1, False)])
def test_8_one_redeal_once_the_stock_is_empty(stock: str, made: int, legal: bool) -> None:
    table = position("odd_and_even", {"waste": "4D 9S", "stock": stock} | full_but(), redeals=made)
    assert is_legal(table, "redeal") == legal


def test_the_card_turned_first_comes_first_again() -> None:
    table = position("odd_and_even", {"waste": "4D 9S 2C"} | full_but())
    play(table, "redeal")
    assert shown(table, "stock") == "#2C #9S #4D"


def full_but(*gaps: int) -> dict[str, str]:
    """Return a reserve of tens with gaps at these places."""
    return {f"reserve/{i}": "TS" for i in range(9) if i not in gaps}
