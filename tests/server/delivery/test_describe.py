"""The description of a room is what all messages add up to."""

from __future__ import annotations

from cadogan_protocol.limits import PROVISIONAL_GAMES
from cadogan_server.rooms.opening import open_room
from cadogan_server.rooms.records import RatingChange, Score, SeatRating
from tests.server.core import COUNTDOWN_MS, NOON, all_ready, created
from tests.server.rooms.onlooker import Onlooker


def test_spectators_are_told_of_names_locks_ratings_and_the_series() -> None:
    room = open_room(created()._replace(number=2, score=(Score("p0", "Player 0", "", 1, 1),)))
    for seat in range(2):
        room.sit(f"p{seat}", f"Player {seat}", NOON)
    onlooker = Onlooker(room)
    onlooker.see(1, room.rename, 1, "Olga", NOON)
    onlooker.see(0, room.lock, 0, True, NOON)
    onlooker.see(0, room.lock, 0, False, NOON)
    all_ready(room)
    onlooker.see(None, room.tick, NOON + COUNTDOWN_MS)
    onlooker.see(None, room.end, "empty", NOON + 9000)
    change = RatingChange(1500, 70, PROVISIONAL_GAMES - 1, 12)
    rated = room.scoring.rate((SeatRating(0, change, change._replace(games=PROVISIONAL_GAMES)),), NOON + 9500)
    onlooker.see(None, room.commit, rated)
    onlooker.see(None, room.commit, room.scoring.attempt((0,), NOON + 9500))
    assert room.scoring.attempt((0,), NOON + 9600) is None
    told = {row.seat: row for row in room.scoring.rows}
    assert told[0].rating is not None
    assert told[0].overall is not None
    assert (told[0].rating.provisional, told[0].overall.provisional) == (True, False)
    assert told[1].rating is None
