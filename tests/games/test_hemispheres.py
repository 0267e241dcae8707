"""The Checks of sheets/hemispheres.md. Piles 1 to 12 of the sheet are tableau/0 to tableau/11."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown

SET_OUT = {f"red_foundations/{i}": ace for i, ace in enumerate("AD AD AH AH".split())} | {
    f"black_foundations/{i}": king for i, king in enumerate("KC KC KS KS".split())
}
FILLED = {f"tableau/{i}": "KD" if i < 6 else "AS" for i in range(12)}
"""A circle without spaces whose cards are at home and fit nowhere."""

BARRIERS = {"barriers/0": "KH", "barriers/1": "AS", "barriers/2": "KD", "barriers/3": "AC"}


def laid(piles: dict[str, str], refill: str = "auto") -> Table:
    """Return a table with the foundations begun, the circle full, and the test's piles."""
    return position("hemispheres", SET_OUT | FILLED | BARRIERS | piles, options={"refill": refill})


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("hemispheres").deal(SEED)
    assert counts(table) == {
        "red_foundations": [1] * 4,
        "black_foundations": [1] * 4,
        "barriers": [1] * 4,
        "tableau": [1] * 12,
        "stock": [80],
        "waste": [0],
    }
    for spot, card in (SET_OUT | BARRIERS).items():
        assert shown(table, spot) == card
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    for card in [*SET_OUT.values(), *BARRIERS.values()]:
        pack.remove(card)
    assert [shown(table, f"tableau/{i}") for i in range(12)] == pack[:12]
    assert table.progress == 8


def test_red_builds_down_in_its_race_and_the_place_is_filled() -> None:
    table = laid({"tableau/1": "9H", "tableau/2": "8H", "stock": "#2C #5C"})
    play(table, "tableau/2", "tableau/1")
    assert shown(table, "tableau/1") == "9H 8H"
    assert shown(table, "tableau/2") == "5C"


def test_the_race_binds_the_circle_and_not_the_waste() -> None:
    table = laid({"tableau/1": "9H", "tableau/4": "8H", "waste": "8H"})
    assert not is_legal(table, "tableau/4", "tableau/1")
    assert is_legal(table, "waste", "tableau/1")
    with pytest.raises(IllegalMove, match="inside their own Race"):
        play(table, "tableau/4", "tableau/1")


def test_black_builds_up() -> None:
    table = laid({"tableau/7": "5C", "tableau/8": "6C"})
    assert is_legal(table, "tableau/8", "tableau/7")
    assert not is_legal(table, "tableau/7", "tableau/8")


def test_same_suit_is_asked_for() -> None:
    assert not is_legal(laid({"tableau/1": "9H", "tableau/2": "8D"}), "tableau/2", "tableau/1")
    assert not is_legal(laid({"tableau/1": "9H", "waste": "8D"}), "waste", "tableau/1")


def test_only_a_card_at_home_goes_to_a_foundation() -> None:
    assert is_legal(laid({"tableau/3": "2H"}), "tableau/3", "red_foundations/2")
    table = laid({"tableau/9": "2H"})
    assert not is_legal(table, "tableau/9", "red_foundations/2")
    with pytest.raises(IllegalMove, match="abroad"):
        play(table, "tableau/9", "red_foundations/2")


def test_two_cards_abroad_change_places() -> None:
    table = laid({"tableau/0": "QS", "tableau/10": "7D", "stock": "#2C"})
    play(table, "exchange", "tableau/0", "tableau/10")
    assert (shown(table, "tableau/0"), shown(table, "tableau/10")) == ("7D", "QS")
    assert shown(table, "stock") == "#2C"


def test_a_card_at_home_is_not_exchanged() -> None:
    table = laid({"tableau/0": "QS", "tableau/10": "7C"})
    assert not is_legal(table, "exchange", "tableau/0", "tableau/10")
    with pytest.raises(IllegalMove, match=r"(?i)only a red card in the south"):
        table.play(as_move(table, "exchange", "tableau/0", "tableau/10"))
    for a, b, card in [(0, 1, "QS"), (6, 7, "7D")]:
        table = laid({f"tableau/{a}": card, f"tableau/{b}": card})
        assert not any(move[0] == "exchange" for move in table.moves())


def test_nothing_is_built_on_a_card_abroad() -> None:
    table = laid({"tableau/1": "3S", "waste": "4S"})
    assert not is_legal(table, "waste", "tableau/1")
    with pytest.raises(IllegalMove, match="nothing is built on a card abroad"):
        play(table, "waste", "tableau/1")
    assert is_legal(laid({"tableau/7": "3S", "waste": "4S"}), "waste", "tableau/7")
    assert not is_legal(laid({"tableau/1": "3S", "tableau/2": "4S"}), "tableau/2", "tableau/1")


@pytest.mark.parametrize("pile", range(12))
def test_red_is_at_home_in_the_north_and_black_in_the_south(pile: int) -> None:
    red, black = laid({f"tableau/{pile}": "2H"}), laid({f"tableau/{pile}": "QS"})
    assert is_legal(red, f"tableau/{pile}", "red_foundations/2") == (pile < 6)
    assert is_legal(black, f"tableau/{pile}", "black_foundations/2") == (pile >= 6)


def test_barriers_wait_for_stock_and_waste() -> None:
    piles = {"red_foundations/2": " ".join(f"{rank}H" for rank in "A23456789TJQ")}
    assert not is_legal(laid(piles | {"waste": "2C 3C 4C"}), "barriers/0", "red_foundations/2")
    assert not is_legal(laid(piles | {"stock": "#2C"}), "barriers/0", "red_foundations/2")
    table = laid(piles)
    play(table, "barriers/0", "red_foundations/2")
    assert counts(table)["barriers"] == [0, 1, 1, 1]


def test_black_foundations_do_not_wrap() -> None:
    table = laid({"waste": "AS QS"})
    assert is_legal(table, "waste", "black_foundations/2")
    assert not is_legal(laid({"waste": "QS AS"}), "waste", "black_foundations/2")


def test_at_the_end_a_card_abroad_goes_home() -> None:
    piles = {"tableau/7": "8H", "tableau/1": "", "tableau/3": "9H", "tableau/8": ""}
    table = laid(piles)
    assert is_legal(table, "tableau/7", "tableau/1")
    assert is_legal(table, "tableau/7", "tableau/3")
    assert not is_legal(table, "tableau/7", "tableau/8")
    assert not is_legal(table, "tableau/3", "tableau/1")
    assert not is_legal(table, "tableau/2", "tableau/1")
    assert not is_legal(laid({"tableau/7": "8H", "tableau/3": "9H", "stock": "#2C"}), "tableau/7", "tableau/3")


def test_with_choose_the_player_fills_the_space() -> None:
    table = laid({"tableau/1": "2H", "waste": "5C 6C", "stock": "#7C #8C"}, "choose")
    play(table, "tableau/1", "red_foundations/2")
    assert set(table.moves()) == {as_move(table, "waste", "tableau/1"), as_move(table, "stock", "tableau/1")}
    play(table, "stock", "tableau/1")
    assert shown(table, "tableau/1") == "8C"
