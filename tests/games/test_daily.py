"""The rotation of the deals of the day: suitable games, the same for ever."""

from __future__ import annotations

from datetime import date, timedelta
from hashlib import sha256
from itertools import pairwise

import pytest

from cadogan_games import catalogue
from cadogan_games.daily import ROTATIONS, WELL_KNOWN, contest_of, contests_of
from cadogan_games.report import mean_moves, solvable_share, won_share

FIRST = [(date(2026, 11, 2) + timedelta(days)).isoformat() for days in range(35)]
"""The days of the first rotation, one round of it."""
SECOND = [(date(2026, 12, 7) + timedelta(days)).isoformat() for days in range(28)]
"""The days of the second, half a round of it."""
THIRD = [(date(2027, 1, 4) + timedelta(days)).isoformat() for days in range(112)]
"""Two rounds of the third."""
FOURTH = [(date(2027, 4, 26) + timedelta(days)).isoformat() for days in range(112)]
"""Two rounds of the fourth."""
ALL = FIRST + SECOND + THIRD + FOURTH


@pytest.mark.parametrize(
    ("days", "checksum"),
    [
        (FIRST, "a478bed78f914a44cd5aac148dcc24250a7bccb93592816e75a3156fbcb91826"),
        (SECOND, "aeb7175318d5aabb31f321f677f6ca50d214e17cd74b4cec34d5b8f8b2417278"),
        (THIRD, "608a5ea172f3cdb0fc32f3e8d4bf3d90252132d4d9964944a087ef6285a6b1e4"),
        (FOURTH, "1f793b5d90109998b251a9ead0ff3d423bbad1875602d5258914097072a1ec3e"),
    ],
)
def test_no_day_ever_gets_another_game(days: list[str], checksum: str) -> None:
    """These sums must not be changed: other games need another rotation, for the days to come."""
    played = " ".join(f"{day} {contest.game} {dict(contest.options)}" for day in days for contest in contests_of(day))
    assert sha256(played.encode()).hexdigest() == checksum


def test_every_game_of_a_round_suits() -> None:
    for game in {contests_of(day)[0].game for day in ALL}:
        head = catalogue.head_of(game)
        won, solvable, moves = won_share(game), solvable_share(game), mean_moves(game)
        assert won is not None
        assert moves is not None
        assert 0.05 <= won <= 0.95 or (solvable is not None and solvable >= 0.8) or game in WELL_KNOWN, game
        assert head.kind == "race"
        assert head.race in ("good", "fair"), game
        assert moves < 300, game
        assert "year" not in head.option_values, "the deal would not be the same next year"


def test_the_first_rotation_has_klondike_on_sundays_and_others_once() -> None:
    games = [contests_of(day)[0].game for day in FIRST]
    others = [game for game in games if game != "klondike_draw1"]
    assert len(others) == len(set(others)) == 30
    assert {number % 7 for number, game in enumerate(games) if game == "klondike_draw1"} == {6}
    assert date.fromisoformat(FIRST[6]).isoweekday() == 7


def test_four_days_of_each_week_have_a_well_known_game() -> None:
    for days in (SECOND, THIRD, FOURTH):
        games = [contests_of(day)[0].game for day in days]
        for week in range(0, len(days), 7):
            known = [game for game in games[week : week + 7] if game in WELL_KNOWN]
            assert len(known) == len(set(known)) == 4
            assert games[week + 6] == "klondike_draw1"
            assert date.fromisoformat(days[week + 6]).isoweekday() == 7


@pytest.mark.parametrize("days", [THIRD, FOURTH], ids=["third", "fourth"])
def test_freecell_comes_every_week_and_lesser_known_games_once(days: list[str]) -> None:
    games = [contests_of(day)[0].game for day in days]
    assert games[:56] == games[56:]
    assert all("freecell" in games[week : week + 7] for week in range(0, 56, 7))
    others = [game for game in games[:56] if game not in WELL_KNOWN]
    assert len(others) == len(set(others)) == 24


def test_no_two_days_in_a_row_are_much_alike() -> None:
    games = [contests_of(day)[0].game for day in ALL]
    for one, other in pairwise(games):
        assert (catalogue.head_of(one).variant_of or one) != (catalogue.head_of(other).variant_of or other)


def test_the_duel_of_a_day_is_short_and_without_a_clock() -> None:
    for day in ALL:
        duel = contests_of(day)[1]
        options = catalogue.game(duel.game, duel.options).options
        assert (catalogue.head_of(duel.game).kind, options["move_seconds"], options["riddance"]) == ("duel", 0, 10)


def test_a_day_before_the_rotation_has_games_and_a_non_day_has_none() -> None:
    assert contests_of((ROTATIONS[0].since - timedelta(1)).isoformat())[0].game == "klondike_draw1"
    assert contest_of(FIRST[0], "congress") is not None
    assert contest_of(FIRST[0], "klondike") is None
    with pytest.raises(ValueError, match="day"):
        contests_of("2026-02-30")
