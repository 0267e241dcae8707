"""A wait for a game is taken apart by the moments of the arena's log: out, paired, open, called."""

from __future__ import annotations

from cadogan_server.bench.waits import PARTS, Wait, middle, taken_apart
from cadogan_server.tournaments.records import Paired, Record, RoomOpened

LOG: list[Record] = [
    Paired(13_000, 0, ((7, ("ann", "bob"), "n1"), (8, ("cat", "dan"), "n1"))),
    RoomOpened(13_500, 7, "ROOM7"),
    RoomOpened(14_250, 8, "ROOM8"),
]


def test_each_part_ends_where_the_next_one_begins() -> None:
    wait = Wait(since=10.0, out=11.0, called=14.0, room="ROOM7")
    assert taken_apart([wait], LOG) == [(1.0, 2.0, 0.5, 0.5)]
    assert len(PARTS) == 4
    assert sum(taken_apart([wait], LOG)[0]) == wait.seconds == 4.0


def test_each_room_has_the_moments_of_its_own_pairing() -> None:
    later = Paired(20_000, 0, ((9, ("eve", "fay"), "n1"),))
    waits = [Wait(10.0, 10.0, 15.0, "ROOM8"), Wait(19.0, 19.0, 22.0, "ROOM9")]
    assert taken_apart(waits, [*LOG, later, RoomOpened(21_000, 9, "ROOM9")]) == [
        (0.0, 3.0, 1.25, 0.75),
        (0.0, 1.0, 1.0, 1.0),
    ]


def test_a_part_that_was_over_before_the_one_ahead_takes_no_time() -> None:
    """A player who left the last room after the pairing waited for the leaving, not for the pairing."""
    wait = Wait(since=10.0, out=13.25, called=14.0, room="ROOM7")
    assert taken_apart([wait], LOG) == [(3.25, 0.0, 0.25, 0.5)]


def test_a_wait_for_a_room_that_the_log_does_not_name_is_left_out() -> None:
    known = Wait(10.0, 11.0, 14.0, "ROOM7")
    assert taken_apart([Wait(10.0, 11.0, 14.0, "ELSEWHERE"), known], LOG) == taken_apart([known], LOG)


def test_the_middle_is_the_median_of_each_part_in_hundredths() -> None:
    assert middle([(1.0, 0.0), (9.0, 0.333), (2.0, 0.336)]) == [2.0, 0.33]
    assert middle([(1.0, 2.0), (2.0, 5.0)]) == [1.5, 3.5]
    assert middle([]) == []
