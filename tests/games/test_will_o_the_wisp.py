"""The Checks of sheets/will_o_the_wisp.md."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN, name
from cadogan_games.engine.shuffle import shuffled
from tests.games.positions import SEED, counts, is_legal, play, position, shown


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("will_o_the_wisp").deal(SEED)
    assert counts(table) == {"tableau": [3] * 7, "stock": [31], "foundations": [0] * 4}
    assert [[card >= DOWN for card in pile] for pile in table.group("tableau")] == [[True, True, False]] * 7
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "tableau/2") == f"#{pack[2]} #{pack[9]} {pack[16]}"
    assert shown(table, "stock").split()[-1] == f"#{pack[21]}"


def test_1_a_card_goes_and_the_one_beneath_is_turned_up() -> None:
    table = position("will_o_the_wisp", {"tableau/0": "#2C #3C 9S", "tableau/1": "#4D #5D 8H"})
    play(table, "tableau/1", "tableau/0")
    assert shown(table, "tableau/0") == "#2C #3C 9S 8H"
    assert shown(table, "tableau/1") == "#4D 5D"


def test_2_units_are_of_one_suit() -> None:
    table = position("will_o_the_wisp", {"tableau/0": "8H 7H", "tableau/1": "8H 7C", "tableau/2": "9C"})
    assert is_legal(table, "tableau/0", "tableau/2", 2)
    assert not is_legal(table, "tableau/1", "tableau/2", 2)


def test_3_a_space_must_be_filled_before_a_row() -> None:
    piles = {f"tableau/{i}": "#9C #JD 4D" for i in range(6)} | {"tableau/5": "6S 5S", "stock": "#5C #6H"}
    table = position("will_o_the_wisp", piles)
    assert not is_legal(table, "deal")
    assert is_legal(table, "tableau/5", "tableau/6", 2)
    play(table, "tableau/5", "tableau/6", 1)
    assert is_legal(table, "deal")


def test_4_the_fifth_row_has_three_cards() -> None:
    table = catalogue.game("will_o_the_wisp").deal(SEED)
    for left in (24, 17, 10, 3):
        play(table, "deal")
        assert counts(table)["stock"] == [left]
    play(table, "deal")
    assert counts(table)["tableau"] == [8, 8, 8, 7, 7, 7, 7]
    assert not is_legal(table, "deal")


def test_5_nothing_goes_on_an_ace() -> None:
    table = position("will_o_the_wisp", {"tableau/0": "AD", "tableau/1": "KD", "tableau/2": "2D"})
    assert not is_legal(table, "tableau/1", "tableau/0")
    assert not is_legal(table, "tableau/2", "tableau/0")


def test_6_a_complete_run_goes_home_at_once() -> None:
    run = "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C"
    table = position("will_o_the_wisp", {"tableau/3": f"#5H {run}", "tableau/0": "#2S AC"})
    play(table, "tableau/0", "tableau/3")
    assert shown(table, "foundations/0") == f"{run} AC"
    assert shown(table, "tableau/3") == "5H"
    assert shown(table, "tableau/0") == "2S"
    assert table.progress == 13
