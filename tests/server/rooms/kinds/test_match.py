"""A match: games of two players, the score, and how each stands at the end of a game."""

from __future__ import annotations

import pytest

from cadogan_games.engine.duel import Ending
from cadogan_server.rooms.kinds.match import SEATS, Match


@pytest.mark.parametrize("winner", SEATS)
def test_who_forfeits_a_game_was_late_and_the_other_gets_the_points(winner: int) -> None:
    match = Match(target=100)
    match.begin_game()
    match.end_game(Ending(winner, 7, played_out=False, forfeited=True), 5000)
    assert match.score == ((7, 0) if winner == 0 else (0, 7))
    assert [match.standings[seat].state for seat in (winner, 1 - winner)] == ["finished", "late"]
    assert [match.standings[seat].ended for seat in SEATS] == [5000, 5000]
