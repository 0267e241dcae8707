"""The Checks of sheets/labyrinth.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import SEED, counts, is_legal, move, play, position, shown

BOTH = ["labyrinth", "labyrinth_wait"]


def spot(r: int, c: int) -> str:
    """The place in row r and column c, both counted from 1."""
    return f"maze/{10 * (r - 1) + c - 1}"


def maze(*rows: str) -> dict[str, str]:
    """Rows of the maze, `.` for a gap; columns that are not written are empty."""
    return {
        spot(r, c): card
        for r, row in enumerate(rows, start=1)
        for c, card in enumerate(row.split(), start=1)
        if card != "."
    }


def full(rows: int, card: str = "2C") -> dict[str, str]:
    """Full rows of one card, which fits the ace of clubs."""
    return maze(*[" ".join([card] * 10)] * rows)


def free(table: Table) -> set[tuple[int, int]]:
    """Row and column of the cards that may go on the ace of clubs."""
    return {(r, c) for r in range(1, 12) for c in range(1, 11) if is_legal(table, spot(r, c), "ace_foundations/0")}


ACE = {"ace_foundations/0": "AC"}


@pytest.mark.parametrize(("id", "begun", "stock", "rows"), [("labyrinth", 1, 86, 10), ("labyrinth_wait", 0, 94, 11)])
def test_counts_after_the_deal_and_the_rows_without_any_play(id: str, begun: int, stock: int, rows: int) -> None:
    table = catalogue.game(id).deal(SEED)
    assert counts(table) == {
        "ace_foundations": [begun] * 4,
        "king_foundations": [begun] * 4,
        "maze": [1] * 10 + [0] * 100,
        "grace": [0],
        "stock": [stock],
    }
    while is_legal(table, "deal"):
        play(table, "deal")
    assert table.count("rows") == rows
    assert sum(counts(table)["maze"][-10 * (11 - rows) - 10 :]) == (6 if begun else 4)


def test_the_first_row_is_free_and_refilled_while_it_is_the_last() -> None:
    table = position("labyrinth", full(1) | ACE | {"stock": "#9D #KH"}, rows=1)
    assert free(table) == {(1, c) for c in range(1, 11)}
    play(table, spot(1, 4), "ace_foundations/0")
    assert shown(table, spot(1, 4)) == "KH"
    assert shown(table, "stock") == "#9D"


def test_of_three_rows_the_middle_one_is_blocked() -> None:
    table = position("labyrinth", full(3) | ACE | {"stock": "#9D"}, rows=3)
    assert free(table) == {(r, c) for r in (1, 3) for c in range(1, 11)}


def test_a_gap_above_frees_a_card() -> None:
    table = position("labyrinth", full(3) | {spot(1, 4): "2D", "ace_foundations/1": "AD", "stock": "#9D"} | ACE, rows=3)
    play(table, spot(1, 4), "ace_foundations/1")
    assert shown(table, spot(1, 4)) == ""
    assert (2, 4) in free(table)
    assert (2, 5) not in free(table)


@pytest.mark.parametrize(("stock", "freed"), [("#9D #9H", False), ("", True)])
def test_a_place_of_the_last_row_refills_while_the_stock_lasts(stock: str, freed: bool) -> None:
    table = position("labyrinth", full(3) | {spot(3, 7): "2D", "ace_foundations/1": "AD", "stock": stock} | ACE, rows=3)
    play(table, spot(3, 7), "ace_foundations/1")
    assert shown(table, spot(3, 7)) == ("" if freed else "9H")
    assert ((2, 7) in free(table)) == freed


def test_a_short_row_leaves_the_row_above_open() -> None:
    piles = full(3) | ACE | {"stock": "#3D #3D #3D #3D #3D #3D"}
    table = position("labyrinth", piles, rows=3)
    play(table, "deal")
    assert counts(table)["maze"][30:40] == [1] * 6 + [0] * 4
    assert {(3, c) for c in range(1, 11)} & free(table) == {(3, c) for c in (7, 8, 9, 10)}


def test_sixes_and_sevens_between_the_two_foundations() -> None:
    up, down = "AH 2H 3H 4H 5H", "KH QH JH TH 9H 8H"
    table = position("labyrinth", maze("6H 7H") | {"ace_foundations/2": up, "king_foundations/2": down}, rows=1)
    assert is_legal(table, spot(1, 1), "ace_foundations/2")
    assert not is_legal(table, spot(1, 1), "king_foundations/2")
    assert is_legal(table, spot(1, 2), "king_foundations/2")
    assert not is_legal(table, spot(1, 2), "ace_foundations/2")
    play(table, spot(1, 1), "ace_foundations/2")
    assert is_legal(table, spot(1, 2), "ace_foundations/2")
    assert is_legal(table, spot(1, 2), "king_foundations/2")


def test_grace_takes_any_card_once_when_nothing_else_goes() -> None:
    table = position("labyrinth", full(3, "9C") | ACE | {spot(2, 5): "2C"}, rows=3)
    assert is_legal(table, spot(2, 4), "grace")
    play(table, spot(2, 5), "grace")
    assert table.count("graces") == 1
    assert not is_legal(table, "grace", spot(2, 5))
    assert is_legal(table, "grace", "ace_foundations/0")
    play(table, "grace", "ace_foundations/0")
    assert table.blocked


@pytest.mark.parametrize(
    ("piles", "used", "reason"),
    [
        ({"stock": "#9D #9D #9D #9D"}, 0, "the stock still has cards"),
        ({spot(3, 3): "2C"}, 0, "only for when no free card fits"),
        ({}, 1, "the one grace of the game has been used"),
    ],
)
def test_when_grace_is_illegal(piles: dict[str, str], used: int, reason: str) -> None:
    table = position("labyrinth", full(3, "9C") | ACE | piles, rows=3, graces=used)
    with pytest.raises(IllegalMove, match=f"(?i){reason}"):
        table.play(move(table, spot(2, 4), "grace"))


def test_a_blocked_card_that_would_fit_does_not_forbid_grace() -> None:
    table = position("labyrinth", full(3, "9C") | ACE | {spot(2, 3): "2C"}, rows=3)
    assert is_legal(table, spot(2, 4), "grace")


def test_the_waiting_foundations_begin_with_ace_and_king() -> None:
    table = position("labyrinth_wait", maze("AC KC QC AC"), rows=1)
    assert is_legal(table, spot(1, 1), "ace_foundations/0")
    assert is_legal(table, spot(1, 2), "king_foundations/0")
    assert not is_legal(table, spot(1, 3), "king_foundations/0")
    play(table, spot(1, 1), "ace_foundations/0")
    assert not is_legal(table, spot(1, 4), "ace_foundations/0")
