"""The three levels of bots play like people of three strengths: sensibly, in this order, and at a person's pace."""

from __future__ import annotations

import pytest

from cadogan_client.bots import POLICIES, Policy, Tempo
from cadogan_client.bots.easy import Easy
from cadogan_client.bots.fair import Fair
from cadogan_client.bots.good import Good
from cadogan_client.bots.levels import LIKE
from cadogan_games import catalogue
from cadogan_games.levels import Score, played
from cadogan_games.players import played_by
from cadogan_games.simulate import Policy as Player
from cadogan_games.simulate import at_random, seeds
from tests.examples import only_thorough

MOST_MOVES = 2000
LEVELS = (Easy, Fair, Good)


def scores(id: str, policy: type[Policy] | None, deals: int) -> Score:
    """Return the results of a level, or of random play, on the first deals of a game, also by the clock."""
    game, total = catalogue.game(id), Score()
    tempo = policy.tempo if policy else Tempo(2)
    for seed in seeds(b"levels", deals):
        player: Player = played_by(policy, seed) if policy else at_random(seed)
        total = total.plus(played(game, seed, player, tempo.seconds, MOST_MOVES))
    return total


@pytest.mark.parametrize("id", ["fish_bone", "red_and_black", *only_thorough("square", "sultan")])
def test_levels_are_in_order_in_games_of_choice(id: str) -> None:
    """After three minutes, and at the end too; in Red and Black a beginner with time to spare gets as far as a casual player."""
    easy, fair, good = (scores(id, level, 10) for level in LEVELS)
    assert easy.after_3 < fair.after_3 < good.after_3
    assert max(easy.progress, fair.progress) < good.progress
    assert easy.progress < fair.progress or id == "red_and_black"


@pytest.mark.parametrize(
    "id", ["fish_bone", "klondike_draw1", *only_thorough("blockade_modern", "house_on_the_hill", "la_belle_lucie")]
)
def test_easy_plays_far_better_than_chance(id: str) -> None:
    assert scores(id, Easy, 10).progress > 1.25 * scores(id, None, 10).progress


@pytest.mark.parametrize("id", ["carpet", "klondike_draw3", "la_nivernaise", "napoleons_square", "spiderette"])
def test_no_level_is_stuck_at_nothing(id: str) -> None:
    """`reports/levels.md` shows it for all races. In these the easy bot used to bring next to nothing home."""
    for level in LEVELS:
        score = scores(id, level, 3)
        assert score.after_5 > 0


def test_a_person_plays_as_fast_as_the_bots_do() -> None:
    """A deal of Klondike takes people two to ten minutes."""
    easy, fair, good = (scores("klondike_draw1", level, 10).seconds / 10 / 60 for level in LEVELS)
    assert 1.5 < good < fair < easy < 15


def test_a_choice_takes_longer_among_more_moves() -> None:
    for level in LEVELS:
        assert level.tempo.seconds(1) < level.tempo.seconds(5) < level.tempo.seconds(50)
    assert all(Easy.tempo.seconds(n) > Fair.tempo.seconds(n) > Good.tempo.seconds(n) for n in range(100))
    assert Tempo(2.5).seconds(1) == Tempo(2.5).seconds(50) == 2.5


def test_every_level_names_the_kind_of_player_it_resembles() -> None:
    assert list(LIKE) == list(POLICIES)
