"""The Checks of sheets/terrace.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown

GAME = "terrace"
FILLED = {f"tableau/{i}": "2C" for i in range(9)}
"""A valley without spaces. Base J has no use for twos on the way."""


def valley(refill: str = "auto", **piles: str) -> Table:
    """Return the game in play, base J♠, valley full of 2♣, with the test's piles instead of some."""
    spots = {spot.replace("_", "/"): text for spot, text in piles.items()}
    laid = FILLED | {"foundations/0": "JS"} | spots
    return position(GAME, laid, phase="play", options={"refill": refill})


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game(GAME).deal(SEED)
    assert counts(table) == {
        "reserve": [13],
        "choice": [1] * 3,
        "foundations": [0] * 8,
        "tableau": [0] * 9,
        "stock": [88],
        "waste": [0],
    }
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "reserve").split() == pack[:13]
    play(table, "choose", "choice/1")
    assert counts(table) == {
        "reserve": [13],
        "choice": [0] * 3,
        "foundations": [1] + [0] * 7,
        "tableau": [1] * 9,
        "stock": [81],
        "waste": [0],
    }
    assert [shown(table, f"tableau/{i}") for i in range(9)] == [pack[13], pack[15], *pack[16:23]]
    assert shown(table, "foundations/0") == pack[14]
    assert table.progress == 1


def test_the_two_others_begin_the_valley() -> None:
    table = position(
        GAME, {"choice/0": "6H", "choice/1": "JS", "choice/2": "2D", "stock": "#9C #8C #7C #6C #5C #4C #3C"}
    )
    play(table, "choose", "choice/1")
    valley_now = " ".join(shown(table, f"tableau/{i}") for i in range(9))
    assert valley_now == "6H 2D 3C 4C 5C 6C 7C 8C 9C"
    assert table.phase == "play"


def test_before_the_choice_nothing_else_is_legal() -> None:
    table = catalogue.game(GAME).deal(SEED)
    assert table.moves() == [as_move(table, "choose", f"choice/{i}") for i in range(3)]
    with pytest.raises(IllegalMove, match="chosen first"):
        play(table, "turn")
    play(table, "choose", "choice/0")
    assert is_legal(table, "turn")
    with pytest.raises(IllegalMove, match="has been chosen"):
        play(table, "choose", "choice/1")


def test_foundations_alternate_in_colour_and_wrap() -> None:
    for queen in ("QH", "QD"):
        assert is_legal(valley(waste=queen), "waste", "foundations/0")
    for queen in ("QC", "QS"):
        assert not is_legal(valley(waste=queen), "waste", "foundations/0")
    assert is_legal(valley(foundations_0="JS QH", waste="KC"), "waste", "foundations/0")
    assert is_legal(valley(foundations_0="JS QH KC", waste="AD"), "waste", "foundations/0")
    assert not is_legal(valley(foundations_0="JS QH KC", waste="AS"), "waste", "foundations/0")


def test_the_base_rank_begins_foundations_and_the_rank_below_ends_them() -> None:
    table = valley(waste="JH")
    assert is_legal(table, "waste", "foundations/1")
    assert not is_legal(table, "waste", "foundations/2")
    assert not any(is_legal(valley(waste="TD"), "waste", f"foundations/{i}") for i in range(8))
    to_nine = "JS QH KC AD 2C 3D 4C 5D 6C 7D 8C 9D"
    assert not is_legal(valley(foundations_0=to_nine, waste="TD"), "waste", "foundations/0")
    assert is_legal(valley(foundations_0=to_nine, waste="TS"), "waste", "foundations/0")
    assert not is_legal(valley(foundations_0=f"{to_nine} TS", waste="JD"), "waste", "foundations/0")


def test_the_terrace_feeds_foundations_only() -> None:
    table = valley(
        reserve="4D 9C", tableau_3="TH", foundations_0="JS QH KC AD 2C 3D 4C 5D 6C 7D 8S", foundations_1="8D"
    )
    assert not is_legal(table, "reserve", "tableau/3")
    assert is_legal(table, "reserve", "foundations/1")
    with pytest.raises(IllegalMove, match="from the terrace to the valley"):
        play(table, "reserve", "tableau/3")


def test_the_valley_wraps_downwards() -> None:
    assert is_legal(valley(tableau_0="AS", waste="KH"), "waste", "tableau/0")
    assert not is_legal(valley(tableau_0="AS", waste="KC"), "waste", "tableau/0")


def test_one_card_at_a_time() -> None:
    table = valley(tableau_3="9S 8H", tableau_5="9C", tableau_6="TD")
    assert not is_legal(table, "tableau/3", "tableau/6", 2)
    assert not is_legal(table, "tableau/3", "tableau/6", 1)
    assert is_legal(table, "tableau/3", "tableau/5")


def test_a_space_is_filled_from_the_waste_by_itself() -> None:
    table = valley(tableau_5="QH", waste="9S 5C", stock="#8S")
    play(table, "tableau/5", "foundations/0")
    assert shown(table, "tableau/5") == "5C"


def test_with_choose_the_player_fills_it() -> None:
    table = valley("choose", tableau_5="QH", waste="9S 5C", stock="#8S")
    play(table, "tableau/5", "foundations/0")
    assert len(table.moves()) == 2
    play(table, "stock", "tableau/5")
    assert shown(table, "tableau/5") == "8S"


def test_spaces_are_free_when_stock_and_waste_are_empty() -> None:
    assert is_legal(valley(tableau_5="", tableau_6="9S 8H"), "tableau/6", "tableau/5")
    assert not is_legal(valley(tableau_5="", reserve="4D"), "reserve", "tableau/5")
    assert not is_legal(valley(tableau_5="", tableau_6="9S 8H", stock="#4D"), "tableau/6", "tableau/5")
