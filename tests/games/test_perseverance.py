"""The Checks of sheets/perseverance.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove
from tests.games.positions import SEED, counts, is_legal, play, position, shown

BOTH = ["perseverance", "perseverance_units"]
ACES = {f"foundations/{i}": f"A{s}" for i, s in enumerate("CDHS")}


@pytest.mark.parametrize("id", BOTH)
def test_counts_and_order_of_the_deal(id: str) -> None:
    table = catalogue.game(id).deal(SEED)
    assert counts(table) == {"foundations": [1] * 4, "tableau": [4] * 12}
    assert [shown(table, f"foundations/{i}") for i in range(4)] == ["AC", "AD", "AH", "AS"]
    pack = [c for card in shuffled(table.game.pack, SEED, 0) if not (c := name(card)).startswith("A")]
    assert shown(table, "tableau/11").split() == pack[44:]


def test_1_packets_build_down_in_suit() -> None:
    table = position("perseverance", {"tableau/0": "5S", "tableau/1": "6S", "tableau/2": "6C"})
    assert is_legal(table, "tableau/0", "tableau/1")
    assert not is_legal(table, "tableau/1", "tableau/0")
    assert not is_legal(table, "tableau/0", "tableau/2")


def test_2_runs_move_as_units_only_in_the_variant() -> None:
    piles = {"tableau/0": "2C 9D 8D 7D", "tableau/1": "4S TD", "tableau/2": "9C 8H", "tableau/3": "TC"}
    for id in BOTH:
        table = position(id, piles)
        assert is_legal(table, "tableau/0", "tableau/1", 3) == (id == "perseverance_units")
        assert not is_legal(table, "tableau/0", "tableau/1", 1)
        assert not is_legal(table, "tableau/2", "tableau/3", 2)


@pytest.mark.parametrize("id", BOTH)
def test_3_only_the_top_card_goes_home(id: str) -> None:
    assert is_legal(position(id, ACES | {"tableau/5": "9C 2H"}), "tableau/5", "foundations/2")
    assert not is_legal(position(id, ACES | {"tableau/5": "2H 9C"}), "tableau/5", "foundations/2")
    table = position(id, ACES | {"tableau/5": "3H 2H"})
    assert not is_legal(table, "tableau/5", "foundations/2", 2)


@pytest.mark.parametrize("id", BOTH)
def test_4_an_emptied_packet_takes_nothing(id: str) -> None:
    assert not is_legal(position(id, {"tableau/0": "9D 8D"}), "tableau/0", "tableau/1")


def test_5_a_redeal_cuts_the_line_into_fours() -> None:
    table = position("perseverance", {"tableau/0": "2C 4D 6H", "tableau/1": "8S TC QD 3H 5S", "tableau/3": "7C 9D"})
    play(table, "redeal")
    assert [shown(table, f"tableau/{i}") for i in range(4)] == ["2C 4D 6H 8S", "TC QD 3H 5S", "7C 9D", ""]


def test_6_two_barren_redeals_end_it() -> None:
    table = position("perseverance", ACES | {"tableau/1": "9S 3C 7H", "tableau/4": "6D", "tableau/5": "5D"})
    play(table, "redeal")
    assert (table.count("redeals"), table.count("barren")) == (1, 0)
    play(table, "redeal")
    assert (table.count("redeals"), table.count("barren")) == (2, 1)
    with pytest.raises(IllegalMove, match="two redeals in succession have brought no card home"):
        table.play(("redeal",))
    assert is_legal(table, "tableau/1", "tableau/0")


def test_6_a_card_home_allows_another() -> None:
    table = position("perseverance", ACES | {"tableau/4": "9S 3C 2H", "tableau/7": "8D"}, redeals=2, barren=1)
    assert not is_legal(table, "redeal")
    play(table, "tableau/4", "foundations/2")
    assert table.count("home") == 1
    play(table, "redeal")
    assert (table.count("redeals"), table.count("barren"), table.count("home")) == (3, 0, 0)


def test_6_in_the_variant_two_redeals_are_all() -> None:
    piles = {"tableau/4": "9S 3C", "tableau/7": "8D"}
    assert is_legal(position("perseverance_units", piles, redeals=1), "redeal")
    assert not is_legal(position("perseverance_units", piles, redeals=2), "redeal")


def test_7_twenty_two_cards_give_five_fours_and_a_two() -> None:
    table = position("perseverance", {f"tableau/{i}": "9S 3C" for i in range(11)})
    play(table, "redeal")
    assert counts(table)["tableau"] == [4] * 5 + [2] + [0] * 6


def test_8_an_idle_redeal_is_legal_while_another_move_is_left() -> None:
    idle = ACES | {"tableau/0": "9S 3C 7D 5H", "tableau/1": "4D TC"}
    table = position("perseverance", idle)
    assert not is_legal(table, "redeal")
    assert table.blocked
    table = position("perseverance", idle | {"tableau/0": "9S 3C 7D JC"})
    assert is_legal(table, "redeal")
    play(table, "redeal")
    assert shown(table, "tableau/0") == "9S 3C 7D JC"
    assert table.count("redeals") == 1
    in_units = idle | {"tableau/0": "9S 3C 7H JD", "tableau/1": "8H QD JD TD"}
    assert is_legal(position("perseverance_units", in_units), "redeal")
