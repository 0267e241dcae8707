"""The Checks of sheets/anna.md."""

from __future__ import annotations

from itertools import product

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name, rank_of
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import Table
from tests.each import each
from tests.games.positions import counts, is_legal, play, position, shown

IDS = ("anna", "anna_dick")
BOTH = pytest.mark.parametrize("id", IDS)
QUEENS = {f"tableau/{i}": queen for i, queen in enumerate("QC QC QD QD QH QH QS QS".split())}
"""An A that does not move and takes nothing, except for kings after Dick."""


def help_piles(id: str = "anna", refill: str = "", **piles: str) -> Table:
    """Return a table with eight helps, queens unless a test lays others, and other piles."""
    spots = {spot.replace("_", "/"): text for spot, text in piles.items()}
    return position(id, QUEENS | spots, options={"refill": refill} if refill else None)


@each("id,seed", product(IDS, range(20)))
def test_counts_and_order_of_the_deal(id: str, seed: int) -> None:
    table = catalogue.game(id).deal(seed.to_bytes(32, "big"))
    pack = shuffled(table.game.pack, table.seed, 0)
    jacks = counts(table)["foundations"].index(0)
    assert counts(table) == {
        "foundations": [1] * jacks + [0] * (8 - jacks),
        "tableau": [1] * 8,
        "stock": [96 - jacks],
        "waste": [0],
    }
    dealt = pack[: 8 + jacks]
    assert [table.group("foundations")[i] for i in range(jacks)] == [[c] for c in dealt if rank_of(c) == 11]
    assert [pile[0] for pile in table.group("tableau")] == [c for c in dealt if rank_of(c) != 11]
    assert shown(table, "stock").split()[-1] == "#" + name(pack[8 + jacks])


@BOTH
def test_1_foundations_run_past_the_ace_to_the_king(id: str) -> None:
    spades = "JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS KS".split()
    for n in range(1, 12):
        table = help_piles(id, foundations_0=" ".join(spades[:n]), waste=spades[n])
        assert is_legal(table, "waste", "foundations/0")
        assert not is_legal(help_piles(id, foundations_0=" ".join(spades[:n]), waste="QS"), "waste", "foundations/0")
    assert not is_legal(help_piles(id, foundations_0="JS TS", waste="9C"), "waste", "foundations/0")
    complete = help_piles(id, foundations_0=" ".join(spades), waste="QS")
    assert not is_legal(complete, "waste", "foundations/0")


@BOTH
def test_2_helps_build_up_in_suit(id: str) -> None:
    table = help_piles(id, tableau_0="6D", tableau_1="7D", tableau_2="7H")
    assert is_legal(table, "tableau/1", "tableau/0")
    assert not is_legal(table, "tableau/0", "tableau/1")
    assert not is_legal(table, "tableau/2", "tableau/0")


@BOTH
def test_3_an_ace_goes_on_its_king(id: str) -> None:
    table = help_piles(id, tableau_0="KC", tableau_1="2C", waste="AC", stock="#5D")
    play(table, "waste", "tableau/0")
    assert is_legal(table, "tableau/1", "tableau/0")


def test_4_only_after_dick_a_king_goes_on_his_queen() -> None:
    assert not is_legal(help_piles("anna", waste="KH"), "waste", "tableau/4")
    assert is_legal(help_piles("anna_dick", waste="KH"), "waste", "tableau/4")
    assert not is_legal(help_piles("anna_dick", waste="KH"), "waste", "tableau/0")
    assert is_legal(help_piles("anna_dick", tableau_4="QH KH", waste="AH"), "waste", "tableau/4")


@BOTH
def test_a_queen_never_moves_once_laid(id: str) -> None:
    table = help_piles(id, tableau_1="TC", foundations_0="JC", foundations_1="JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC KC")
    assert not any(table.piles[move[0]][-1:] == [11] for move in table.moves())


