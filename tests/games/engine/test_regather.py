"""Cards gathered from the table and laid anew."""

from __future__ import annotations

import pytest

from cadogan_games.engine.regather import gathered, in_packets, in_rounds, lay_anew
from tests.games.positions import cards, position


def test_packets_are_cut_in_order_and_the_last_may_be_short() -> None:
    assert in_packets([1, 2, 3, 4, 5], 2) == [[1, 2], [3, 4], [5]]
    assert in_packets([], 4) == []


def test_rounds_give_one_card_to_each_pile_in_turn() -> None:
    assert in_rounds([1, 2, 3, 4, 5], 3) == [[1, 4], [2, 5], [3]]
    assert in_rounds([1], 3) == [[1], [], []]


@pytest.mark.parametrize(
    "packets",
    [["2C 3C", "4C", "5C 6C"], ["6C 5C", "", "4C 3C 2C"], ["2C 3C 4C 5C 6C"], ["", "2C 3C 4C 5C 6C"]],
)
def test_cards_are_laid_as_packets(packets: list[str]) -> None:
    table = position("perseverance", {"tableau/0": "2C 3C", "tableau/4": "4C 5C 6C"})
    assert gathered(table, "tableau") == cards("2C 3C 4C 5C 6C")
    lay_anew(table, "tableau", [cards(packet) for packet in packets])
    wanted = [cards(packet) for packet in packets]
    assert table.group("tableau") == wanted + [[]] * (12 - len(wanted))


def test_cards_that_lie_right_already_are_not_reordered() -> None:
    table = position("perseverance", {"tableau/0": "2C 3C", "tableau/4": "4C"})
    lay_anew(table, "tableau", [cards("2C 3C"), cards("4C")])
    assert {event[0] for event in table.log} == {0}
