"""The Checks of sheets/dial_no_2.md. One o'clock is foundations/0."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import Table
from tests.games.positions import SEED, counts, is_legal, play, position, shown

TWO, ONE = "dial_no_2", "dial_no_2_single"
RANKS = "A23456789TJQ"
BASES = {
    TWO: "6C 7H 8S 9D TC JH QS AD 2C 3H 4S 5D".split(),
    ONE: "TC JH QS AD 2C 3H 4S 5D 6C 7H 8S 9D".split(),
}
ONE_O_CLOCK, FOUR, EIGHT, TWELVE = (f"foundations/{hour - 1}" for hour in (1, 4, 8, 12))


def laid(piles: dict[str, str], id: str = TWO, redeals: int = 0) -> Table:
    """Return the dial at the beginning, with the test's piles."""
    dial = {f"foundations/{i}": base for i, base in enumerate(BASES[id])}
    return position(id, dial | piles, redeals=redeals)


def run(base: str, count: int) -> str:
    """Return the first `count` cards of a foundation."""
    first = RANKS.index(base[0])
    return " ".join(RANKS[(first + i) % 12] + base[1] for i in range(count))


def homes(table: Table) -> list[str]:
    """Return the foundations that take the waste's top card."""
    return [f"foundations/{i}" for i in range(12) if is_legal(table, "waste", f"foundations/{i}")]


@pytest.mark.parametrize(("id", "stock"), [(TWO, 92), (ONE, 40)])
def test_counts_and_order_of_the_deal(id: str, stock: int) -> None:
    table = catalogue.game(id).deal(SEED)
    assert counts(table) == {"foundations": [1] * 12, "centre": [0], "stock": [stock], "waste": [0]}
    assert [shown(table, f"foundations/{i}") for i in range(12)] == BASES[id]
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    for base in BASES[id]:
        pack.remove(base)
    assert shown(table, "stock").split() == [f"#{card}" for card in reversed(pack)]


@pytest.mark.parametrize(("id", "each"), [(TWO, 8), (ONE, 4)])
def test_when_won_every_foundation_shows_its_hour(id: str, each: int) -> None:
    piles = {f"foundations/{i}": run(base, each) for i, base in enumerate(BASES[id])}
    assert [text.split()[-1][0] for text in piles.values()] == list(RANKS)
    table = position(id, piles | {"centre": " ".join(["KC"] * each)})
    assert table.won
    assert table.progress == 13 * each
    assert not laid(piles, id).won


def test_1_at_the_start() -> None:
    assert homes(laid({"waste": "2D"})) == [EIGHT]
    assert homes(laid({"waste": "2H"})) == []


def test_2_a_card_may_fit_one_place_only() -> None:
    assert homes(laid({"waste": "6D"})) == [TWELVE]


def test_3_or_two_places() -> None:
    assert homes(laid({EIGHT: run("AD", 5), "waste": "6D"})) == [EIGHT, TWELVE]


def test_4_the_ace_follows_the_queen_and_completes_one_o_clock() -> None:
    table = laid({ONE_O_CLOCK: run("6C", 7), "waste": "2C AC"})
    play(table, "waste", ONE_O_CLOCK)
    assert not is_legal(table, "waste", ONE_O_CLOCK)


def test_5_kings_never_go_to_an_hour() -> None:
    assert is_legal(laid({FOUR: run("9D", 4), "waste": "AD"}), "waste", FOUR)
    assert not is_legal(laid({FOUR: run("9D", 4), "waste": "KD"}), "waste", FOUR)


def test_6_a_complete_foundation_takes_nothing() -> None:
    assert not is_legal(laid({TWELVE: run("5D", 8), "waste": "AD"}), "waste", TWELVE)


@pytest.mark.parametrize("id", [TWO, ONE])
def test_7_a_king_goes_to_the_centre_by_itself(id: str) -> None:
    table = laid({"stock": "#2H #KS", "waste": "3D"}, id)
    before = table.progress
    play(table, "turn")
    assert (shown(table, "centre"), shown(table, "waste"), shown(table, "stock")) == ("KS", "3D", "#2H")
    assert table.progress == before + 1
    table.undo()
    assert (shown(table, "centre"), shown(table, "stock")) == ("", "#2H #KS")


@pytest.mark.parametrize("id", [TWO, ONE])
def test_8_a_third_redeal_is_illegal(id: str) -> None:
    assert not is_legal(laid({"waste": "2H 3C"}, id, redeals=2), "redeal")
    table = laid({"waste": "2H 3C"}, id, redeals=1)
    play(table, "redeal")
    assert shown(table, "stock") == "#3C #2H"


def test_with_one_pack_four_cards_reach_the_hour() -> None:
    assert homes(laid({FOUR: run("AD", 3), "waste": "4D"}, ONE)) == [FOUR]
    assert not is_legal(laid({FOUR: run("AD", 4), "waste": "5D"}, ONE), "waste", FOUR)
