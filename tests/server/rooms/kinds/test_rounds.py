"""The points of a match in rounds, and the ranks at its end."""

from __future__ import annotations

from cadogan_server.rooms.kinds.rounds import MOST_ROUNDS, Rounds
from cadogan_server.rooms.occupant import Occupant


def rounds(target: int, *points: int) -> Rounds:
    made = Rounds(target, range(len(points)))
    made.add(dict(enumerate(points)))
    made.dealt = 1
    return made


def ranks(match: Rounds, **running: int) -> list[tuple[int, int]]:
    occupants = {seat: Occupant(seat, f"p{seat}", f"Player {seat}") for seat in match.points}
    return [(row.seat, row.rank) for row in match.rows(occupants, {int(k[1:]): v for k, v in running.items()})]


def winners(match: Rounds) -> list[int]:
    occupants = {seat: Occupant(seat, f"p{seat}", f"Player {seat}") for seat in match.points}
    return [row.seat for row in match.rows(occupants, {}) if row.won]


def of_partners(*points: int) -> Rounds:
    match = Rounds(100, range(4), lambda seat: seat % 2)
    match.add(dict(enumerate(points)))
    return match


def test_a_match_goes_on_until_one_player_alone_has_the_target() -> None:
    assert not rounds(100, 99, 3).is_decided
    assert rounds(100, 100, 3).is_decided
    assert not rounds(100, 104, 104, 3).is_decided
    assert rounds(100, 104, 103).is_decided


def test_a_match_of_very_many_rounds_ends_level() -> None:
    match = rounds(100, -5, -5)
    match.dealt = MOST_ROUNDS
    assert match.is_decided
    assert ranks(match) == [(0, 1), (1, 1)]
    assert winners(match) == []


def test_players_are_ranked_by_points_those_who_gave_up_behind_all() -> None:
    match = rounds(100, 10, 90, 30, 30)
    match.standings[1].state = "stood"
    assert ranks(match) == [(2, 1), (3, 1), (0, 3), (1, 4)]
    assert match.playing == [0, 2, 3]


def test_partners_are_one_rank_and_the_other_side_is_second() -> None:
    match = of_partners(16, 4, 16, 4)
    assert ranks(match) == [(0, 1), (2, 1), (1, 2), (3, 2)]
    assert winners(match) == [0, 2]
    match.standings[2].state = "late"
    assert ranks(match) == [(0, 1), (1, 2), (3, 2), (2, 3)]
    assert winners(match) == [0]


def test_nobody_has_won_where_two_share_the_first_rank() -> None:
    assert winners(rounds(100, 9, 9, 3)) == []
    assert winners(rounds(100, 9, 3, 3)) == [0]
    assert winners(of_partners(9, 9, 9, 9)) == []


def test_a_running_round_counts_as_it_stands() -> None:
    assert ranks(rounds(100, 10, 20), s0=11) == [(0, 1), (1, 2)]


def test_the_score_has_a_place_for_each_seat_up_to_the_last() -> None:
    match = Rounds(100, (1, 4))
    match.add({1: 7, 4: -3})
    assert match.score == (0, 7, 0, 0, -3)


def test_a_row_says_who_played_how_many_moves_and_how_long() -> None:
    match = rounds(100, 9, 3)
    match.standings[0].moves, match.standings[0].ended = 12, 5000
    seats = {0: Occupant(0, "p0", "Ann"), 1: Occupant(1, "b", "Bot", bot="easy")}
    rows = match.rows(seats, {})
    assert [(row.name, row.bot, row.moves, row.time) for row in rows] == [
        ("Ann", None, 12, 5000),
        ("Bot", "easy", 0, None),
    ]
