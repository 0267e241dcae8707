"""The Checks of sheets/reversal.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown


def stock_of(count: int) -> str:
    """Return `count` cards for the stock, of no interest."""
    return " ".join(["#9D"] * count)


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("reversal").deal(SEED)
    assert counts(table) == {
        "two_foundations": [0] * 4,
        "ace_foundations": [0] * 4,
        "packets": [1] * 4,
        "reserve": [1, 1, *[0] * 32],
        "stock": [98],
    }
    assert table.count("rounds") == 1
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert [shown(table, f"packets/{i}") for i in range(4)] == pack[:4]
    assert [shown(table, f"reserve/{i}") for i in range(2)] == pack[4:6]
    play(table, "deal")
    assert (sum(counts(table)["packets"]), sum(counts(table)["reserve"]), counts(table)["stock"]) == (8, 4, [92])
    assert [shown(table, f"reserve/{i}") for i in (2, 3)] == pack[10:12]


def test_the_first_deal_complete_with_nothing_played() -> None:
    table = catalogue.game("reversal").deal(SEED)
    while is_legal(table, "deal"):
        play(table, "deal")
    assert counts(table)["packets"] == [18, 18, 17, 17]
    assert counts(table)["reserve"] == [1] * 34
    assert is_legal(table, "redeal")


def test_1_a_dropped_two_begins_its_foundation_at_once() -> None:
    table = position("reversal", {"reserve/1": "2H", "stock": stock_of(98)}, rounds=1)
    assert is_legal(table, "reserve/1", "two_foundations/2")
    assert not is_legal(table, "reserve/1", "ace_foundations/2")
    assert not is_legal(table, "reserve/1", "two_foundations/1")


def test_an_ace_begins_only_the_ace_foundation() -> None:
    table = position("reversal", {"packets/0": "AH"})
    assert is_legal(table, "packets/0", "ace_foundations/2")
    assert not is_legal(table, "packets/0", "two_foundations/2")


def test_2_only_the_top_card_of_a_packet_is_open() -> None:
    clubs = {"two_foundations/0": "2C 3C 4C 5C 6C"}
    assert is_legal(position("reversal", clubs | {"packets/0": "KD 7C"}), "packets/0", "two_foundations/0")
    table = position("reversal", clubs | {"packets/0": "7C KD"})
    assert not is_legal(table, "packets/0", "two_foundations/0")
    with pytest.raises(IllegalMove, match="on 6♣ it wants 7♣"):
        table.play(as_move(table, "packets/0", "two_foundations/0"))


def test_3_twos_rise_and_aces_fall() -> None:
    begun = {"ace_foundations/3": "AS", "two_foundations/3": "2S"}
    table = position("reversal", begun | {"packets/0": "KS", "packets/1": "3S"})
    assert is_legal(table, "packets/0", "ace_foundations/3")
    assert not is_legal(table, "packets/0", "two_foundations/3")
    assert is_legal(table, "packets/1", "two_foundations/3")


def test_4_where_a_card_fits_both_the_player_chooses() -> None:
    begun = {"two_foundations/1": "2D 3D 4D 5D 6D 7D 8D", "ace_foundations/1": "AD KD QD JD TD"}
    table = position("reversal", begun | {"reserve/7": "9D"})
    assert is_legal(table, "reserve/7", "two_foundations/1")
    assert is_legal(table, "reserve/7", "ace_foundations/1")


def test_5_the_second_ace_waits_for_the_king() -> None:
    begun = {"two_foundations/0": "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", "ace_foundations/0": "AC", "packets/0": "AC"}
    assert position("reversal", begun, redeals=3).blocked
    begun["two_foundations/0"] += " KC"
    table = position("reversal", begun)
    play(table, "packets/0", "two_foundations/0")
    assert counts(table)["two_foundations"][0] == 13


def test_6_only_a_round_fills_an_empty_packet() -> None:
    table = position("reversal", {"reserve/0": "9C", "packets/0": "8D", "stock": stock_of(9)}, rounds=1)
    assert not is_legal(table, "reserve/0", "packets/2")
    assert not is_legal(table, "packets/0", "packets/2")
    play(table, "deal")
    assert counts(table)["packets"] == [2, 1, 1, 1]
    assert counts(table)["reserve"][:5] == [1, 0, 1, 1, 0]


def test_7_a_round_that_runs_out() -> None:
    table = position("reversal", {"stock": stock_of(5)}, rounds=3)
    assert not is_legal(table, "redeal")
    play(table, "deal")
    assert counts(table)["packets"] == [1] * 4
    assert counts(table)["reserve"][6:8] == [1, 0]
    assert not is_legal(table, "deal")
    assert is_legal(table, "redeal")


def test_8_the_fourth_deal_drops_nothing() -> None:
    forty = {f"packets/{i}": " ".join(["8D"] * 7) for i in range(4)} | {f"reserve/{i}": "9C" for i in range(3, 15)}
    table = position("reversal", forty, redeals=2, rounds=17)
    play(table, "redeal")
    assert table.count("redeals") == 3
    assert table.count("rounds") == 1
    for _ in range(9):
        play(table, "deal")
    assert counts(table)["packets"] == [10] * 4
    assert counts(table)["stock"] == [0]
    assert not any(counts(table)["reserve"])
    assert not is_legal(table, "redeal")
    assert table.blocked


def test_a_redeal_before_the_fourth_deal_drops_two_again() -> None:
    table = position("reversal", {"packets/0": " ".join(["8D"] * 7), "reserve/33": "9C"}, redeals=1)
    play(table, "redeal")
    assert counts(table)["packets"] == [1] * 4
    assert counts(table)["reserve"] == [1, 1, *[0] * 32]
    assert counts(table)["stock"] == [2]


def test_two_redeals_with_the_option() -> None:
    piles = {"packets/0": "8D 9D"}
    assert not is_legal(position("reversal", piles, options={"redeals": 2}, redeals=2), "redeal")
    assert is_legal(position("reversal", piles, options={"redeals": 2}, redeals=1), "redeal")
    assert is_legal(position("reversal", piles, redeals=2), "redeal")


def test_the_redeal_is_shuffled_alike_for_the_same_cards() -> None:
    one = position("reversal", {"packets/0": "8D 9D TC 3H", "reserve/4": "JC", "reserve/5": "QD", "packets/3": "5C"})
    two = position("reversal", {"packets/2": "5C 3H 8D", "packets/1": "QD JC", "reserve/0": "TC", "reserve/9": "9D"})
    for table in (one, two):
        play(table, "redeal")
    assert one.piles == two.piles
