"""The Checks of sheets/mount_olympus.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import SEED, as_move, cards, counts, is_legal, play, position, shown

SINGLY = ["mount_olympus", "great_pyramid"]
ROWS = "mount_olympus_rows"
ALL_IDS = [*SINGLY, ROWS]
FILLED = {f"tableau/{i}": "3S" for i in range(9)}
"""A battery without spaces."""


def laid(piles: dict[str, str], id: str = "mount_olympus", refill: str = "", **counters: int) -> Table:
    """Return a battery of threes of spades, with the test's piles instead of some."""
    return position(id, FILLED | piles, options={"refill": refill} if refill else None, phase="", **counters)


def battery(*piles: str) -> dict[str, str]:
    return {f"tableau/{i}": text for i, text in enumerate(piles)}


@pytest.mark.parametrize("id", ALL_IDS)
def test_counts_and_order_of_the_deal(id: str) -> None:
    table = catalogue.game(id).deal(SEED)
    waste = {"waste": [0]} if id in SINGLY else {}
    assert (
        counts(table)
        == {
            "odd_foundations": [1] * 8,
            "even_foundations": [1] * 8,
            "tableau": [1] * 9,
            "stock": [79],
        }
        | waste
    )
    assert [shown(table, f"odd_foundations/{i}") for i in range(8)] == "AC AC AD AD AH AH AS AS".split()
    assert [shown(table, f"even_foundations/{i}") for i in range(8)] == "2C 2C 2D 2D 2H 2H 2S 2S".split()
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0) if card % 13 > 1]
    assert [shown(table, f"tableau/{i}") for i in range(9)] == pack[:9]
    assert table.progress == 16


@pytest.mark.parametrize("id", ALL_IDS)
def test_full_foundations_win(id: str) -> None:
    odd = {f"odd_foundations/{i}": " ".join(f"{r}{s}" for r in "A3579JK") for i, s in enumerate("CCDDHHSS")}
    even = {f"even_foundations/{i}": " ".join(f"{r}{s}" for r in "2468TQ") for i, s in enumerate("CCDDHHSS")}
    table = position(id, odd | even)
    assert table.won
    assert table.progress == 104


def test_1_a_foundation_goes_up_by_two() -> None:
    table = laid({"odd_foundations/4": "AH 3H 5H"} | battery("7H", "6H", "7D"))
    assert is_legal(table, "tableau/0", "odd_foundations/4")
    assert not is_legal(table, "tableau/1", "odd_foundations/4")
    assert not is_legal(table, "tableau/2", "odd_foundations/4")


def test_2_queens_and_kings_end_them() -> None:
    even, odd = "2S 4S 6S 8S TS", "AC 3C 5C 7C 9C JC"
    table = laid({"even_foundations/6": even, "odd_foundations/0": odd} | battery("QS", "KC", "QC"))
    assert is_legal(table, "tableau/0", "even_foundations/6")
    assert is_legal(table, "tableau/1", "odd_foundations/0")
    assert not is_legal(laid({"even_foundations/6": even} | battery("QC")), "tableau/0", "even_foundations/6")
    assert not is_legal(table, "tableau/2", "odd_foundations/0")
    assert not is_legal(laid({"even_foundations/6": f"{even} QS"} | battery("AS")), "tableau/0", "even_foundations/6")


def test_of_two_foundations_the_player_picks_either() -> None:
    table = laid({"odd_foundations/4": "AH", "odd_foundations/5": "AH", "waste": "3H"})
    assert is_legal(table, "waste", "odd_foundations/4")
    assert is_legal(table, "waste", "odd_foundations/5")


@pytest.mark.parametrize("id", ALL_IDS)
def test_3_the_battery_goes_down_by_two_in_suit(id: str) -> None:
    table = laid(battery("QD", "TD", "JD", "TH"), id)
    assert is_legal(table, "tableau/1", "tableau/0")
    assert not is_legal(table, "tableau/2", "tableau/0")
    assert not is_legal(table, "tableau/3", "tableau/0")


def test_the_waste_builds_on_the_battery_too() -> None:
    assert is_legal(laid(battery("QD") | {"waste": "4S TD"}), "waste", "tableau/0")
    assert not is_legal(laid(battery("QD") | {"waste": "TD 4S"}), "waste", "tableau/0")


