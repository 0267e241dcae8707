"""How far a card is from the centre."""

from __future__ import annotations

import pytest

from cadogan_client.bots.malice.sight import WILD
from cadogan_client.bots.malice.way import KNOWN, SPENT, THEIR_LUCK, Way
from cadogan_games import catalogue
from tests.client.bots.malice.test_fair import sight

WAY = Way(sight(catalogue.game("spite_and_malice").deal(bytes(32))))


def to(
    card: int, heights: list[int], hand: list[int], piles: list[list[int]] | None = None, drawn: int = 0
) -> tuple[float, float]:
    return WAY.to(card, heights, hand, piles or [], drawn, THEIR_LUCK)


def test_a_card_that_fits_or_is_wild_lacks_nothing() -> None:
    assert to(6, [0, 5], []) == to(WILD, [0], []) == (1.0, 0.0)


def test_cards_in_hand_and_on_discard_piles_lead_to_a_card() -> None:
    assert to(6, [3], [5], [[9, 4]]) == pytest.approx((KNOWN * KNOWN, 0.0))
    assert to(6, [3], [5], [[4, 9]])[1] == 1.0, "the four is covered"


def test_a_wild_card_stands_for_a_missing_one_at_a_price() -> None:
    assert to(6, [4], [WILD]) == pytest.approx((SPENT, 0.5))


def test_more_cards_to_draw_make_a_missing_one_likelier() -> None:
    few, many = (to(6, [4], [], drawn=drawn) for drawn in (2, 5))
    assert THEIR_LUCK < few[0] < many[0] < 1.0
    assert few[1] == many[1] == 1.0
    assert to(6, [4], [])[0] == pytest.approx(THEIR_LUCK)


def test_a_card_that_lacks_many_is_out_of_reach() -> None:
    chance, missing = to(12, [1], [], drawn=5)
    assert chance == 0.0
    assert missing > 4


def test_the_way_goes_over_a_complete_pile() -> None:
    assert to(1, [12], [13]) == pytest.approx((KNOWN, 0.0))
