"""The English of rules."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import ALL, KINGS
from cadogan_games.engine.english import article, text_of
from cadogan_games.engine.groups import Group
from cadogan_games.engine.kinds import foundations, reserve, tableau, waste
from cadogan_games.engine.piles import Piles
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import alternate_colour, down, down_from, same_suit


@pytest.mark.parametrize(
    ("group", "words"),
    [
        (tableau(7, name="column"), "a column"),
        (tableau(4, name="left row"), "a left row"),
        (foundations(same_suit & down_from(13), name="angle"), "an angle"),
        (tableau(8, name="river"), "a river"),
        (tableau(9, name="valley"), "a pile of the valley"),
        (tableau(8, name="volunteers' row"), "a pile of the volunteers' row"),
        (reserve(8, name="Bouquet"), "the Bouquet"),
        (waste(), "the waste"),
    ],
)
def test_a_pile_is_one_of_many_or_part_of_a_group_with_one_name(group: Group, words: str) -> None:
    assert article(group) == words


def said(id: str, number: str) -> str:
    """Return the text of the line with this number in part 4 of a game's sheet."""
    game = catalogue.game(id)
    return next(text_of(rule, game.index) for rule in game.moves if rule.numbers == number)


def test_foundations_of_both_directions_share_one_sentence() -> None:
    assert said("babette", "1").endswith("goes home, of the same suit one rank higher or lower")


def test_a_space_is_named_where_more_than_one_group_has_spaces() -> None:
    assert said("zodiac", "3") == "the top card of the waste goes into a space of the Equator, any card"
    assert said("curds_and_whey", "1, 2").endswith("or any K into a space")


def test_a_whole_pile_of_a_group_is_the_whole_of_one() -> None:
    assert said("storehouse", "4").startswith("the whole of a pile of the tableau goes on a pile of the tableau, ")


@pytest.mark.parametrize(
    ("targets", "where"),
    [
        (["cells"], "goes into a space of the cells, any card"),
        (
            ["tableau", "cells"],
            "goes on a column, of the other colour one rank lower, or any K into an empty column or any "
            "card into a space of the cells",
        ),
        (["shelf"], "goes nowhere"),
    ],
    ids=["cells", "columns and cells", "a shelf"],
)
def test_piles_that_take_no_card_on_another_name_only_their_spaces(targets: list[str], where: str) -> None:
    groups = [
        tableau(8, alternate_colour & down, space=KINGS, name="column"),
        reserve(4, "cells", space=ALL, name="cells"),
        reserve(1, "shelf"),
    ]
    assert text_of(top_of("tableau").to(*targets), Piles(groups)) == f"the top card of a column {where}"
