"""The Checks of sheets/besieged_city.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove
from cadogan_games.games.besieged_city import RAMPARTS
from tests.games.positions import SEED, as_move, copy_of, counts, is_legal, move, play, position, shown

UP_AND_DOWN = "AC KC 2C QC 3C JC 4C TC 5C 9C 6C 8C 7C"


def at(rampart: str) -> str:
    """The pile of a Rampart that the sheet calls `T1`."""
    return f"ramparts/{RAMPARTS.index(rampart)}"


def place(r: int, c: int) -> str:
    """The pile of a place of the Reserve, row and column counted from 1."""
    return f"reserve/{3 * (r - 1) + c - 1}"


def city(**more: str) -> dict[str, str]:
    """Return a full Reserve of tens of spades, full Ramparts of fives of clubs, and a stock, with the test's Ramparts
    instead."""
    laid = {f"reserve/{i}": "TS" for i in range(12)} | {f"ramparts/{i}": "5C" for i in range(14)}
    return laid | {"stock": "#2D #2D"} | {at(rampart): text for rampart, text in more.items()}


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("besieged_city").deal(SEED)
    assert counts(table) == {
        "reserve": [1] * 12,
        "ramparts": [1] * 14,
        "foundations": [0] * 4,
        "stock": [78],
        "waste": [0],
    }
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, place(2, 1)) == pack[3]
    assert shown(table, at("R1")) == pack[12 + 3]
    assert shown(table, at("B1")) == pack[12 + 9]
    assert shown(table, at("L4")) == pack[12 + 10]


def test_1_an_empty_rampart_is_filled_first_from_its_row() -> None:
    table = position("besieged_city", city(R2="AS"))
    play(table, at("R2"), "foundations/3")
    assert set(table.moves()) == {move(table, place(2, c), at("R2")) for c in (1, 2, 3)}
    with pytest.raises(IllegalMove, match="Something else comes first"):
        table.play(as_move(table, "turn"))
    play(table, place(2, 3), at("R2"))
    assert shown(table, at("R2")) == "TS"
    assert shown(table, place(2, 3)) == "2D"
    assert table.count("fresh") == 0


def test_2_a_column_fills_the_rampart_above_it() -> None:
    table = position("besieged_city", city(T1=""))
    assert set(table.moves()) == {move(table, place(r, 1), at("T1")) for r in (1, 2, 3, 4)}


@pytest.mark.parametrize(
    ("other", "fits"), [("2H", True), ("JH", True), ("3H", True), ("KH", True), ("4H", False), ("2D", False)]
)
def test_3_ramparts_take_neighbours_and_sums_of_14_and_15(other: str, fits: bool) -> None:
    table = position("besieged_city", city(L4="QH", R1=other))
    assert is_legal(table, at("L4"), at("R1")) == fits
    assert is_legal(table, at("R1"), at("L4")) == fits


@pytest.mark.parametrize(
    ("a", "b", "fits"), [("7H", "7H", True), ("6H", "6H", False), ("AH", "KH", True), ("AH", "AH", False)]
)
def test_of_equal_ranks_only_sevens_fit_and_ace_and_king_do(a: str, b: str, fits: bool) -> None:
    assert is_legal(position("besieged_city", city(L4=a, R1=b)), at("L4"), at("R1")) == fits


def test_4_a_reserve_card_keeps_to_its_lines() -> None:
    table = position("besieged_city", city(B2="7D", R3="6D", R4="7D") | {place(3, 2): "8D"})
    assert is_legal(table, place(3, 2), at("B2"))
    assert is_legal(table, place(3, 2), at("R3"))
    assert not is_legal(table, place(3, 2), at("R4"))
    with pytest.raises(IllegalMove, match="its own row and column"):
        table.play(move(table, place(3, 2), at("R4")))


def test_5_the_order_of_the_foundations() -> None:
    table = position("besieged_city", city(T1="QC", T2="3C") | {"foundations/0": "AC KC 2C"})
    assert is_legal(table, at("T1"), "foundations/0")
    assert not is_legal(table, at("T2"), "foundations/0")
    table = position("besieged_city", city(T1="7C", T2="8C") | {"foundations/0": UP_AND_DOWN})
    assert is_legal(table, at("T1"), "foundations/0")
    assert not is_legal(table, at("T2"), "foundations/0")
    both_ways = UP_AND_DOWN.split() + UP_AND_DOWN.split()[::-1]
    table = position("besieged_city", city(T1="AC", T2="KC") | {"foundations/0": " ".join(both_ways[:25])})
    assert is_legal(table, at("T1"), "foundations/0")
    table = position("besieged_city", city(T1="AC", T2="KC") | {"foundations/0": " ".join(both_ways)})
    assert not is_legal(table, at("T2"), "foundations/0")


def test_6_a_card_goes_home_only_while_it_is_fresh() -> None:
    piles = city() | {"foundations/3": "AS KS", "stock": "#9D #9H #2S", "waste": "4D"}
    table = position("besieged_city", piles)
    play(table, "turn")
    assert is_legal(table, "waste", "foundations/3")
    once_more = copy_of(table)
    play(once_more, "turn")
    assert not is_legal(once_more, "waste", "foundations/3")
    play(table, "waste", "foundations/3")
    assert table.count("fresh") == 0


def test_6_a_card_uncovered_again_is_not_fresh() -> None:
    table = position("besieged_city", city() | {"foundations/3": "AS", "waste": "2S KS", "stock": "#9D"}, fresh=1)
    play(table, "waste", "foundations/3")
    assert not is_legal(table, "waste", "foundations/3")


def test_7_nothing_goes_home_from_the_reserve() -> None:
    table = position("besieged_city", city() | {place(1, 1): "AC"})
    assert not is_legal(table, place(1, 1), "foundations/0")


def test_8_the_waste_fills_the_reserve() -> None:
    table = position("besieged_city", city(L1="9S") | {"waste": "AS 9H", "stock": "#2D"}, fresh=1)
    play(table, place(1, 1), at("L1"))
    assert shown(table, place(1, 1)) == "9H"
    assert shown(table, "waste") == "AS"
    assert not is_legal(table, "waste", "foundations/3")


def test_9_in_the_end_lines_are_free_and_nothing_must_be_filled() -> None:
    piles = city(B3="6D", T2="") | {place(1, 1): "5D", "stock": ""}
    table = position("besieged_city", piles)
    assert is_legal(table, place(1, 1), at("B3"))
    assert is_legal(table, place(4, 3), at("T2"))
    assert not is_legal(table, place(4, 3), at("B3"))
    table = position("besieged_city", piles | {"waste": "9D"})
    assert not is_legal(table, place(1, 1), at("B3"))
    assert not is_legal(table, place(4, 3), at("T2"))


def test_the_reserve_is_not_filled_when_nothing_is_left() -> None:
    table = position("besieged_city", city(B3="6D") | {place(1, 1): "5D", "stock": ""})
    play(table, place(1, 1), at("B3"))
    assert shown(table, place(1, 1)) == ""
