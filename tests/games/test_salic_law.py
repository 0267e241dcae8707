"""The Checks of sheets/salic_law.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown

KINGS = {"tableau/0": "KC", "tableau/1": "KD", "tableau/2": "KH"}


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("salic_law").deal(SEED)
    assert counts(table) == {"tableau": [1, *[0] * 7], "foundations": [0] * 8, "queens": [0] * 8, "stock": [103]}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    king = next(card for card in pack if card[0] == "K")
    assert shown(table, "tableau/0") == king
    pack.remove(king)
    assert shown(table, "stock") == " ".join("#" + card for card in reversed(pack))


def test_when_all_is_dealt_kings_queens_and_aces_are_in_their_rows() -> None:
    table = catalogue.game("salic_law").deal(SEED)
    for _ in range(103):
        play(table, "deal")
    assert [pile[0] % 13 for pile in table.group("tableau")] == [12] * 8
    assert counts(table)["queens"] == [1] * 8
    assert counts(table)["foundations"] == [1] * 8
    assert sum(counts(table)["tableau"]) == 8 + 80
    assert not is_legal(table, "deal")


def test_when_won_88_cards_are_home() -> None:
    home = {f"foundations/{i}": " ".join(f"{rank}C" for rank in "A23456789TJ") for i in range(8)}
    table = position("salic_law", home | KINGS | {"stock": "#QD"})
    assert table.won, "even with a queen in the stock"
    assert table.progress == 88


def test_1_a_card_goes_on_the_king_begun_last() -> None:
    table = position("salic_law", KINGS | {"stock": "#9D #5S"})
    play(table, "deal")
    assert shown(table, "tableau/2") == "KH 5S"


def test_2_an_ace_and_a_queen_go_to_their_rows() -> None:
    table = position("salic_law", KINGS | {"stock": "#QS #AD", "foundations/0": "AC 2D"})
    play(table, "deal")
    assert shown(table, "foundations/1") == "AD"
    play(table, "deal")
    assert shown(table, "queens/0") == "QS"
    assert shown(table, "tableau/2") == "KH"


def test_3_foundations_ask_for_no_suit() -> None:
    piles = KINGS | {"tableau/0": "KC 9D 2S", "foundations/0": "AD", "stock": "#5S"}
    table = position("salic_law", piles)
    assert is_legal(table, "tableau/0", "foundations/0")
    assert not is_legal(position("salic_law", piles | {"foundations/0": "AD 2H"}), "tableau/0", "foundations/0")


def test_an_empty_foundation_takes_nothing_from_a_king() -> None:
    assert not is_legal(position("salic_law", KINGS | {"tableau/0": "KC 2S"}), "tableau/0", "foundations/0")


def test_4_nothing_goes_on_a_jack() -> None:
    home = " ".join(f"{rank}C" for rank in "A23456789TJ")
    table = position("salic_law", KINGS | {"tableau/1": "KD 9H", "foundations/0": home})
    assert not is_legal(table, "tableau/1", "foundations/0")


def test_5_a_lone_king_waits_for_the_end_of_the_deal() -> None:
    table = position("salic_law", KINGS | {"tableau/0": "KC 9H", "stock": "#5S"})
    assert not is_legal(table, "tableau/0", "tableau/1")
    with pytest.raises(IllegalMove, match="The stock still has cards"):
        table.play(as_move(table, "tableau/0", "tableau/1"))


def test_6_then_it_takes_one_card() -> None:
    table = position("salic_law", KINGS | {"tableau/0": "KC 2C 9H", "tableau/2": "KH 8H", "foundations/0": "AS"})
    play(table, "tableau/0", "tableau/1")
    assert is_legal(table, "tableau/0", "foundations/0")
    assert not is_legal(table, "tableau/2", "tableau/1")
    assert not is_legal(table, "tableau/0", "tableau/1")


def test_a_card_that_lies_alone_may_go_from_king_to_king() -> None:
    assert is_legal(position("salic_law", KINGS | {"tableau/0": "KC 9H"}), "tableau/0", "tableau/1")


def test_7_a_king_never_moves() -> None:
    table = position("salic_law", KINGS)
    assert table.blocked
    assert not is_legal(table, "tableau/2", "tableau/0")
    assert not is_legal(table, "tableau/2", "tableau/3")


def test_8_the_eighth_king_begins_the_last_pile() -> None:
    seven = {f"tableau/{i}": "KC 5D" for i in range(7)}
    table = position("salic_law", seven | {"stock": "#9C #KH"})
    play(table, "deal")
    play(table, "deal")
    assert shown(table, "tableau/7") == "KH 9C"


def test_the_newest_pile_receives_again_when_its_king_is_bare() -> None:
    table = position("salic_law", KINGS | {"tableau/2": "KH 2S", "foundations/0": "AD", "stock": "#5S"})
    play(table, "tableau/2", "foundations/0")
    play(table, "deal")
    assert shown(table, "tableau/2") == "KH 5S"
