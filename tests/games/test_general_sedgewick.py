"""The Checks of sheets/general_sedgewick.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import SEED, counts, is_legal, play, position, shown

GAME = "general_sedgewick"
START = {
    "tableau/0": "8C",
    "tableau/1": "KD",
    "tableau/2": "3H",
    "tableau/3": "3S",
    "tableau/4": "9D",
    "foundations/0": "6H",
}
HEARTS_TO_KING = "6H 7H 8H 9H TH JH QH KH"


def cross(*cards: str, **piles: str) -> Table:
    """Return a cross of these piles, base 6♥, and the test's other piles."""
    laid = {f"tableau/{i}": text for i, text in enumerate(cards)}
    return position(GAME, {"foundations/0": "6H"} | laid | piles)


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game(GAME).deal(SEED)
    assert counts(table) == {"tableau": [1] * 5, "foundations": [1, 0, 0, 0], "stock": [46], "waste": [0]}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert [shown(table, f"tableau/{i}") for i in range(5)] == pack[:5]
    assert shown(table, "foundations/0") == pack[5]


def test_any_suit_is_built_on_and_the_stock_fills_the_place() -> None:
    table = position(GAME, START | {"stock": "#2C #JS"})
    play(table, "tableau/0", "tableau/4")
    assert shown(table, "tableau/4") == "9D 8C"
    assert shown(table, "tableau/0") == "JS"


def test_the_base_rank_begins_the_next_corner() -> None:
    table = position(GAME, START | {"waste": "6S"})
    assert is_legal(table, "waste", "foundations/1")
    assert not is_legal(table, "waste", "foundations/2")
    assert is_legal(position(GAME, START | {"waste": "7H"}), "waste", "foundations/0")
    diamond = position(GAME, START | {"waste": "7D"})
    assert not is_legal(diamond, "waste", "foundations/0")
    assert not is_legal(diamond, "waste", "foundations/1")
    with pytest.raises(IllegalMove, match="any 6"):
        play(diamond, "waste", "foundations/1")


def test_foundations_wrap_and_end_below_their_base() -> None:
    assert is_legal(position(GAME, {"foundations/0": HEARTS_TO_KING, "waste": "AH"}), "waste", "foundations/0")
    to_four = f"{HEARTS_TO_KING} AH 2H 3H 4H"
    assert is_legal(position(GAME, {"foundations/0": to_four, "waste": "5H"}), "waste", "foundations/0")
    complete = position(GAME, {"foundations/0": f"{to_four} 5H", "waste": "6H"})
    assert not is_legal(complete, "waste", "foundations/0")


def test_the_cross_wraps_downwards() -> None:
    assert is_legal(cross("AD", "KS", waste="2C"), "tableau/1", "tableau/0")
    assert not is_legal(cross("AD", "KS", waste="2C"), "tableau/0", "tableau/1")
    assert is_legal(cross("AD", waste="KS"), "waste", "tableau/0")


def test_one_card_at_a_time() -> None:
    table = cross("4C", "4D", "9C 8D", "TH", "9S")
    assert not is_legal(table, "tableau/2", "tableau/3", 2)
    assert not is_legal(table, "tableau/2", "tableau/3", 1)
    assert is_legal(table, "tableau/2", "tableau/4")


def test_an_emptied_place_is_filled_from_the_stock_if_there_is_no_waste() -> None:
    stock = " ".join(["#2C"] * 11 + ["#QD"])
    table = cross("8C", "7H", "4H", "3S", "9D", stock=stock)
    play(table, "tableau/1", "foundations/0")
    assert shown(table, "tableau/1") == "QD"
    assert not any(move[:2] == (2, 1) for move in table.moves())


def test_a_cross_card_goes_to_a_space_only_when_stock_and_waste_are_empty() -> None:
    assert is_legal(cross("8C", "", "4H"), "tableau/2", "tableau/1")
    waiting = position(GAME, {"tableau/2": "4H", "stock": "#2C"})
    with pytest.raises(IllegalMove, match="Only when stock and waste are both empty"):
        play(waiting, "tableau/2", "tableau/1")


def test_with_choose_nothing_but_the_two_refills_is_legal() -> None:
    piles = START | {"tableau/1": "7H", "waste": "2C 6S", "stock": "#TC #JS"}
    table = position(GAME, piles, options={"refill": "choose"})
    play(table, "tableau/1", "foundations/0")
    assert len(table.moves()) == 2
    assert is_legal(table, "stock", "tableau/1")
    play(table, "waste", "tableau/1")
    assert shown(table, "tableau/1") == "6S"
