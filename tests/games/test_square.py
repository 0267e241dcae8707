"""The Checks of sheets/square.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import ACES, name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from tests.each import each
from tests.games.positions import as_move, counts, is_legal, play, position, shown

UP = "A23456789TJQK"
FILLED = {f"tableau/{i}": "4S" for i in range(16)}
"""A square without spaces."""


def run(suit: str, count: int) -> str:
    """Return the first cards of a foundation: ace up to king, king down to ace."""
    return " ".join(rank + suit for rank in (UP + UP[::-1])[:count])


def laid(refill: str = "auto", **piles: str) -> Table:
    """Return a square of fours of spades, with the test's piles instead of some."""
    spots = {spot.replace("_", "/"): text for spot, text in piles.items()}
    return position("square", FILLED | spots, options={"refill": refill})


@each("seed", range(40))
def test_counts_and_order_of_the_deal(seed: int) -> None:
    table = catalogue.game("square").deal(seed.to_bytes(32, "big"))
    pack = shuffled(table.game.pack, table.seed, 0)
    aces, places = set[int](), list[int]()
    for card in pack:
        if len(places) == 16:
            break
        if ACES >> card & 1 and card not in aces:
            aces.add(card)
        else:
            places.append(card)
    assert [pile[0] for pile in table.group("tableau")] == places
    assert {card for pile in table.group("foundations") for card in pile} == aces
    assert counts(table)["stock"] == [88 - len(aces)]
    assert shown(table, "stock").split()[-1] == "#" + name(pack[16 + len(aces)])


def test_1_a_foundation_goes_up() -> None:
    table = laid(foundations_2=run("H", 6), tableau_0="7H", tableau_1="5H")
    assert is_legal(table, "tableau/0", "foundations/2")
    assert not is_legal(table, "tableau/1", "foundations/2")


@pytest.mark.parametrize(("count", "wanted"), [(12, "KC"), (13, "KC"), (14, "QC"), (24, "2C"), (25, "AC")])
def test_2_from_the_second_king_it_goes_down(count: int, wanted: str) -> None:
    for rank in UP:
        table = laid(foundations_0=run("C", count), waste=f"{rank}C")
        assert is_legal(table, "waste", "foundations/0") == (f"{rank}C" == wanted)


def test_2_twenty_six_cards_are_all() -> None:
    assert not is_legal(laid(foundations_0=run("C", 26), waste="2C"), "waste", "foundations/0")
    won = position("square", {f"foundations/{i}": run(suit, 26) for i, suit in enumerate("CDHS")})
    assert won.won
    assert won.progress == 104


def test_3_a_second_ace_is_a_card_like_any_other() -> None:
    table = laid(foundations_3="AS", tableau_0="2S", tableau_1="KS", stock="#AS")
    play(table, "turn")
    assert shown(table, "waste") == "AS"
    assert is_legal(table, "waste", "tableau/0")
    assert not is_legal(table, "waste", "tableau/1")


def test_a_first_ace_that_is_turned_goes_home_and_that_is_all() -> None:
    table = laid(waste="9C", stock="#3C #AH")
    play(table, "turn")
    assert (shown(table, "foundations/2"), shown(table, "waste"), shown(table, "stock")) == ("AH", "9C", "#3C")


def test_4_the_square_is_built_both_ways_in_suit() -> None:
    table = laid(tableau_0="9D", tableau_1="8D", tableau_2="TD", tableau_3="8H")
    assert is_legal(table, "tableau/1", "tableau/0")
    assert is_legal(table, "tableau/2", "tableau/0")
    assert is_legal(table, "tableau/0", "tableau/1")
    assert not is_legal(table, "tableau/3", "tableau/0")
    assert not is_legal(laid(tableau_0="KD", tableau_1="AD"), "tableau/1", "tableau/0")
    assert is_legal(laid(tableau_0="8D 9D", tableau_1="8D"), "tableau/1", "tableau/0")


def test_5_a_run_is_reversed_card_by_card() -> None:
    table = laid(tableau_0="JC TC", tableau_1="9C", stock="#2H #3H")
    assert not is_legal(table, "tableau/0", "tableau/1", 2)
    assert is_legal(table, "tableau/1", "tableau/0")
    play(table, "tableau/0", "tableau/1")
    play(table, "tableau/0", "tableau/1")
    assert shown(table, "tableau/1") == "9C TC JC"


def test_6_the_waste_fills_or_the_player_chooses() -> None:
    piles = {"tableau_0": "2H", "foundations_2": "AH", "waste": "9C 9D", "stock": "#3C #3D"}
    table = laid(**piles)
    play(table, "tableau/0", "foundations/2")
    assert shown(table, "tableau/0") == "9D"
    table = laid("choose", **piles)
    play(table, "tableau/0", "foundations/2")
    assert set(table.moves()) == {as_move(table, "waste", "tableau/0"), as_move(table, "stock", "tableau/0")}
    with pytest.raises(IllegalMove, match="comes first"):
        play(table, "turn")


@pytest.mark.parametrize("refill", ["auto", "choose"])
def test_7_without_a_waste_the_stock_fills(refill: str) -> None:
    table = laid(refill, tableau_0="2H", foundations_2="AH", stock="#3C #3D")
    play(table, "tableau/0", "foundations/2")
    assert shown(table, "tableau/0") == "3D"


def test_a_first_ace_that_would_fill_a_space_goes_home() -> None:
    table = laid(tableau_0="2H", foundations_2="AH", stock="#3C #3D #AS #AC")
    play(table, "tableau/0", "foundations/2")
    assert shown(table, "tableau/0") == "3D"
    assert (shown(table, "foundations/0"), shown(table, "foundations/3")) == ("AC", "AS")
    table = laid("choose", tableau_0="2H", foundations_2="AH", waste="9C", stock="#3C #AS")
    play(table, "tableau/0", "foundations/2")
    play(table, "stock", "tableau/0")
    assert shown(table, "foundations/3") == "AS"
    assert len(table.moves()) == 2


def test_8_without_a_stock_nothing_turns_and_the_waste_is_played() -> None:
    table = laid(foundations_2="AH", waste="9C 2H")
    assert not is_legal(table, "turn")
    assert is_legal(table, "waste", "foundations/2")
    assert is_legal(laid(tableau_0="3H", waste="2H"), "waste", "tableau/0")


def test_spaces_are_free_when_stock_and_waste_are_empty() -> None:
    assert is_legal(laid(tableau_0=""), "tableau/1", "tableau/0")
    assert not is_legal(laid(tableau_0="", waste="2H"), "tableau/1", "tableau/0")
