"""The Checks of sheets/la_belle_lucie.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import redealt, shuffled
from tests.games.positions import SEED, cards, counts, is_legal, play, position, shown

HOUSES = ["house_in_the_wood", "house_on_the_hill"]


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("la_belle_lucie").deal(SEED)
    assert counts(table)["tableau"] == [3] * 17 + [1]
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "tableau/0") == " ".join(pack[:3])
    assert shown(table, "tableau/17") == pack[51]


@pytest.mark.parametrize("id", HOUSES)
def test_two_packs_give_35_fans(id: str) -> None:
    assert counts(catalogue.game(id).deal(SEED))["tableau"] == [3] * 34 + [2]


def test_a_redeal_of_31_cards() -> None:
    pack = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD 2H 3H 4H 5H 6H 7H 8H".split()
    table = position(
        "la_belle_lucie",
        {f"tableau/{i}": card for i, card in enumerate(pack[:17])} | {"tableau/17": " ".join(pack[17:])},
    )
    play(table, "redeal")
    assert counts(table)["tableau"] == [3] * 10 + [1] + [0] * 7
    dealt = [card for pile in table.group("tableau") for card in pile]
    assert dealt == redealt(cards(" ".join(pack)), table.seed, 1)


def test_racers_with_the_same_cards_left_get_the_same_order() -> None:
    one = position("la_belle_lucie", {"tableau/0": "2C 3D", "tableau/4": "9S 7H KC"})
    two = position("la_belle_lucie", {"tableau/9": "KC", "tableau/4": "7H 3D 2C 9S"})
    play(one, "redeal")
    play(two, "redeal")
    assert one.group("tableau") == two.group("tableau")


def test_1_an_ace_goes_home() -> None:
    assert is_legal(position("la_belle_lucie", {"tableau/3": "9H AS"}), "tableau/3", "foundations/3")


def test_2_fans_build_down_and_on_the_hill_both_ways() -> None:
    piles = {"tableau/1": "6H", "tableau/8": "7H"}
    for id in ["la_belle_lucie", *HOUSES]:
        table = position(id, piles)
        assert is_legal(table, "tableau/1", "tableau/8")
        assert is_legal(table, "tableau/8", "tableau/1") == (id == "house_on_the_hill")


def test_3_suits_must_agree() -> None:
    assert not is_legal(position("la_belle_lucie", {"tableau/1": "6H", "tableau/8": "7D"}), "tableau/1", "tableau/8")


def test_4_a_sequence_never_moves_as_a_unit() -> None:
    table = position("la_belle_lucie", {"tableau/2": "9C 8C", "tableau/6": "TC"})
    assert not is_legal(table, "tableau/2", "tableau/6", 2)
    assert not is_legal(table, "tableau/2", "tableau/6", 1)
    assert is_legal(position("la_belle_lucie", {"tableau/2": "9C 8C", "tableau/6": "9C"}), "tableau/2", "tableau/6")


def test_5_spaces_are_not_filled() -> None:
    assert not is_legal(position("la_belle_lucie", {"tableau/4": "KD"}), "tableau/4", "tableau/5")


def test_6_a_third_redeal_is_illegal() -> None:
    table = position("la_belle_lucie", {"tableau/4": "KD"}, redeals=2)
    assert not is_legal(table, "redeal")
    assert table.blocked
    assert is_legal(position("la_belle_lucie", {"tableau/4": "KD"}, redeals=1), "redeal")


def test_7_a_card_between_both_foundations_goes_on_either() -> None:
    rising, falling = "AC 2C 3C 4C 5C 6C 7C", "KC QC JC TC 9C"
    table = position(
        "house_on_the_hill", {"ace_foundations/0": rising, "king_foundations/0": falling, "tableau/0": "8C"}
    )
    assert is_legal(table, "tableau/0", "ace_foundations/0")
    assert is_legal(table, "tableau/0", "king_foundations/0")


def test_8_no_wrapping_in_the_fans() -> None:
    table = position("house_on_the_hill", {"tableau/0": "AS", "tableau/1": "KS"})
    assert not is_legal(table, "tableau/0", "tableau/1")
    assert not is_legal(table, "tableau/1", "tableau/0")


def test_in_the_wood_the_second_ace_begins_the_second_pile() -> None:
    table = position("house_in_the_wood", {"foundations/2": "AD", "tableau/0": "AD", "tableau/1": "AH"})
    assert is_legal(table, "tableau/0", "foundations/3")
    assert is_legal(table, "tableau/1", "foundations/4")
    assert not is_legal(table, "tableau/1", "foundations/5")
