"""The rotation of the deals of the day: of games that suit, and the same for ever."""

from __future__ import annotations

from datetime import date, timedelta
from hashlib import sha256
from itertools import pairwise

import pytest

from cadogan_games import catalogue
from cadogan_games.daily import ROTATIONS, contest_of, contests_of
from cadogan_games.report import mean_moves, solvable_share, won_share

ROUND = [(date(2026, 11, 2) + timedelta(days)).isoformat() for days in range(70)]


def test_no_day_ever_gets_another_game() -> None:
    """This sum must not be changed: who wants other games adds a rotation for the days to come."""
    played = " ".join(f"{day} {contest.game} {dict(contest.options)}" for day in ROUND for contest in contests_of(day))
    assert sha256(played.encode()).hexdigest() == "2cac6424b777cece89dfb3be52fd8fbd80a4d2239f66001e5bd17ef6b6822a56"


def test_every_game_of_a_round_suits() -> None:
    for game in {contests_of(day)[0].game for day in ROUND}:
        head = catalogue.head_of(game)
        won, solvable, moves = won_share(game), solvable_share(game), mean_moves(game)
        assert won is not None
        assert moves is not None
        assert 0.05 <= won <= 0.95 or (solvable is not None and solvable >= 0.8), game
        assert head.kind == "race"
        assert head.race in ("good", "fair"), game
        assert moves < 300, game
        assert "year" not in head.option_values, "the deal would not be the same next year"


def test_klondike_is_on_sundays_and_every_other_game_once_in_five_weeks() -> None:
    games = [contests_of(day)[0].game for day in ROUND]
    assert games[:35] == games[35:]
    others = [game for game in games[:35] if game != "klondike_draw1"]
    assert len(others) == len(set(others)) == 30
    assert {number % 7 for number, game in enumerate(games) if game == "klondike_draw1"} == {6}
    assert date.fromisoformat(ROUND[6]).isoweekday() == 7


def test_no_two_days_in_a_row_are_much_alike() -> None:
    games = [contests_of(day)[0].game for day in ROUND]
    for one, other in pairwise(games):
        assert (catalogue.head_of(one).variant_of or one) != (catalogue.head_of(other).variant_of or other)


def test_the_duel_of_a_day_is_short_and_without_a_clock() -> None:
    for day in ROUND:
        duel = contests_of(day)[1]
        options = catalogue.game(duel.game, duel.options).options
        assert (catalogue.head_of(duel.game).kind, options["move_seconds"], options["riddance"]) == ("duel", 0, 10)


def test_a_day_of_before_the_rotation_has_games_too_and_what_is_no_day_has_none() -> None:
    assert contests_of((ROTATIONS[0].since - timedelta(1)).isoformat())[0].game == "klondike_draw1"
    assert contest_of(ROUND[0], "congress") is not None
    assert contest_of(ROUND[0], "klondike") is None
    with pytest.raises(ValueError, match="day"):
        contests_of("2026-02-30")
