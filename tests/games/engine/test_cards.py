"""Cards as small ints, their names, and sets of them."""

from __future__ import annotations

import pytest

from cadogan_games.engine import cards
from cadogan_games.engine.cards import DOWN, JOKER


def test_names_are_the_inverse_of_parse() -> None:
    for card in [*range(53), *(c + DOWN for c in range(53))]:
        assert cards.parse(cards.name(card)) == card


def test_standard_order_is_by_suit_and_rank_with_jokers_last() -> None:
    order = cards.standard_order(2, jokers=3)
    assert [cards.name(c) for c in order[:4]] == ["AC", "AC", "2C", "2C"]
    assert [cards.name(c) for c in order[24:28]] == ["KC", "KC", "AD", "AD"]
    assert order[-3:] == [JOKER] * 3
    assert len(order) == 107


@pytest.mark.parametrize("text", ["", "1C", "AX", "C", "ACC", "#", "ac", "11D"])
def test_a_text_that_is_no_card_is_named_in_the_error(text: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        cards.parse(text)


def test_ten_may_be_written_with_two_digits() -> None:
    assert cards.parse("10D") == cards.parse("TD")


def test_a_joker_has_no_rank_and_is_in_no_set_of_ranks() -> None:
    assert cards.rank_of(JOKER) == cards.rank_of(JOKER + DOWN) == 0
    assert not cards.ALL >> JOKER & 1


def test_spoken_names_of_cards_have_suit_signs() -> None:
    assert [cards.spoken(cards.parse(c)) for c in ("TD", "7C", "JK", "#QS")] == ["10♦", "7♣", "joker", "Q♠"]


def test_sets_of_cards_have_the_cards_of_their_names() -> None:
    assert [cards.name(c) for c in cards.members(cards.ACES)] == ["AC", "AD", "AH", "AS"]
    assert cards.RED | cards.BLACK == cards.ALL
    assert not cards.RED & cards.BLACK
