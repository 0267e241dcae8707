"""The Checks of sheets/storehouse.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown

TWOS = {f"foundations/{i}": f"2{s}" for i, s in enumerate("CDHS")}
STRICT = {"strict_1898": True}


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("storehouse").deal(SEED)
    assert counts(table) == {
        "reserve": [13],
        "foundations": [1] * 4,
        "tableau": [1] * 4,
        "stock": [31],
        "waste": [0],
    }
    assert [shown(table, f"foundations/{i}") for i in range(4)] == ["2C", "2D", "2H", "2S"]
    pack = [c for card in shuffled(table.game.pack, SEED, 0) if not (c := name(card)).startswith("2")]
    assert shown(table, "reserve").split() == [f"#{card}" for card in pack[:12]] + [pack[12]]
    assert [shown(table, f"tableau/{i}") for i in range(4)] == pack[13:17]
    assert shown(table, "stock").split()[-1] == f"#{pack[17]}"


def test_1_a_card_goes_home_or_on_the_next_higher_of_its_suit() -> None:
    table = position("storehouse", TWOS | {"waste": "3C", "tableau/0": "4C", "tableau/1": "4S"})
    assert is_legal(table, "waste", "foundations/0")
    assert is_legal(table, "waste", "tableau/0")
    assert not is_legal(table, "waste", "tableau/1")


def test_2_the_ace_ranks_above_the_king() -> None:
    assert is_legal(position("storehouse", {"tableau/0": "AD", "waste": "KD"}), "waste", "tableau/0")
    assert not is_legal(position("storehouse", {"tableau/0": "AD", "waste": "QD"}), "waste", "tableau/0")
    for rank in "A3456789TJQK":
        assert not is_legal(position("storehouse", {"tableau/0": "3H", "waste": f"{rank}H"}), "waste", "tableau/0")
    for rank in "3456789TJQK":
        assert not is_legal(position("storehouse", {"tableau/0": f"{rank}H", "waste": "AH"}), "waste", "tableau/0")


def test_3_the_ace_comes_last() -> None:
    clubs = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
    table = position("storehouse", TWOS | {"foundations/0": clubs, "waste": "AC", "reserve": "AD"})
    assert not is_legal(table, "reserve", "foundations/1")
    play(table, "waste", "foundations/0")
    assert shown(table, "foundations/0") == f"{clubs} AC"


def test_4_only_a_whole_pile_moves() -> None:
    piles = {"tableau/0": "9S 8S 7S", "tableau/1": "TS", "tableau/2": "8S"}
    table = position("storehouse", piles)
    assert not is_legal(table, "tableau/0", "tableau/2", 1)
    assert not is_legal(table, "tableau/0", "tableau/1", 1)
    play(table, "tableau/0", "tableau/1", 3)
    assert shown(table, "tableau/1") == "TS 9S 8S 7S"
    assert shown(table, "tableau/0") == ""


def test_4_a_tableau_top_goes_home() -> None:
    assert is_legal(position("storehouse", TWOS | {"tableau/0": "4H 3H"}), "tableau/0", "foundations/2")


def test_5_a_space_takes_reserve_or_waste_but_no_pile() -> None:
    table = position("storehouse", {"reserve": "#3C #4D #5H #6S KH", "waste": "3S 8D", "tableau/2": "9C"})
    assert is_legal(table, "reserve", "tableau/0")
    assert is_legal(table, "waste", "tableau/0")
    assert not is_legal(table, "tableau/2", "tableau/0")
    play(table, "reserve", "tableau/0")
    assert shown(table, "reserve") == "#3C #4D #5H 6S"
    assert shown(table, "tableau/1") == ""


def test_6_the_reserve_is_never_refilled() -> None:
    table = position("storehouse", {"reserve": "KH", "waste": "3S 8D", "stock": "#9C"})
    play(table, "reserve", "tableau/0")
    assert shown(table, "reserve") == ""
    assert is_legal(table, "waste", "tableau/1")
    assert not is_legal(table, "waste", "reserve")


def test_7_two_redeals_turned_over_once_the_stock_is_empty() -> None:
    assert not is_legal(position("storehouse", {"waste": "3S 8D", "stock": "#9C"}), "redeal")
    assert not is_legal(position("storehouse", {"waste": "3S 8D"}, redeals=2), "redeal")
    table = position("storehouse", {"waste": "3S 8D JC"}, redeals=1)
    play(table, "redeal")
    assert shown(table, "stock") == "#JC #8D #3S"
    assert table.count("redeals") == 2


def test_strict_1898_builds_only_from_the_waste() -> None:
    piles = {"tableau/0": "9S", "tableau/1": "TS", "tableau/2": "4H", "reserve": "8S", "waste": "3H"}
    table = position("storehouse", TWOS | piles, options=STRICT)
    assert not is_legal(table, "tableau/0", "tableau/1")
    with pytest.raises(IllegalMove, match="goes only home or into a space"):
        table.play(as_move(table, "reserve", "tableau/0"))
    assert is_legal(table, "reserve", "tableau/3")
    assert is_legal(table, "waste", "tableau/2")
    assert is_legal(table, "waste", "tableau/3")
    assert is_legal(position("storehouse", TWOS | {"reserve": "3C"}, options=STRICT), "reserve", "foundations/0")


def test_auto_fill_takes_from_the_reserve_while_it_lasts() -> None:
    piles = {"tableau/0": "9S", "tableau/1": "TS", "tableau/2": "4H", "tableau/3": "5D", "waste": "QC"}
    table = position("storehouse", piles | {"reserve": "#8C KH"}, options={"auto_fill": True})
    play(table, "tableau/0", "tableau/1")
    assert shown(table, "tableau/0") == "KH"
    assert shown(table, "reserve") == "8C"
    table = position("storehouse", piles, options={"auto_fill": True})
    play(table, "tableau/0", "tableau/1")
    assert shown(table, "tableau/0") == ""
    assert is_legal(table, "waste", "tableau/0")
