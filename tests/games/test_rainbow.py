"""The Checks of sheets/rainbow.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown

ACES = {f"foundations/{i}": f"A{s}" for i, s in enumerate("CDHS")}
EVEN = {f"tableau/{i}": card for i, card in enumerate(["TC", "TD", "TH", "QC", "QD", "QH", "QS"])}
"""Columns none of which takes another's card."""


def stuck(piles: dict[str, str]) -> Table:
    """Return a position with columns of even cards, in which nothing fits unless the test adds it."""
    return position("rainbow", ACES | EVEN | piles)


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("rainbow").deal(SEED)
    assert counts(table) == {"rainbow": [1] * 13, "tableau": [5] * 7, "foundations": [1] * 4}
    assert [shown(table, f"foundations/{i}") for i in range(4)] == ["AC", "AD", "AH", "AS"]
    pack = [c for card in shuffled(table.game.pack, SEED, 0) if not (c := name(card)).startswith("A")]
    assert shown(table, "tableau/2").split() == [pack[2 + 7 * row] for row in range(5)]
    assert shown(table, "rainbow/0") == pack[35]


def test_1_cards_are_packed_one_rank_lower_in_any_suit() -> None:
    table = position("rainbow", {"tableau/0": "9S", "tableau/1": "3C 8S", "tableau/2": "7D", "rainbow/4": "8C"})
    assert is_legal(table, "rainbow/4", "tableau/0")
    assert is_legal(table, "tableau/1", "tableau/0")
    assert not is_legal(table, "tableau/2", "tableau/0")


def test_2_only_available_cards_go_home() -> None:
    table = position("rainbow", ACES | {"rainbow/0": "2H"})
    assert is_legal(table, "rainbow/0", "foundations/2")
    assert not is_legal(position("rainbow", ACES | {"tableau/0": "7C 9D 2H JS 4C"}), "tableau/0", "foundations/2")


def test_3_cards_move_singly() -> None:
    table = position("rainbow", {"tableau/0": "9S 8D", "tableau/1": "TC"})
    assert not is_legal(table, "tableau/0", "tableau/1", 2)


def test_4_an_empty_column_takes_any_card() -> None:
    table = position("rainbow", {"rainbow/12": "KC", "tableau/0": "3D 9H"})
    assert is_legal(table, "rainbow/12", "tableau/4")
    assert is_legal(table, "tableau/0", "tableau/4")


def test_5_an_empty_column_does_not_keep_the_rainbow_from_being_packed() -> None:
    piles = {"tableau/0": "5D", "rainbow/3": "6S"}
    assert is_legal(stuck(piles), "tableau/0", "rainbow/3")
    assert is_legal(stuck(piles | {"tableau/6": ""}), "tableau/0", "rainbow/3")


def test_5_no_packing_of_the_rainbow_while_a_card_can_go_home() -> None:
    piles = {"tableau/0": "5D", "rainbow/3": "6S", "rainbow/5": "2C"}
    table = stuck(piles | {"tableau/6": ""})
    assert not is_legal(table, "tableau/0", "rainbow/3")
    with pytest.raises(IllegalMove, match="A card goes on the rainbow only when none can go home"):
        table.play(as_move(table, "tableau/0", "rainbow/3"))
    assert is_legal(position("rainbow", ACES | piles, options={"rainbow_free": True}), "tableau/0", "rainbow/3")


def test_5_nor_while_a_card_can_go_home_or_be_packed() -> None:
    piles = {"tableau/0": "5D", "rainbow/3": "6S"}
    assert not is_legal(stuck(piles | {"rainbow/5": "2C"}), "tableau/0", "rainbow/3")
    assert not is_legal(stuck(piles | {"rainbow/5": "JC"}), "tableau/0", "rainbow/3")
    assert not is_legal(stuck(piles | {"tableau/1": "2C 4S"}), "tableau/0", "rainbow/3")


@pytest.mark.parametrize(("beneath", "is_stuck"), [("8H", True), ("9H", False)])
def test_6_shifting_a_card_between_equal_packings_is_no_way_out(beneath: str, is_stuck: bool) -> None:
    table = stuck({"tableau/0": f"3C {beneath} 7S", "tableau/1": "8C", "tableau/2": "5D", "rainbow/7": "7C 6C"})
    assert is_legal(table, "tableau/0", "tableau/1")
    assert is_legal(table, "tableau/2", "rainbow/7") == is_stuck


def test_6_nor_is_a_card_packed_on_the_rainbow() -> None:
    table = stuck({"rainbow/0": "8H 7S", "tableau/1": "8C", "tableau/2": "5D", "rainbow/7": "6C"})
    assert is_legal(table, "rainbow/0", "tableau/1")
    assert is_legal(table, "tableau/2", "rainbow/7")
    assert not is_legal(
        stuck({"rainbow/0": "7S", "tableau/1": "8C", "tableau/2": "5D", "rainbow/7": "6C"}), "tableau/2", "rainbow/7"
    )


def test_7_stuck_with_a_king_and_nothing_to_pack_is_the_end() -> None:
    ends = {f"tableau/{i}": card for i, card in enumerate(["KS", "TC", "TD", "TH", "8C", "8D", "8H"])}
    table = position("rainbow", ACES | ends | {"rainbow/3": "4S", "rainbow/4": "6C"})
    assert table.blocked


def test_8_the_card_beneath_waits() -> None:
    table = stuck({"tableau/0": "4C 8C", "rainbow/8": "TS 9H"})
    play(table, "tableau/0", "rainbow/8")
    assert shown(table, "rainbow/8") == "TS 9H 8C"
    assert not is_legal(table, "rainbow/8", "tableau/1", 2)
    assert not is_legal(table, "rainbow/8", "tableau/1")
    table.undo()
    assert is_legal(table, "rainbow/8", "tableau/1")


def test_an_empty_rainbow_place_stays_empty() -> None:
    table = stuck({"tableau/0": "5D", "rainbow/3": "6S"})
    assert not is_legal(table, "tableau/0", "rainbow/4")
    assert not is_legal(stuck({"rainbow/2": "5D", "rainbow/3": "6S"}), "rainbow/2", "rainbow/3")
