"""The Checks of sheets/wheel.md."""

from __future__ import annotations

from itertools import product

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import rank_of
from tests.games.positions import SEED, act, cards, counts, is_legal, play, position, shown

TRIPLES = {(2, 6, 10), (2, 7, 9), (3, 5, 10), (3, 6, 9), (3, 7, 8), (4, 5, 9), (4, 6, 8), (5, 6, 7)}


def cushion(tops: str, **more: str) -> dict[str, str]:
    """Return the cushion's piles in order, a dash for an empty one, and the other piles."""
    return {f"cushion/{i}": card for i, card in enumerate(tops.split()) if card != "-"} | more


def crown(*piles: int) -> tuple[str, ...]:
    """The action with these piles of the cushion, counted from 0, the court card's last."""
    return ("crown", *(f"cushion/{pile}" for pile in piles))


def test_counts_after_the_deal() -> None:
    table = catalogue.game("wheel").deal(SEED)
    assert counts(table) == {"aces": [1] * 8, "circle": [0] * 24, "cushion": [1] * 12, "stock": [84]}
    assert {rank_of(pile[0]) for pile in table.group("aces")} == {1}
    assert table.phase == "first"


def test_without_a_crown_the_stock_is_seven_deals() -> None:
    table = catalogue.game("wheel").deal(SEED)
    for _ in range(7):
        play(table, "deal")
    assert counts(table)["cushion"] == [8] * 12
    assert not is_legal(table, "deal")


def test_1_three_that_make_eighteen_go_with_a_court_card() -> None:
    table = position("wheel", cushion("2C 6D TH KS QD"))
    assert is_legal(table, *crown(0, 1, 2, 3))
    assert is_legal(table, *crown(0, 1, 2, 4))
    play(table, *crown(0, 1, 2, 3))
    assert shown(table, "circle/0") == "2C 6D TH KS"
    assert table.progress == 4


def test_the_triples_are_those_of_the_sheet() -> None:
    found = set()
    for ranks in product("23456789T", repeat=3):
        table = position("wheel", cushion(f"{ranks[0]}C {ranks[1]}D {ranks[2]}H KS"))
        if table.moves():
            found.add(tuple(sorted(rank_of(card) for card in cards(f"{ranks[0]}C {ranks[1]}D {ranks[2]}H"))))
    assert found == TRIPLES


@pytest.mark.parametrize("tops", ["4C 4D TH QS", "6C 6D 6H JS"])
def test_2_ranks_may_not_be_equal(tops: str) -> None:
    assert not is_legal(position("wheel", cushion(tops)), *crown(0, 1, 2, 3))


def test_3_a_covered_court_card_crowns_nothing() -> None:
    piles = cushion("3C 7D 8H 5C") | {"cushion/3": "KS 5C"}
    table = position("wheel", piles, phase="second")
    assert table.moves() == []
    assert position("wheel", piles | {"cushion/3": "5C KS"}, phase="second").moves() == [act(table, *crown(0, 1, 2, 3))]


def test_4_court_cards_do_not_count() -> None:
    assert position("wheel", cushion("7C JD KH")).moves() == []
    assert position("wheel", cushion("7C JD AH KS")).moves() == []


def test_5_in_the_first_phase_the_piles_are_refilled_in_order() -> None:
    piles = cushion("2S 2S 2C 2S 6D KS 2S 2S TH 2S 7C 2S", stock="#AS #4D #3C #2D #AC")
    table = position("wheel", piles)
    play(table, *crown(2, 4, 8, 5))
    assert [shown(table, f"cushion/{i}") for i in (2, 4, 5, 8)] == ["AC", "2D", "3C", "4D"]
    assert counts(table)["stock"] == [1]


def test_in_phase_one_a_pile_stays_empty_without_a_stock() -> None:
    table = position("wheel", cushion("2C 6D TH KS", stock="#9C #8C"))
    play(table, *crown(0, 1, 2, 3))
    assert [shown(table, f"cushion/{i}") for i in range(4)] == ["8C", "9C", "", ""]


def test_6_in_the_second_phase_taking_a_card_uncovers_the_next() -> None:
    piles = cushion("2C 6D TH KS 5C", stock="#9C #8C") | {"cushion/2": "QH TH"}
    table = position("wheel", piles, phase="second")
    play(table, *crown(0, 1, 2, 3))
    assert [shown(table, f"cushion/{i}") for i in range(4)] == ["", "", "QH", ""]
    assert counts(table)["stock"] == [2]


def test_7_a_deal_fills_empty_piles_too_and_the_last_may_be_short() -> None:
    stock = " ".join(
        f"#{card}" for card in reversed("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D 3D 4D 5D 6D 7D 8D 9D".split())
    )
    full = cushion("2S 2S - 2S 2S 2S 2S 2S 2S 2S 2S 2S", stock=stock)
    table = position("wheel", full, phase="second")
    play(table, "deal")
    assert shown(table, "cushion/2") == "4C"
    assert counts(table)["stock"] == [8]
    play(table, "deal")
    assert counts(table)["cushion"] == [3, 3, 2, *[3] * 5, *[2] * 4]
    assert counts(table)["stock"] == [0]


def test_a_deal_begins_the_second_phase_and_may_come_at_any_time() -> None:
    table = position("wheel", cushion("2C 6D TH KS", stock="#9C #8C"))
    assert is_legal(table, *crown(0, 1, 2, 3))
    play(table, "deal")
    assert table.phase == "second"


def test_8_an_empty_stock_deals_nothing() -> None:
    assert not is_legal(position("wheel", cushion("2C 6D TH KS")), "deal")


def test_won_with_24_packets_on_the_circle() -> None:
    table = position("wheel", {f"circle/{i}": "2C 6D TH KS" for i in range(24)})
    assert table.won
    assert table.progress == 96
