"""The ranks of a game that is over."""

from __future__ import annotations

from cadogan_server.rooms.kinds.ranking import Merit, ranked


def test_ranks_go_by_winning_then_progress_then_time_and_may_be_equal() -> None:
    merits = [
        Merit(0, False, 10, 0, 500),
        Merit(1, True, 52, 0, 900),
        Merit(2, False, 12, 0, 800),
        Merit(3, True, 52, 0, 700),
        Merit(4, False, 10, 0, 500),
        Merit(5, False, 10, 0, 400),
        Merit(6, False, 9, 0, 100),
    ]
    assert [(rank, merit.seat) for rank, merit in ranked(merits)] == [
        (1, 3), (2, 1), (3, 2), (4, 5), (5, 0), (5, 4), (7, 6),
    ]  # fmt: skip


def test_nobody_has_reached_nothing_sooner_than_another() -> None:
    merits = [Merit(0, False, 0, 0, 900), Merit(1, False, 0, 0, 0), Merit(2, False, 0, 1, 0)]
    assert [(rank, merit.seat) for rank, merit in ranked(merits)] == [(1, 0), (1, 1), (3, 2)]


def test_in_games_with_a_penalty_fewer_come_first_also_among_winners() -> None:
    merits = [
        Merit(0, True, 8, 5, 100),
        Merit(1, True, 8, 4, 900),
        Merit(2, False, 3, 2, 50),
        Merit(3, False, 3, 1, 60),
    ]
    assert [merit.seat for _, merit in ranked(merits)] == [1, 0, 3, 2]
