"""The second player of a room for two never looks like the first, and its rules are those of rated games."""

from __future__ import annotations

import pytest

from cadogan_protocol.limits import MAX_NAME
from cadogan_server.hosting.matching.for_two import name_beside, rules_for_two, sit_beside
from cadogan_server.rooms.alike import same_name
from tests.server.core import NOON, race
from tests.server.hosting.stage import Stage


@pytest.mark.parametrize(
    ("name", "other", "shown"), [("Bob", "Ann", "Bob"), ("Ann", "Ann", "Ann 2"), ("ann", "Ann", "ann 2")]
)
def test_a_name_like_the_other_gets_a_number(name: str, other: str, shown: str) -> None:
    assert name_beside(name, other) == shown


def test_a_numbered_name_is_no_longer_than_any() -> None:
    long = "x" * MAX_NAME
    assert len(name_beside(long, long)) <= MAX_NAME
    assert not same_name(name_beside(long, long), long)


def test_the_second_player_sits_under_a_name_of_its_own() -> None:
    stage = Stage(race(players=1, seats=2))
    sit_beside(stage.hub, 0, "olga", "player 0", NOON, "", ("mark",))
    second = stage.room.state.occupants[1]
    assert (second.player, second.name, second.origin) == ("olga", "player 0 2", ("mark",))


@pytest.mark.parametrize(("game", "deal"), [("spite_and_malice", "fresh"), ("freecell", "winnable")])
def test_the_rules_are_those_of_rated_games(game: str, deal: str) -> None:
    rules = rules_for_two(game, matched=True)
    assert (rules.deal, rules.undo, rules.seats, rules.matched, rules.rated) == (deal, "covered", 2, True, True)
