"""A player's hands as their moves reveal them, at the limits."""

from __future__ import annotations

from math import ceil, floor

from cadogan_games import catalogue
from cadogan_games.hands import quickest
from cadogan_server.rooms.hands import ENOUGH, STRETCH, Hands
from tests.server.core import AIMED, hands

NEEDED = quickest(catalogue.game("klondike"))(AIMED) / 1000
"""Milliseconds that the quickest hands need for a move."""


def test_a_player_without_moves_has_no_pace() -> None:
    unmoved = Hands(catalogue.game("klondike"))
    assert (unmoved.moves, unmoved.last, unmoved.too_fast, unmoved.evenness) == (0, 0, False, None)


def test_moves_a_millisecond_apart_are_even_too() -> None:
    assert hands(*range(5, 6 + ENOUGH)).evenness == 0


def test_a_stretch_is_too_fast_by_a_millisecond_however_late_it_comes() -> None:
    start = 3_600_000
    fast = [start + ceil(number * NEEDED) for number in range(STRETCH)]
    assert not hands(*fast, start + ceil(STRETCH * NEEDED)).too_fast
    assert hands(*fast, start + floor(STRETCH * NEEDED) - 1).too_fast


def test_a_stretch_is_noticed_wherever_it_begins() -> None:
    for before in range(2 * STRETCH + 2):
        slow = [10_000 * (1 + number) for number in range(before)]
        start = 10_000 * (1 + before)
        pace = NEEDED - 1
        assert hands(*slow, *(start + floor(number * pace) for number in range(STRETCH + 1))).too_fast, before
        assert not hands(*slow, *(start + floor(number * pace) for number in range(STRETCH))).too_fast, before
