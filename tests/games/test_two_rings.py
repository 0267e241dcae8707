"""The Checks of sheets/two_rings.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from tests.games.positions import SEED, counts, is_legal, play, position, shown


@pytest.mark.parametrize(("id", "helps"), [("two_rings", 8), ("uncle_sam", 13)])
def test_counts_after_the_deal(id: str, helps: int) -> None:
    table = catalogue.game(id).deal(SEED)
    assert counts(table) == {
        "seven_foundations": [1] * 8,
        "six_foundations": [1] * 8,
        "reserve": [1] * helps,
        "stock": [88 - helps],
        "waste": [0],
    }
    assert [shown(table, f"seven_foundations/{i}") for i in range(8)] == "7C 7C 7D 7D 7H 7H 7S 7S".split()
    assert table.progress == 16


def test_full_foundations_are_104_cards() -> None:
    piles = {f"seven_foundations/{i}": run("789TJQK", i) for i in range(8)}
    piles |= {f"six_foundations/{i}": run("65432A", i) for i in range(8)}
    table = position("two_rings", piles)
    assert table.won
    assert table.progress == 104


def test_1_sevens_are_built_up_in_suit() -> None:
    table = position("two_rings", full() | {"seven_foundations/4": "7H 8H 9H", "reserve/0": "TH", "reserve/1": "8H"})
    assert is_legal(table, "reserve/0", "seven_foundations/4")
    assert not is_legal(table, "reserve/1", "seven_foundations/4")
    table = position("two_rings", full() | {"seven_foundations/4": "7H 8H 9H", "waste": "TD"})
    assert not is_legal(table, "waste", "seven_foundations/4")


def test_2_an_ace_completes_a_six() -> None:
    down_to_two = "6S 5S 4S 3S 2S"
    table = position("two_rings", full() | {"six_foundations/7": down_to_two, "waste": "KS AS"})
    play(table, "waste", "six_foundations/7")
    assert not is_legal(table, "waste", "six_foundations/7")


def test_3_no_card_may_be_left_out() -> None:
    piles = {"seven_foundations/0": "7C", "seven_foundations/1": "7C 8C", "reserve/0": "TC", "reserve/1": "JC"}
    table = position("two_rings", full() | piles)
    assert not any(is_legal(table, f"reserve/{i}", f"seven_foundations/{k}") for i in (0, 1) for k in (0, 1))
    assert is_legal(position("two_rings", full() | piles | {"waste": "9C"}), "waste", "seven_foundations/1")


def test_4_nothing_is_built_on_the_reserve() -> None:
    table = position("two_rings", full() | {"waste": "4D", "reserve/0": "5D"})
    assert not is_legal(table, "waste", "reserve/0")
    assert not is_legal(table, "reserve/0", "waste")


def test_5_a_space_is_filled_first() -> None:
    piles = full() | {"seven_foundations/0": "7C", "reserve/2": "8C", "waste": "9D 4D", "stock": "#KC #2H"}
    table = position("two_rings", piles)
    play(table, "reserve/2", "seven_foundations/0")
    assert (shown(table, "reserve/2"), shown(table, "waste")) == ("4D", "9D")
    table = position("two_rings", piles, options={"refill": "choose"})
    play(table, "reserve/2", "seven_foundations/0")
    assert sorted(table.moves()) == sorted([(24, 18, 1), (25, 18, 1)])
    play(table, "stock", "reserve/2")
    assert (shown(table, "reserve/2"), shown(table, "waste")) == ("2H", "9D 4D")


@pytest.mark.parametrize("refill", ["auto", "choose"])
def test_6_without_a_waste_the_stock_fills(refill: str) -> None:
    piles = full() | {"seven_foundations/0": "7C", "reserve/2": "8C", "stock": "#KC #2H"}
    table = position("two_rings", piles, options={"refill": refill})
    play(table, "reserve/2", "seven_foundations/0")
    assert shown(table, "reserve/2") == "2H"


def test_7_with_nothing_left_a_place_stays_empty() -> None:
    table = position("two_rings", full() | {"seven_foundations/0": "7C", "reserve/2": "8C"})
    play(table, "reserve/2", "seven_foundations/0")
    assert shown(table, "reserve/2") == ""
    assert not is_legal(table, "redeal")
    assert not is_legal(table, "reserve/3", "reserve/2")


def test_8_the_redeal_turns_the_waste_over_once() -> None:
    table = position("two_rings", full() | {"waste": "QH 3C TS"})
    play(table, "redeal")
    play(table, "turn")
    assert shown(table, "waste") == "QH"
    assert not is_legal(position("two_rings", full() | {"waste": "QH"}, redeals=1), "redeal")
    assert not is_legal(position("two_rings", full() | {"waste": "QH", "stock": "#2C"}), "redeal")


def full() -> dict[str, str]:
    """Return a reserve from which no card is needed."""
    return {f"reserve/{i}": "KD" for i in range(8)}


def run(ranks: str, place: int) -> str:
    """Return a foundation's cards of the suit of its place."""
    return " ".join(rank + "CDHS"[place // 2] for rank in ranks)
