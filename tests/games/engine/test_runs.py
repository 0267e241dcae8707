"""Whole runs and joins."""

from __future__ import annotations

import pytest

from cadogan_games.engine.runs import ends_with_whole_run, joins
from tests.games.positions import cards, position

RUN = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"


@pytest.mark.parametrize(
    ("pile", "whole"),
    [
        (RUN, True),
        ("#5D " + RUN, True),
        ("AS " + RUN, True),
        (RUN + " KS", False),
        (RUN[3:], False),
        (RUN.replace("5S", "5C"), False),
        (RUN.replace("KS", "#KS"), False),
        ("#" + RUN.replace(" ", " #"), False),
        ("", False),
    ],
)
def test_a_whole_run_lies_face_up_from_king_to_ace_at_the_end(pile: str, whole: bool) -> None:
    assert ends_with_whole_run(cards(pile)) == whole


@pytest.mark.parametrize(
    ("pile", "count"),
    [
        ("9S 8S 7S", 2),
        ("9S 8H 7H", 1),
        ("7S 8S", 0),
        ("#9S 8S 7S", 1),
        ("#9S #8S 7S", 0),
        ("AD KC", 0),
        ("AC KC", 0),
        ("KC", 0),
        ("", 0),
    ],
)
def test_joins_are_cards_on_the_next_higher_of_their_suit_both_face_up(pile: str, count: int) -> None:
    assert joins("tableau")(position("spider_4", {"tableau/3": pile})) == count
