"""The Checks of sheets/scorpion.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN, name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown

RUNS = {s: " ".join(f"{r}{s}" for r in "KQJT98765432A") for s in "CDHS"}


@pytest.mark.parametrize(("id", "covered"), [("scorpion", 4), ("scorpion_2", 3)])
def test_counts_and_order_of_the_deal(id: str, covered: int) -> None:
    table = catalogue.game(id).deal(SEED)
    assert counts(table) == {"tableau": [7] * 7, "stock": [3], "foundations": [0] * 4}
    assert [[i for i, card in enumerate(pile) if card >= DOWN] for pile in table.group("tableau")] == [
        [0, 1, 2]
    ] * covered + [[]] * (7 - covered)
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "tableau/6").split() == [pack[7 * row + 6] for row in range(7)]
    assert shown(table, "stock").split()[-1] == f"#{pack[49]}"


def test_1_a_card_takes_along_all_that_lies_on_it() -> None:
    table = position("scorpion", {"tableau/4": "2D JC 4D 9S KH", "tableau/5": "QC"})
    play(table, "tableau/4", "tableau/5", 4)
    assert shown(table, "tableau/5") == "QC JC 4D 9S KH"


@pytest.mark.parametrize(("card", "target"), [("JC", "QS"), ("TC", "QC")])
def test_2_suit_and_rank_must_fit(card: str, target: str) -> None:
    assert not is_legal(position("scorpion", {"tableau/0": card, "tableau/1": target}), "tableau/0", "tableau/1")


def test_3_nothing_goes_on_an_ace() -> None:
    table = position("scorpion", {"tableau/0": "4C AH", "tableau/1": "KH", "tableau/2": "2H", "tableau/3": "KS"})
    assert not [move for move in table.moves() if move[1] == table.game.first["tableau"]]


def test_4_no_card_goes_on_one_that_moves_with_it() -> None:
    table = position("scorpion", {"tableau/1": "7D 3S 8D", "tableau/2": "8D"})
    assert not is_legal(table, "tableau/1", "tableau/1", 3)
    assert is_legal(table, "tableau/1", "tableau/2", 3)


def test_5_a_space_is_for_kings_with_their_load() -> None:
    table = position("scorpion", {"tableau/0": "3C 9D KS 4H 2D 7C JH", "tableau/1": "5H QS"})
    assert is_legal(table, "tableau/0", "tableau/2", 5)
    assert not is_legal(table, "tableau/1", "tableau/2", 1)
    assert is_legal(position("scorpion", {"tableau/0": "KS 4H"}), "tableau/0", "tableau/2", 2)


def test_6_a_covered_card_that_comes_last_is_turned_up() -> None:
    table = position("scorpion", {"tableau/0": "#2C #3D #4H 8C 5S", "tableau/1": "9C"})
    play(table, "tableau/0", "tableau/1", 2)
    assert shown(table, "tableau/0") == "#2C #3D 4H"


def test_7_the_tail_goes_on_the_first_three_columns_once() -> None:
    table = position("scorpion", {"tableau/0": "5H", "tableau/2": "9C", "tableau/3": "JD", "stock": "#4C #3C #2C"})
    play(table, "deal")
    assert [shown(table, f"tableau/{i}") for i in range(4)] == ["5H 2C", "3C", "9C 4C", "JD"]
    with pytest.raises(IllegalMove, match="the stock is empty"):
        table.play(("deal",))


def test_8_covered_cards_neither_move_nor_take_any() -> None:
    table = position("scorpion", {"tableau/0": "#8C 5S", "tableau/1": "9C", "tableau/2": "#6S", "tableau/3": "2D"})
    assert not is_legal(table, "tableau/0", "tableau/1", 2)
    assert not is_legal(table, "tableau/0", "tableau/2", 1)
    with pytest.raises(IllegalMove, match="Only cards that lie face up"):
        table.play(as_move(table, "tableau/0", "tableau/1", 2))


def test_a_complete_run_goes_home_by_itself() -> None:
    table = position("scorpion", {"tableau/0": "#4C " + RUNS["H"][:-3], "tableau/1": "3D AH"})
    play(table, "tableau/1", "tableau/0")
    assert shown(table, "tableau/0") == "4C"
    assert shown(table, "foundations/0") == RUNS["H"]
    assert table.progress == 13


def test_with_the_option_runs_stay_and_four_columns_win() -> None:
    piles = {
        "tableau/0": RUNS["C"],
        "tableau/1": RUNS["D"],
        "tableau/2": RUNS["H"] + " AS",
        "tableau/3": RUNS["S"][:-3],
    }
    table = position("scorpion", piles, options={"keep_runs": True})
    assert (table.won, table.progress) == (False, 47)
    play(table, "tableau/2", "tableau/3")
    assert shown(table, "tableau/0") == RUNS["C"]
    assert table.won
    assert table.progress == 52
