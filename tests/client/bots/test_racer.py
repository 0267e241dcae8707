"""The levels' idea of a race: a better one gets further."""

from __future__ import annotations

from random import Random

import pytest

from cadogan_client.bots import POLICIES
from cadogan_client.bots.easy import Easy
from cadogan_client.bots.good import Good
from cadogan_games import catalogue
from tests.client.bots.test_policy import play
from tests.client.tables import deal, mirror


@pytest.mark.parametrize("level", list(POLICIES))
def test_the_same_chances_make_the_same_moves(level: str) -> None:
    assert play("klondike", POLICIES[level], 5) == play("klondike", POLICIES[level], 5)


@pytest.mark.parametrize("game", ["klondike_draw1", "la_belle_lucie", "sultan", "carpet"])
def test_good_gets_further_than_easy(game: str) -> None:
    good = sum(play(game, Good, number)[0] for number in range(12))
    easy = sum(play(game, Easy, number)[0] for number in range(12))
    assert good > easy


@pytest.mark.parametrize(("game", "share"), [("klondike_draw1", 0.2), ("sultan", 0.2), ("house_on_the_hill", 0.1)])
def test_good_wins_a_fair_share(game: str, share: float) -> None:
    most = catalogue.game(game, {}).progress_max
    won = sum(play(game, Good, number)[0] == most for number in range(30))
    assert won >= share * 30


def test_no_policy_moves_where_nothing_is_legal() -> None:
    seen = mirror(deal("klondike"))
    for policy in POLICIES.values():
        assert policy(Random(0)).choose(seen, ()) is None
