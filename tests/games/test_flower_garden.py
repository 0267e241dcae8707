"""The Checks of sheets/flower_garden.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("flower_garden").deal(SEED)
    assert counts(table) == {"foundations": [0] * 4, "tableau": [6] * 6, "reserve": [1] * 16}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "tableau/1").split() == pack[6:12]
    assert [shown(table, f"reserve/{i}") for i in range(16)] == pack[36:]


def test_1_packets_build_down() -> None:
    table = position("flower_garden", {"tableau/0": "4D", "tableau/1": "5C"})
    assert is_legal(table, "tableau/0", "tableau/1")
    assert not is_legal(table, "tableau/1", "tableau/0")


def test_2_colours_do_not_matter() -> None:
    assert is_legal(position("flower_garden", {"reserve/9": "TH", "tableau/2": "JD"}), "reserve/9", "tableau/2")


def test_3_a_sequence_never_moves_as_a_unit() -> None:
    table = position("flower_garden", {"tableau/3": "2C 9S 8H", "tableau/4": "TD", "tableau/5": "9C"})
    assert not is_legal(table, "tableau/3", "tableau/4", 2)
    assert is_legal(table, "tableau/3", "tableau/5")


def test_4_a_space_takes_any_card() -> None:
    table = position("flower_garden", {"tableau/1": "2D KC", "reserve/3": "7H", "reserve/15": "QS"})
    for source in ("tableau/1", "reserve/3", "reserve/15"):
        assert is_legal(table, source, "tableau/5")


def test_5_nothing_returns_to_the_bouquet() -> None:
    table = position("flower_garden", {"tableau/0": "7S", "reserve/0": "8S"})
    with pytest.raises(IllegalMove, match="No rule lets a card go from the packet to the Bouquet"):
        table.play(as_move(table, "tableau/0", "reserve/1"))
    assert not is_legal(table, "tableau/0", "reserve/0")


def test_6_the_bouquet_plays_to_the_foundations() -> None:
    table = position("flower_garden", {"foundations/2": "AH 2H 3H", "reserve/8": "4H", "reserve/9": "5H"})
    assert not is_legal(table, "reserve/9", "foundations/2")
    play(table, "reserve/8", "foundations/2")
    assert is_legal(table, "reserve/9", "foundations/2")


def test_7_no_king_on_an_ace() -> None:
    table = position("flower_garden", {"tableau/0": "KD", "tableau/1": "AD"})
    assert not is_legal(table, "tableau/0", "tableau/1")
    assert not is_legal(table, "tableau/1", "tableau/0")


def test_an_ace_begins_the_foundation_of_its_suit_only() -> None:
    table = position("flower_garden", {"reserve/0": "AH"})
    assert [move for move in table.moves() if move[1] < 4] == [as_move(table, "reserve/0", "foundations/2")]
