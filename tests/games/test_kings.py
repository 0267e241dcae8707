"""The Checks of sheets/kings.md."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.engine.deals import Dealer
from cadogan_games.engine.table import Table
from cadogan_games.games.kings import columns_left_and_right
from tests.games.positions import SEED, cards, counts, is_legal, position, shown

LINES = {f"foundations/{i}": f"A{s}" for i, s in enumerate("CCDDHHSS")}


def dealt(pack: str, homes: dict[str, str] | None = None) -> Table:
    """Return a table after the deal of only these cards."""
    table = position("kings", LINES | (homes or {}))
    dealer = Dealer(table)
    dealer.pack = cards(pack)
    columns_left_and_right(dealer)
    return table


def test_counts_after_the_deal() -> None:
    for number in range(20):
        table = catalogue.game("kings").deal(bytes([number]) * 32)
        played = table.progress - 8
        rows = counts(table)["left"] + counts(table)["right"]
        assert 0 < played < 40
        assert sum(rows) == 96 - played
        assert [shown(table, f"foundations/{i}")[:2] for i in range(8)] == "AC AC AD AD AH AH AS AS".split()


def test_the_deal_plays_cards_as_they_turn_up_for_their_line() -> None:
    table = dealt("5C 2D 3S 9H KC")
    assert shown(table, "left/0") == "5C"
    assert shown(table, "foundations/2") == "AD 2D 3S"
    assert shown(table, "left/1") == "9H"
    assert shown(table, "left/2") == "KC"
    assert counts(table)["right"] == [0] * 4


def test_columns_go_left_and_right_by_turns() -> None:
    table = dealt("5C 6C 7C 8C 9D TD JD QD 5H 6H")
    assert [shown(table, f"left/{i}") for i in range(4)] == ["5C 5H", "6C 6H", "7C", "8C"]
    assert [shown(table, f"right/{i}") for i in range(4)] == ["9D", "TD", "JD", "QD"]


def test_in_the_deal_other_lines_do_not_count() -> None:
    table = dealt("5C 6C 2D", {"foundations/4": "AH 2S 3S 4S", "foundations/5": "AH 2D 3C"})
    assert shown(table, "left/2") == "2D"


def test_a_card_laid_is_not_looked_at_again() -> None:
    table = dealt("3C 9H 9D 9S JC JD JH JS 2C 8H 8D 8S")
    assert shown(table, "foundations/0") == "AC 2C"
    assert shown(table, "left/0") == "3C 8H"


def test_after_the_deal_any_foundation_takes_the_next_rank() -> None:
    table = position("kings", LINES | {"foundations/7": "AS 2D 3C 4H 5C", "left/0": "TC 6H"})
    assert is_legal(table, "left/0", "foundations/7")
    assert not is_legal(table, "left/0", "foundations/0")


def test_rows_build_both_ways() -> None:
    table = position("kings", LINES | {"right/1": "9D", "left/3": "TD"})
    assert is_legal(table, "right/1", "left/3")
    assert is_legal(table, "left/3", "right/1")


def test_no_wrapping_and_no_steps_of_two() -> None:
    table = position("kings", {"left/0": "2C", "left/1": "KD", "right/0": "JH", "right/1": "9H", "right/2": "AC"})
    assert not is_legal(table, "left/0", "left/1")
    assert not is_legal(table, "left/1", "left/0")
    assert not is_legal(table, "right/0", "right/1")
    assert not is_legal(table, "right/1", "right/0")
    assert not is_legal(table, "left/1", "right/2")


def test_only_the_outermost_card_moves() -> None:
    table = position("kings", {"left/2": "KC 7S 4C", "left/0": "8H"})
    assert not is_legal(table, "left/2", "left/0", 1)
    assert not is_legal(table, "left/2", "left/0", 2)


def test_a_lane_takes_any_card_but_no_sequence() -> None:
    table = position("kings", {"left/2": "9S 8H 7S", "right/3": "4D"})
    assert is_legal(table, "left/2", "right/0")
    assert is_legal(table, "right/3", "right/0")
    assert not is_legal(table, "left/2", "right/0", 3)


def test_the_same_seed_deals_the_same() -> None:
    assert catalogue.game("kings").deal(SEED).piles == catalogue.game("kings").deal(SEED).piles
