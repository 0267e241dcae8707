"""A match: games of two players, the score, and the players' standings at the end of a game."""

from __future__ import annotations

from hashlib import sha256

import pytest

from cadogan_games.engine import duel, view
from cadogan_games.engine.duel import Ending
from cadogan_server.rooms.kinds.match import MOST_GAMES, SEATS, Match, seed_of_game
from tests.server.core import BREAK_MS, duel_of
from tests.server.rooms.duels import begun
from tests.server.rooms.kinds.test_duel import now_of


@pytest.mark.parametrize("winner", SEATS)
def test_a_forfeited_game_gives_the_other_player_the_points(winner: int) -> None:
    match = Match(target=100)
    match.begin_game()
    match.end_game(Ending(winner, 7, played_out=False, forfeited=True), 5000)
    assert match.score == ((7, 0) if winner == 0 else (0, 7))
    assert [match.standings[seat].state for seat in (winner, 1 - winner)] == ["finished", "late"]
    assert [match.standings[seat].ended for seat in SEATS] == [5000, 5000]


def test_a_match_is_over_at_its_target() -> None:
    room = begun(target=5)
    room.give_up(0, now_of(room, 10))
    assert (room.state.match, room.state.phase) == ((0, 5), "finished")


def test_a_match_ends_after_so_many_games_also_level() -> None:
    room = begun(target=100)
    duel_of(room).match.games = MOST_GAMES - 1
    room.give_up(0, now_of(room, 10))
    assert room.state.phase == "running"
    room.tick(now_of(room, 10 + BREAK_MS))
    room.give_up(1, now_of(room, 20 + BREAK_MS))
    assert (room.state.phase, duel_of(room).match.games) == ("finished", MOST_GAMES)
    assert room.state.results is not None
    assert [(row.rank, row.won) for row in room.state.results.rows] == [(1, False), (1, False)]


def test_the_games_of_a_match_can_be_made_again_from_the_seed_of_the_first() -> None:
    room = begun(target=100, time_limit=0)
    now = now_of(room)
    for number, suffix in enumerate((b"", b"\x00\x00\x00\x01", b"\x00\x00\x00\x02")):
        seed = sha256(room.state.seed + suffix).digest() if number else room.state.seed
        assert seed_of_game(room.state.seed, number) == seed
        dealt = room.state.game.deal(seed)
        if number % 2:
            duel.swap_sides(dealt)
        assert [view.state(dealt, role)[0] for role in (0, 1, None)] == [
            room.mode.views.board(each).piles for each in (1, 2, 3)
        ]
        room.give_up(0, now + 1000)
        now += 1000 + BREAK_MS
        room.tick(now)