def test_4_runs_move_only_in_the_game_of_rows() -> None:
    piles = battery("9C 7C", "JC")
    singly, rows = laid(piles), laid(piles, ROWS)
    assert not is_legal(singly, "tableau/0", "tableau/1", 2)
    assert not is_legal(singly, "tableau/0", "tableau/1", 1)
    assert is_legal(rows, "tableau/0", "tableau/1", 2)
    assert not is_legal(rows, "tableau/0", "tableau/1", 1)


def test_5_no_ace_is_ever_in_play() -> None:
    table = catalogue.game("mount_olympus").deal(SEED)
    in_play = [card & 63 for id in ("tableau", "stock") for pile in table.group(id) for card in pile]
    assert not set(cards("AC AD AH AS 2C 2D 2H 2S")) & set(in_play)


def test_6_the_waste_fills_or_the_player_chooses() -> None:
    piles = battery("TD", "QD") | {"waste": "4H 4C", "stock": "#5H #5C"}
    table = laid(piles)
    play(table, "tableau/0", "tableau/1")
    assert (shown(table, "tableau/0"), shown(table, "waste")) == ("4C", "4H")
    table = laid(piles, refill="choose")
    play(table, "tableau/0", "tableau/1")
    assert set(table.moves()) == {as_move(table, "waste", "tableau/0"), as_move(table, "stock", "tableau/0")}


@pytest.mark.parametrize("refill", ["auto", "choose"])
def test_7_without_a_stock_the_waste_fills(refill: str) -> None:
    table = laid(battery("TD", "QD") | {"waste": "4H 4C"}, refill=refill)
    play(table, "tableau/0", "tableau/1")
    assert shown(table, "tableau/0") == "4C"


def test_8_when_all_is_gone_a_space_takes_any_top_card() -> None:
    table = laid(battery("", "9C 7C"), redeals=1)
    assert is_legal(table, "tableau/1", "tableau/0")
    assert is_legal(table, "tableau/5", "tableau/0")
    assert not is_legal(table, "tableau/1", "tableau/0", 2)
    for left in ("stock", "waste"):
        assert not is_legal(laid(battery("", "9C 7C") | {left: "5D"}, redeals=1), "tableau/1", "tableau/0")
    assert not is_legal(laid(battery("", "KH 9C 7C") | {"stock": "#5D"}, ROWS), "tableau/1", "tableau/0")


def test_one_redeal_unshuffled() -> None:
    table = laid({"waste": "4H 5D 6H 7S 8C"})
    play(table, "redeal")
    assert shown(table, "stock") == "#8C #7S #6H #5D #4H"
    assert not is_legal(laid({"waste": "4H 4C"}, redeals=1), "redeal")
    assert not is_legal(laid({"waste": "4H 4C", "stock": "#5C"}), "redeal")


def test_a_row_is_dealt_leftmost_first() -> None:
    table = laid({"stock": "#5D #6D #7D"}, ROWS)
    play(table, "deal")
    assert [shown(table, f"tableau/{i}") for i in range(4)] == ["3S 7D", "3S 6D", "3S 5D", "3S"]
    assert not is_legal(table, "deal")
    with pytest.raises(IllegalMove, match="stock is empty"):
        table.play(as_move(table, "deal"))


def test_in_rows_the_stock_fills_a_space_and_then_runs_may() -> None:
    table = laid(battery("TD", "QD") | {"stock": "#5D #6D"}, ROWS)
    play(table, "tableau/0", "tableau/1")
    assert shown(table, "tableau/0") == "6D"
    table = laid(battery("", "KH 9C 7C", "9C 7C", "8H"), ROWS)
    assert is_legal(table, "tableau/1", "tableau/0", 2)
    assert is_legal(table, "tableau/1", "tableau/0", 1)
    assert is_legal(table, "tableau/2", "tableau/0", 1)
    assert not is_legal(table, "tableau/2", "tableau/0", 2)
    assert not is_legal(table, "tableau/3", "tableau/0", 1)
    with pytest.raises(IllegalMove, match="whole pile does not move into a space"):
        play(table, "tableau/3", "tableau/0")
