"""The length of a room's play, and what all are told of its end and its ratings."""

from __future__ import annotations

from cadogan_protocol.limits import PROVISIONAL_GAMES
from cadogan_server.rooms.records import RatingChange, SeatRating
from tests.server.core import NOON, started, told


def test_a_room_lasted_from_its_start_to_its_end() -> None:
    room = started()
    assert room.state.starts is not None
    room.end("empty", room.state.starts + 1234)
    assert room.state.lasted == 1234


def test_a_room_whose_clock_was_put_back_lasted_no_time() -> None:
    room = started()
    assert room.state.starts is not None
    room.end("empty", room.state.starts - 5000)
    assert room.state.lasted == 0


def test_the_end_of_a_race_changes_its_series_if_it_belongs_to_one() -> None:
    for rules, more in (({}, set()), ({"races": 3}, {"races"})):
        room = started(**rules)  # type: ignore[arg-type]
        room.take_outcome()
        room.end("empty", NOON + 9000)
        fields = told(room)
        assert fields >= {"phase", "results"}
        assert fields & {"races"} == more


def test_a_rating_is_provisional_before_enough_games() -> None:
    room = started(players=2)
    room.end("empty", NOON + 9000)
    few, enough = (RatingChange(1500, 70, games, 12) for games in (PROVISIONAL_GAMES - 1, PROVISIONAL_GAMES))
    room.commit(room.scoring.rate((SeatRating(0, few, enough),), NOON + 9500))
    (found,) = [row for row in room.scoring.rows if row.rating and row.overall]
    assert found.rating
    assert found.overall
    assert (found.rating.provisional, found.overall.provisional) == (True, False)
