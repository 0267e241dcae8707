"""Ratings: their parts, how they are kept and shown, and how a game changes them."""

from __future__ import annotations

from itertools import permutations

import pytest
from openskill.models import PlackettLuce

from cadogan_protocol.limits import PROVISIONAL_GAMES
from cadogan_protocol.rooms import Rating
from cadogan_server.store.boards.skill import Skill, after, as_text, estimate, parse

NEW = Skill()
ALL = {"a": 1.0, "b": 1.0, "c": 1.0}
BEFORE = {"a": Skill(30.0, 4.0, 10), "b": Skill(25.0, 8.0, 3), "c": Skill(22.0, 2.0, 99)}


def test_a_rating_begins_at_1500_and_is_shown_as_a_lower_bound() -> None:
    assert (NEW.shown, NEW.uncertainty, NEW.games, NEW.provisional) == (1500, 200, 0, True)
    assert Skill(30.0, 5.0).shown == 1500 + 24 * 15
    assert Skill(25.02, 0.0).shown == 2100
    assert Skill(30.0, 5.0).uncertainty == 120
    assert Skill(30.0, 5.04).uncertainty == 121
    assert [Skill(games=PROVISIONAL_GAMES - less).provisional for less in (1, 0)] == [True, False]


def test_the_likeliest_strength_lies_three_deviations_above_the_rating() -> None:
    assert estimate(None) == 1500 + 24 * 25
    for skill in (NEW, *BEFORE.values()):
        rating = Rating(
            value=skill.shown, uncertainty=skill.uncertainty, games=skill.games, provisional=skill.provisional
        )
        assert estimate(rating) == round(1500 + 24 * skill.mu)


def test_a_rating_is_read_as_it_was_kept() -> None:
    assert parse("") == NEW
    assert parse("30.5 4.25") == Skill(30.5, 4.25, 0), "a rating of an earlier rule"
    assert parse("30.5 4.25 17") == Skill(30.5, 4.25, 17)
    assert as_text(Skill(1.23456, 2.0, 3)) == "1.2346 2.0 3"
    assert parse(as_text(BEFORE["b"])) == BEFORE["b"]


@pytest.mark.parametrize("ranks", [(1, 2, 3), (3, 1, 2), (1, 1, 2)])
def test_a_game_changes_ratings_as_the_published_model_does(ranks: tuple[int, int, int]) -> None:
    model = PlackettLuce()
    teams = [[model.rating(mu=skill.mu, sigma=skill.sigma)] for skill in BEFORE.values()]
    wanted = [(one.mu, one.sigma) for (one,) in model.rate(teams, ranks=list(map(float, ranks)))]
    by_player = dict(zip(BEFORE, ranks, strict=True))
    for order in permutations("abc"):
        new = after(BEFORE, by_player, order, ALL)
        assert [(new[player].mu, new[player].sigma) for player in "abc"] == wanted
        assert [new[player].games for player in "abc"] == [11, 4, 100]


def test_a_share_of_a_game_makes_that_share_of_the_change() -> None:
    ranks = {"a": 2, "b": 1, "c": 3}
    full = after(BEFORE, ranks, "abc", ALL)
    some = after(BEFORE, ranks, "abc", {"a": 0.25, "b": 1.0, "c": 0.0})
    assert some["a"].mu == pytest.approx(BEFORE["a"].mu + 0.25 * (full["a"].mu - BEFORE["a"].mu))
    assert some["a"].sigma == pytest.approx(BEFORE["a"].sigma + 0.25 * (full["a"].sigma - BEFORE["a"].sigma))
    assert some["a"].games == 11
    assert some["b"] == full["b"]
    assert some["c"] == BEFORE["c"], "no game is counted"
