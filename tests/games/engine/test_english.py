"""What lines of rules say in English."""

from __future__ import annotations

import pytest

from cadogan_games.engine.english import article
from cadogan_games.engine.groups import Group
from cadogan_games.engine.kinds import foundations, reserve, tableau, waste
from cadogan_games.engine.relations import down_from, same_suit


@pytest.mark.parametrize(
    ("group", "words"),
    [
        (tableau(7, name="column"), "a column"),
        (tableau(4, name="left row"), "a left row"),
        (foundations(same_suit & down_from(13), name="angle"), "an angle"),
        (tableau(9, name="valley"), "the valley"),
        (tableau(8, name="volunteers' row"), "the volunteers' row"),
        (reserve(8, name="Bouquet"), "the Bouquet"),
        (waste(), "the waste"),
    ],
)
def test_a_pile_is_one_of_many_or_lies_in_what_has_one_name(group: Group, words: str) -> None:
    assert article(group) == words
