"""The Checks of sheets/fish_bone.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown

FILLED = {f"tableau/{i}": "KS" for i in range(6)}
"""A gridiron without spaces that takes no card."""


def laid(refill: str = "auto", redeals: int = 0, **piles: str) -> Table:
    """Return a gridiron of kings of spades, with the test's piles instead of some."""
    spots = {spot.replace("_", "/"): text for spot, text in piles.items()}
    return position("fish_bone", FILLED | spots, options={"refill": refill}, redeals=redeals)


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("fish_bone").deal(SEED)
    assert counts(table) == {
        "foundations": [0] * 8,
        "wings": [0] * 16,
        "tableau": [1] * 6,
        "stock": [98],
        "waste": [0],
    }
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert [shown(table, f"tableau/{i}") for i in range(6)] == pack[:6]


def test_won_with_all_cards_on_spine_and_wings() -> None:
    spine = {f"foundations/{i}": " ".join(f"{r}{s}" for r in "JT98765432A") for i, s in enumerate("CCDDHHSS")}
    wings = {f"wings/{i}": f"{'KQ'[i % 2]}{s}" for i, s in enumerate("CCCCDDDDHHHHSSSS")}
    table = position("fish_bone", spine | wings)
    assert table.won
    assert table.progress == 104


def test_1_a_king_waits_for_his_jack() -> None:
    assert not any(is_legal(laid(waste="KH"), "waste", f"wings/{i}") for i in range(16))
    table = laid(foundations_0="JC", foundations_1="JH", waste="KH")
    assert [i for i in range(16) if is_legal(table, "waste", f"wings/{i}")] == [2]
    table = laid(foundations_0="JC", foundations_1="JH TH", waste="QH")
    assert [i for i in range(16) if is_legal(table, "waste", f"wings/{i}")] == [3]


def test_2_one_king_a_jack() -> None:
    table = laid(foundations_0="JH", wings_0="KH", waste="KH")
    assert not is_legal(table, "waste", "wings/0")
    with pytest.raises(IllegalMove, match="complete"):
        play(table, "waste", "wings/0")
    table = laid(foundations_0="JH", wings_0="KH", foundations_1="JH", waste="KH")
    assert is_legal(table, "waste", "wings/2")
    table = laid(foundations_0="JH", foundations_1="JH", waste="KH")
    assert is_legal(table, "waste", "wings/0")
    assert is_legal(table, "waste", "wings/2")


def test_jacks_go_to_the_next_free_place() -> None:
    table = laid(foundations_0="JC", waste="JC")
    assert is_legal(table, "waste", "foundations/1")
    assert not is_legal(table, "waste", "foundations/2")


def test_3_a_foundation_goes_down_in_suit() -> None:
    table = laid(foundations_0="JC TC 9C 8C", tableau_0="7C", tableau_1="9C", tableau_2="7S")
    assert [is_legal(table, f"tableau/{i}", "foundations/0") for i in range(3)] == [True, False, False]


def test_4_the_gridiron_builds_up_in_suit() -> None:
    assert is_legal(laid(tableau_0="5D", waste="6D"), "waste", "tableau/0")
    assert not is_legal(laid(tableau_0="5D", waste="4D"), "waste", "tableau/0")
    assert not is_legal(laid(tableau_0="5D", waste="6H"), "waste", "tableau/0")


def test_5_gridiron_piles_never_combine() -> None:
    table = laid(tableau_0="5D", tableau_1="6D")
    assert not is_legal(table, "tableau/1", "tableau/0")
    with pytest.raises(IllegalMove, match="No rule lets a card go from the gridiron to the gridiron"):
        play(table, "tableau/1", "tableau/0")


def test_6_a_pile_comes_off_in_foundation_order() -> None:
    table = laid(tableau_0="9S TS", foundations_0="JS", stock="#2C")
    play(table, "tableau/0", "foundations/0")
    play(table, "tableau/0", "foundations/0")
    assert shown(table, "foundations/0") == "JS TS 9S"


def test_7_court_cards_build_too_and_nothing_on_a_king() -> None:
    assert is_legal(laid(tableau_0="QS", waste="KS"), "waste", "tableau/0")
    assert is_legal(laid(tableau_0="JS", waste="QS"), "waste", "tableau/0")
    assert not is_legal(laid(tableau_0="KS", waste="AS"), "waste", "tableau/0")


def test_8_the_waste_fills_or_the_player_chooses() -> None:
    table, choosing = (
        laid(refill, tableau_0="TS", foundations_0="JS", waste="4C 5C", stock="#2C #3C")
        for refill in ("auto", "choose")
    )
    play(table, "tableau/0", "foundations/0")
    assert shown(table, "tableau/0") == "5C"
    table = choosing
    play(table, "tableau/0", "foundations/0")
    assert set(table.moves()) == {as_move(table, "waste", "tableau/0"), as_move(table, "stock", "tableau/0")}


def test_with_both_empty_a_space_stays_for_good() -> None:
    table = laid(tableau_0="TS", foundations_0="JS")
    play(table, "tableau/0", "foundations/0")
    assert shown(table, "tableau/0") == ""
    assert not any(move[1] == table.game.first["tableau"] for move in table.moves())


def test_9_a_second_redeal_is_illegal() -> None:
    assert not is_legal(laid(waste="4C 5C", redeals=1), "redeal")
    table = laid(waste="4C 5D 6H 7S 8C")
    play(table, "redeal")
    assert shown(table, "stock") == "#8C #7S #6H #5D #4C"
