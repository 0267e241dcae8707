"""The Checks of sheets/mrs_mop.md."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN, name
from cadogan_games.engine.shuffle import shuffled
from tests.games.positions import SEED, counts, is_legal, play, position, shown


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("mrs_mop").deal(SEED)
    assert counts(table) == {"tableau": [8] * 13, "foundations": [0] * 8}
    assert all(card < DOWN for pile in table.piles for card in pile)
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "tableau/0").split()[:2] == [pack[0], pack[13]]


def test_1_a_run_moves_as_a_unit_only_in_suit() -> None:
    table = position("mrs_mop", {"tableau/0": "2C JC TC", "tableau/1": "QH", "tableau/2": "JC TS"})
    assert is_legal(table, "tableau/0", "tableau/1", 2)
    assert not is_legal(table, "tableau/2", "tableau/1", 2)


def test_2_a_card_of_another_suit_makes_no_join() -> None:
    table = position("mrs_mop", {"tableau/0": "2C TS", "tableau/1": "JC"})
    before = table.progress
    play(table, "tableau/0", "tableau/1")
    assert table.progress == before


def test_3_a_join_counts_one_unless_another_is_broken() -> None:
    table = position("mrs_mop", {"tableau/0": "2C TS", "tableau/1": "JS", "tableau/2": "JS"})
    before = table.progress
    play(table, "tableau/0", "tableau/1")
    assert table.progress == before + 1
    play(table, "tableau/1", "tableau/2")
    assert table.progress == before + 1


def test_4_a_card_in_the_middle_stays() -> None:
    table = position("mrs_mop", {"tableau/0": "JC 3H TC", "tableau/1": "QH"})
    assert not is_legal(table, "tableau/0", "tableau/1", 3)
    assert not is_legal(table, "tableau/0", "tableau/1", 1)


def test_5_a_space_takes_one_run() -> None:
    table = position("mrs_mop", {"tableau/0": "9D 8D 7S 6S", "tableau/1": "KH"})
    assert is_legal(table, "tableau/0", "tableau/2", 2)
    assert is_legal(table, "tableau/0", "tableau/2", 1)
    assert not is_legal(table, "tableau/0", "tableau/2", 4)


def test_6_nothing_goes_on_an_ace() -> None:
    table = position("mrs_mop", {"tableau/0": "KD", "tableau/1": "AC", "tableau/2": "2H"})
    assert not is_legal(table, "tableau/0", "tableau/1")
    assert not is_legal(table, "tableau/2", "tableau/1")


def test_the_last_run_wins() -> None:
    run = "KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD"
    table = position(
        "mrs_mop", {f"foundations/{i}": run for i in range(7)} | {"tableau/0": run[:-3], "tableau/5": "AD"}
    )
    play(table, "tableau/5", "tableau/0")
    assert shown(table, "foundations/7") == run
    assert table.won