def test_5_a_queen_gets_into_the_a_by_a_refill_only() -> None:
    table = help_piles(tableau_0="TC", foundations_0="JC", waste="5D QD", stock="#6H")
    assert not any(move[0] == table.game.first["waste"] for move in table.moves())
    play(table, "tableau/0", "foundations/0")
    assert shown(table, "tableau/0") == "QD"
    table = help_piles(refill="choose", tableau_0="TC", foundations_0="JC", waste="5D QD", stock="#6H")
    play(table, "tableau/0", "foundations/0")
    assert is_legal(table, "waste", "tableau/0")


@BOTH
def test_6_a_jack_that_is_turned_begins_a_foundation(id: str) -> None:
    table = help_piles(id, foundations_0="JC", waste="5D", stock="#6H #JH")
    play(table, "turn")
    assert shown(table, "foundations/1") == "JH"
    assert (shown(table, "waste"), shown(table, "stock")) == ("5D", "#6H")


@pytest.mark.parametrize(("id", "filled"), [("anna", "4D"), ("anna_dick", "6H")])
def test_7_stock_and_waste_fill_a_space_by_themselves(id: str, filled: str) -> None:
    table = help_piles(id, tableau_0="TC", foundations_0="JC", waste="5D 4D", stock="#7H #6H")
    play(table, "tableau/0", "foundations/0")
    assert shown(table, "tableau/0") == filled


def test_7_with_choose_only_the_two_refills_are_legal() -> None:
    table = help_piles(refill="choose", tableau_0="TC", foundations_0="JC", waste="5D 4D", stock="#7H #6H")
    play(table, "tableau/0", "foundations/0")
    assert len(table.moves()) == 2
    play(table, "stock", "tableau/0")
    assert shown(table, "tableau/0") == "6H"


def test_after_dick_the_waste_fills_when_the_stock_is_gone() -> None:
    table = help_piles("anna_dick", tableau_0="TC", foundations_0="JC", waste="5D 4D")
    play(table, "tableau/0", "foundations/0")
    assert shown(table, "tableau/0") == "4D"


@BOTH
def test_8_a_jack_that_would_fill_a_space_goes_to_the_n(id: str) -> None:
    table = help_piles(id, tableau_0="TC", foundations_0="JC", stock="#6H #8S #JC")
    play(table, "tableau/0", "foundations/0")
    assert (shown(table, "foundations/1"), shown(table, "tableau/0"), shown(table, "stock")) == ("JC", "8S", "#6H")


def test_8_with_choose_the_space_is_chosen_for_again() -> None:
    table = help_piles(refill="choose", tableau_0="TC", foundations_0="JC", waste="5D", stock="#6H #JC")
    play(table, "tableau/0", "foundations/0")
    play(table, "stock", "tableau/0")
    assert (shown(table, "foundations/1"), shown(table, "tableau/0")) == ("JC", "")
    assert len(table.moves()) == 2


@BOTH
def test_9_a_pile_comes_off_in_foundation_order(id: str) -> None:
    table = help_piles(id, tableau_0="KC AC 2C", foundations_0="JC TC 9C 8C 7C 6C 5C 4C 3C", stock="#6H")
    for _ in range(3):
        play(table, "tableau/0", "foundations/0")
    assert shown(table, "foundations/0").endswith("3C 2C AC KC")


@BOTH
def test_10_a_third_redeal_is_illegal(id: str) -> None:
    piles = QUEENS | {"waste": "5D 4D"}
    assert not is_legal(position(id, piles, redeals=2), "redeal")
    table = position(id, piles, redeals=1)
    play(table, "redeal")
    assert shown(table, "stock") == "#4D #5D"
    assert table.count("redeals") == 2


@BOTH
def test_won_with_queens_still_in_hand(id: str) -> None:
    suits = {
        f"foundations/{i}": f"J{s} T{s} 9{s} 8{s} 7{s} 6{s} 5{s} 4{s} 3{s} 2{s} A{s}" for i, s in enumerate("CCDDHHSS")
    }
    whole = {spot: f"{text} K{text[1]}" for spot, text in suits.items()}
    table = position(id, QUEENS | whole | {"foundations/0": suits["foundations/0"], "tableau/0": "KC", "stock": "#QC"})
    play(table, "tableau/0", "foundations/0")
    assert table.won
    assert table.progress == 96
