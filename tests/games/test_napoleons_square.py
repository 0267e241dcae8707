"""The Checks of sheets/napoleons_square.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.deals import Dealer
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from cadogan_games.games.napoleons_square import blocked_suits, slip_blocking_kings
from tests.games.positions import SEED, counts, is_legal, play, position, shown

GAME, SINGLE = "napoleons_square", "napoleons_square_single"
BOTH = pytest.mark.parametrize("id", [GAME, SINGLE])


def dealt(seed: int, blocking_kings: str) -> Table:
    return catalogue.game(GAME, {"blocking_kings": blocking_kings}).deal(seed.to_bytes(32, "big"))


def slipped(**packets: str) -> Table:
    table = position(GAME, {f"tableau/{number[1:]}": cards for number, cards in packets.items()})
    slip_blocking_kings(Dealer(table))
    return table


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game(GAME).deal(SEED)
    assert counts(table) == {"tableau": [4] * 12, "foundations": [0] * 8, "stock": [56], "waste": [0]}
    assert counts(catalogue.game(SINGLE).deal(SEED))["tableau"] == [1] * 12
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "tableau/11").split() == pack[44:48]
    assert shown(table, "stock").split()[-1] == "#" + pack[48]


@BOTH
def test_packets_build_down_in_suit(id: str) -> None:
    table = position(id, {"tableau/2": "7D", "tableau/8": "8D", "tableau/9": "8H"})
    assert is_legal(table, "tableau/2", "tableau/8")
    assert not is_legal(table, "tableau/2", "tableau/9")
    assert not is_legal(table, "tableau/8", "tableau/2")


@BOTH
def test_only_the_waste_fills_a_space(id: str) -> None:
    table = position(id, {"tableau/1": "QC", "waste": "9H 4S"})
    assert is_legal(table, "waste", "tableau/5")
    assert is_legal(table, "waste", "tableau/0")
    assert not is_legal(table, "tableau/1", "tableau/5")
    with pytest.raises(IllegalMove, match="Only the waste's top card may fill a space"):
        play(table, "tableau/1", "tableau/5")


def test_one_card_at_a_time() -> None:
    table = position(GAME, {"tableau/3": "9S 8S 7S", "tableau/4": "TS"})
    assert not is_legal(table, "tableau/3", "tableau/4", 3)
    assert not is_legal(table, "tableau/3", "tableau/4", 1)


def test_no_wrapping() -> None:
    table = position(GAME, {"tableau/3": "KS", "tableau/4": "AS", "waste": "KS"})
    for src, dst in [("tableau/3", "tableau/4"), ("tableau/4", "tableau/3"), ("waste", "tableau/4")]:
        assert not is_legal(table, src, dst)


def test_a_second_ace_begins_the_second_foundation() -> None:
    table = position(GAME, {"waste": "AH", "foundations/4": "AH 2H 3H 4H 5H"})
    assert is_legal(table, "waste", "foundations/5")
    assert not is_legal(table, "waste", "foundations/4")


@BOTH
def test_foundations_go_up_in_suit(id: str) -> None:
    table = position(id, {"waste": "3H", "tableau/0": "3D", "tableau/1": "AH", "foundations/4": "AH 2H"})
    assert is_legal(table, "waste", "foundations/4")
    assert not is_legal(table, "tableau/0", "foundations/4")
    assert not is_legal(table, "tableau/1", "foundations/4")


def test_blocking_the_king_in_the_lower_packet_slips() -> None:
    table = slipped(p1="3S KS 5H 9C", p6="8D JS 2C KS")
    assert shown(table, "tableau/1") == "KS 3S 5H 9C"
    assert shown(table, "tableau/6") == "8D JS 2C KS"


def test_blocking_in_one_packet_the_lower_king_slips() -> None:
    assert shown(slipped(p4="4H KH KH 2S"), "tableau/4") == "KH 4H KH 2S"


def test_a_king_that_covers_nothing_of_its_suit_blocks_nothing() -> None:
    table = slipped(p1="KS 3S 5H 9C", p6="8D JS 2C KS")
    assert (shown(table, "tableau/1"), shown(table, "tableau/6")) == ("KS 3S 5H 9C", "8D JS 2C KS")
    assert shown(slipped(p1="3H KS 5H 9C", p6="8D JS 2C KS"), "tableau/1") == "3H KS 5H 9C"
    assert shown(slipped(p1="KS KS 5H 9C"), "tableau/1") == "KS KS 5H 9C"


def test_the_deal_slips_or_is_dealt_again() -> None:
    needing = 0
    for seed in range(120):
        slip, redeal = dealt(seed, "slip"), dealt(seed, "redeal")
        assert blocked_suits(slip) == blocked_suits(redeal) == []
        pack = [name(card) for card in shuffled(slip.game.pack, slip.seed, 0)]
        packets = [pack[4 * i : 4 * i + 4] for i in range(12)]
        laid = [shown(slip, f"tableau/{i}").split() for i in range(12)]
        assert [sorted(packet) for packet in laid] == [sorted(packet) for packet in packets]
        assert (laid == packets) == (slip.piles == redeal.piles)
        needing += laid != packets
    assert 1 <= needing <= 25
