"""The Checks of sheets/dial_no_1.md. One o'clock is foundations/0, the centre foundations/12."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import SEED, counts, is_legal, play, position, shown


def laid(redeals: int = 0, **piles: str) -> Table:
    """Return a dial with these piles."""
    return position("dial_no_1", {spot.replace("_", "/"): text for spot, text in piles.items()}, redeals=redeals)


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("dial_no_1").deal(SEED)
    assert counts(table) == {"foundations": [0] * 13, "stock": [52], "waste": [0]}
    play(table, "turn")
    assert shown(table, "waste") == name(shuffled(table.game.pack, SEED, 0)[0])


def test_1_a_diamond_begins_its_hour() -> None:
    table = laid(waste="5D")
    assert [i for i in range(13) if is_legal(table, "waste", f"foundations/{i}")] == [4]
    assert not any(is_legal(laid(waste="5H"), "waste", f"foundations/{i}") for i in range(13))
    with pytest.raises(IllegalMove, match="takes 5♦"):
        play(laid(waste="5H"), "waste", "foundations/4")


@pytest.mark.parametrize(
    ("there", "fitting"), [("5D", ["5C", "5S"]), ("5D 5S", ["5H"]), ("5D 5S 5H", ["5C"]), ("5D 5S 5H 5C", [])]
)
def test_2_to_4_colours_alternate(there: str, fitting: list[str]) -> None:
    others = [card for card in "5C 5D 5H 5S".split() if card not in there.split()]
    legal = [card for card in others if is_legal(laid(foundations_4=there, waste=card), "waste", "foundations/4")]
    assert legal == fitting


def test_5_kings_lie_in_the_centre() -> None:
    assert is_legal(laid(waste="KD"), "waste", "foundations/12")
    assert is_legal(laid(foundations_12="KD", waste="KC"), "waste", "foundations/12")


def test_6_one_card_frees_the_next() -> None:
    table = laid(foundations_8="9D", waste="9H 9C")
    play(table, "waste", "foundations/8")
    play(table, "waste", "foundations/8")
    assert shown(table, "foundations/8") == "9D 9C 9H"


def test_7_redeals() -> None:
    assert not is_legal(laid(waste="9H", stock="#9C"), "redeal")
    assert not is_legal(laid(waste="9H 3C", redeals=2), "redeal")
    table = laid(waste="9H 3C 4H 7S 8C", redeals=1)
    play(table, "redeal")
    assert shown(table, "stock") == "#8C #7S #4H #3C #9H"


@pytest.mark.parametrize("allowed", [0, 1, 2])
def test_the_option_says_how_many_redeals(allowed: int) -> None:
    for made in range(3):
        table = position("dial_no_1", {"waste": "9H 3C"}, options={"redeals": allowed}, redeals=made)
        assert is_legal(table, "redeal") == (made < allowed)


def test_fifty_two_cards_win() -> None:
    table = position("dial_no_1", {f"foundations/{i}": f"{r}D {r}C {r}H {r}S" for i, r in enumerate("A23456789TJQK")})
    assert table.won
    assert table.progress == 52
