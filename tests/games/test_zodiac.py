"""The Checks of sheets/zodiac.md. Zodiac 1 is tableau/0."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import SEED, counts, is_legal, play, position, shown

BUSY = {"stock": "#2C"}
"""The first stage lasts as long as the stock has a card."""


def placing(piles: dict[str, str]) -> Table:
    """A position of the first stage."""
    return position("zodiac", piles if "stock" in piles or "waste" in piles else piles | BUSY)


def playing(piles: dict[str, str]) -> Table:
    """A position of the second stage."""
    return position("zodiac", piles, phase="play")


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("zodiac").deal(SEED)
    assert counts(table) == {
        "reserve": [1] * 8,
        "tableau": [1] * 24,
        "ace_foundations": [0] * 4,
        "king_foundations": [0] * 4,
        "stock": [72],
        "waste": [0],
    }
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert [shown(table, f"reserve/{i}") for i in range(8)] == pack[:8]
    assert [shown(table, f"tableau/{i}") for i in range(24)] == pack[8:32]
    assert (table.progress, table.phase) == (0, "place")


def test_piles_are_built_either_way_in_suit() -> None:
    table = placing({"tableau/4": "7H", "reserve/0": "8H", "waste": "7H", "reserve/1": "8D"})
    assert not is_legal(table, "reserve/1", "tableau/4")
    play(table, "reserve/0", "tableau/4")
    play(table, "waste", "tableau/4")
    assert shown(table, "tableau/4") == "7H 8H 7H"
    assert table.phase == "play"


def test_zodiac_cards_never_move_in_the_first_stage() -> None:
    table = placing({"tableau/4": "7H", "tableau/5": "6H"})
    assert not is_legal(table, "tableau/4", "tableau/5")
    assert not is_legal(table, "tableau/5", "tableau/4")


def test_the_equator_takes_the_waste_only_and_one_card_a_place() -> None:
    table = placing({"reserve/0": "4C", "reserve/1": "5C", "tableau/0": "4C", "waste": "5C"})
    assert not is_legal(table, "reserve/0", "reserve/1")
    assert not is_legal(table, "reserve/1", "reserve/0")
    assert not is_legal(table, "tableau/0", "reserve/2")
    assert is_legal(table, "waste", "reserve/2")
    assert not is_legal(table, "waste", "reserve/0")


def test_no_wrapping() -> None:
    table = placing({"tableau/8": "KS", "waste": "AS"})
    assert not is_legal(table, "waste", "tableau/8")


def test_foundations_are_closed_in_the_first_stage() -> None:
    table = placing({"reserve/0": "AD", "stock": " ".join(["#2C"] * 10)})
    assert not is_legal(table, "reserve/0", "ace_foundations/1")
    with pytest.raises(IllegalMove, match="closed until stock and waste are used up"):
        play(table, "reserve/0", "ace_foundations/1")


def test_placing_the_last_card_begins_the_second_stage() -> None:
    table = placing({"waste": "AD"})
    play(table, "waste", "reserve/3")
    assert table.phase == "play"
    assert table.progress == 72
    assert is_legal(table, "reserve/3", "ace_foundations/1")
    table.undo()
    assert table.phase == "place"


def test_in_the_second_stage_cards_go_up_or_down() -> None:
    up, down = "AS 2S 3S 4S 5S 6S", "KS QS JS TS 9S"
    piles = {"ace_foundations/3": up, "king_foundations/3": down, "tableau/0": "7S", "tableau/1": "8S"}
    table = playing(piles)
    assert is_legal(table, "tableau/0", "ace_foundations/3")
    assert not is_legal(table, "tableau/0", "king_foundations/3")
    assert is_legal(table, "tableau/1", "king_foundations/3")
    assert not is_legal(table, "tableau/1", "ace_foundations/3")
    other_suit = playing(piles | {"tableau/0": "7H", "tableau/1": "8H"})
    assert other_suit.blocked
    play(table, "tableau/0", "ace_foundations/3")
    assert is_legal(table, "tableau/1", "ace_foundations/3")
    assert is_legal(table, "tableau/1", "king_foundations/3")


def test_the_second_ace_ends_the_downward_pile() -> None:
    table = playing({"tableau/0": "AC", "tableau/1": "AC"})
    play(table, "tableau/0", "ace_foundations/0")
    assert table.blocked
    down = " ".join(f"{rank}C" for rank in "KQJT98765432")
    table = playing({"ace_foundations/0": "AC", "king_foundations/0": down, "reserve/1": "AC"})
    assert is_legal(table, "reserve/1", "king_foundations/0")


def test_nothing_else_moves_in_the_second_stage() -> None:
    table = playing({"tableau/0": "7S", "tableau/1": "8S", "reserve/0": "9S"})
    assert table.moves() == []
    with pytest.raises(IllegalMove, match="Nothing is placed any more"):
        play(table, "reserve/0", "tableau/1")


def test_redeals_are_without_limit_and_unshuffled() -> None:
    table = position("zodiac", {"waste": "2C 9D 4H"}, redeals=37)
    play(table, "redeal")
    assert shown(table, "stock") == "#4H #9D #2C"
    assert table.count("redeals") == 38
    assert not is_legal(table, "redeal")


def test_progress_counts_placing_and_playing() -> None:
    table = placing({"stock": "#2C #3C", "waste": "4C"})
    assert table.progress == 69
    piles = {f"ace_foundations/{i}": " ".join(f"{r}{s}" for r in "A23456789TJQK") for i, s in enumerate("CDHS")}
    piles |= {f"king_foundations/{i}": " ".join(f"{r}{s}" for r in "KQJT98765432A") for i, s in enumerate("CDHS")}
    won = playing(piles)
    assert won.won
    assert won.progress == 176
