"""The form of moves on the wire."""

from __future__ import annotations

from typing import Any

import pytest

from cadogan_protocol.moves import MOST_SPOTS, check_move


@pytest.mark.parametrize(
    "move",
    [(0, 1, 1), (999, 0, 52), ("turn",), ("play", 3, (4, 0)), ("discard", *range(MOST_SPOTS))],
)
def test_a_move_of_the_right_form_is_passed_on(move: tuple[Any, ...]) -> None:
    assert check_move(move) == move


def test_a_card_within_a_pile_becomes_a_tuple() -> None:
    assert check_move(("take", [4, 7])) == ("take", (4, 7))


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ((), "not an empty array"),
        ((0, 1), "three whole numbers"),
        ((0, 1, 1000), "three whole numbers"),
        ((0, -1, 1), "three whole numbers"),
        ((0, 1, True), "three whole numbers"),
        ((0, 1, 1.0), "three whole numbers"),
        (("two words",), "begins with its name"),
        (("x" * 25,), "begins with its name"),
        (("play", *range(MOST_SPOTS + 1)), "at most 8 spots, not 9"),
        (("play", "queen"), "a spot is"),
        (("play", (1, 2, 3)), "a spot is"),
        (("play", 1000), "a spot is"),
    ],
)
def test_a_move_of_another_form_is_refused_with_the_right_one(move: tuple[Any, ...], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        check_move(move)
