"""The Checks of sheets/babette.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from tests.games.positions import SEED, counts, is_legal, play, position, shown


def spot(r: int, c: int) -> str:
    """The place in row r and column c, both counted from 1."""
    return f"garden/{8 * (r - 1) + c - 1}"


def garden(*rows: str) -> dict[str, str]:
    """Rows of the garden, `.` for a gap; columns that are not written are empty."""
    return {
        spot(r, c): card
        for r, row in enumerate(rows, start=1)
        for c, card in enumerate(row.split(), start=1)
        if card != "."
    }


def test_counts_after_the_deal_and_thirteen_rows() -> None:
    table = catalogue.game("babette").deal(SEED)
    assert counts(table)["garden"] == [1] * 8 + [0] * 96
    assert counts(table)["stock"] == [96]
    assert table.count("rows") == 1
    for _ in range(12):
        play(table, "deal")
    assert counts(table)["garden"] == [1] * 104
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert [shown(table, f"garden/{i}") for i in range(104)] == pack
    assert not is_legal(table, "deal")


def test_only_the_last_row_is_free_while_there_are_no_gaps() -> None:
    table = position("babette", garden("AC AC", "AD AD"), rows=2)
    assert not is_legal(table, spot(1, 1), "ace_foundations/0")
    assert is_legal(table, spot(2, 1), "ace_foundations/1")
    assert is_legal(table, spot(2, 2), "ace_foundations/1")


def test_a_gap_below_frees_a_card_for_good() -> None:
    piles = garden("2S 2S 7H", "2S 2S AC") | {"stock": "#2C #2C #3C #3C #3C #9D #4S #4S"}
    table = position("babette", piles | {"ace_foundations/2": "AH 2H 3H 4H 5H 6H"}, rows=2)
    assert not is_legal(table, spot(1, 3), "ace_foundations/2")
    play(table, spot(2, 3), "ace_foundations/0")
    assert is_legal(table, spot(1, 3), "ace_foundations/2")
    play(table, "deal")
    assert (shown(table, spot(2, 3)), shown(table, spot(3, 3))) == ("", "9D")
    assert is_legal(table, spot(1, 3), "ace_foundations/2")
    above = position("babette", garden("2S", "9D") | {"ace_foundations/1": diamonds(8)}, rows=2)
    assert is_legal(above, spot(2, 1), "ace_foundations/1")


def test_only_the_place_directly_below_matters() -> None:
    rows = garden("2C 2C 2C 2C QS", "2C 2C 2C 2C 4D", "2C 2C 2C 2C .", "2C 2C 2C 2C 8C")
    piles = rows | {"king_foundations/3": "KS", "ace_foundations/1": "AD 2D 3D", "king_foundations/0": clubs_down_to(9)}
    table = position("babette", piles, rows=4)
    assert not is_legal(table, spot(1, 5), "king_foundations/3")
    assert is_legal(table, spot(2, 5), "ace_foundations/1")
    assert is_legal(table, spot(4, 5), "king_foundations/0")


def test_a_second_ace_waits_for_the_two_of_the_falling_pile() -> None:
    down_to_two = "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"
    piles = garden("AH") | {"ace_foundations/2": "AH"}
    table = position("babette", piles | {"king_foundations/2": down_to_two}, rows=1)
    assert is_legal(table, spot(1, 1), "king_foundations/2")
    assert not is_legal(table, spot(1, 1), "ace_foundations/2")
    table = position("babette", piles | {"king_foundations/2": down_to_two[:-3]}, rows=1)
    assert not is_legal(table, spot(1, 1), "king_foundations/2")


def test_a_king_begins_the_falling_pile() -> None:
    table = position("babette", garden("KD QD 2D"), rows=1)
    assert not is_legal(table, spot(1, 2), "king_foundations/1")
    play(table, spot(1, 1), "king_foundations/1")
    assert is_legal(table, spot(1, 2), "king_foundations/1")
    assert not is_legal(table, spot(1, 3), "king_foundations/1")


def test_nothing_moves_within_the_garden_or_into_a_gap() -> None:
    table = position("babette", garden("6S 7S", ". 7S") | {"stock": "#9D"}, rows=2)
    assert not is_legal(table, spot(1, 1), spot(1, 2))
    assert not is_legal(table, spot(1, 1), spot(2, 2))
    assert not is_legal(table, "stock", spot(2, 1))


def test_the_garden_is_taken_up_by_columns() -> None:
    rows = garden("2D . . . . . JS 5C", "3D", ". . . . . . . 9H")
    table = position("babette", rows, rows=3)
    play(table, "redeal")
    assert [shown(table, spot(1, c)) for c in range(1, 9)] == ["5C", "9H", "JS", "2D", "3D", "", "", ""]
    assert (table.count("rows"), table.count("redeals"), shown(table, "stock")) == (1, 1, "")


def test_a_redeal_keeps_what_the_first_row_cannot_hold_in_the_stock() -> None:
    rows = garden("2C 3C 4C 5C 6C 7C 8C 9C", "2D 3D 4D 5D 6D 7D 8D 9D")
    table = position("babette", rows, rows=2)
    play(table, "redeal")
    assert [shown(table, spot(1, c)) for c in range(1, 9)] == ["9C", "9D", "8C", "8D", "7C", "7D", "6C", "6D"]
    assert shown(table, "stock") == "#2D #2C #3D #3C #4D #4C #5D #5C"


@pytest.mark.parametrize(("made", "stock", "legal"), [(1, "", True), (2, "", False), (0, "#2C", False)])
def test_two_redeals_once_the_stock_is_empty(made: int, stock: str, legal: bool) -> None:
    table = position("babette", garden("6S 7S") | {"stock": stock}, rows=1, redeals=made)
    assert is_legal(table, "redeal") == legal
    assert table.blocked == (made == 2)


def test_beside_a_short_last_row_the_row_above_is_free() -> None:
    table = position("babette", garden("2C 2C 2C AD", "AC AC AC"), rows=2)
    assert not is_legal(table, spot(1, 3), "ace_foundations/0")
    assert is_legal(table, spot(1, 4), "ace_foundations/1")


def diamonds(highest: int) -> str:
    return " ".join(rank + "D" for rank in "A23456789TJQK"[:highest])


def clubs_down_to(lowest: int) -> str:
    return " ".join(rank + "C" for rank in "A23456789TJQK"[lowest - 1 :][::-1])
