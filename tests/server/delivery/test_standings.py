"""The standings of racers that others are sent."""

from __future__ import annotations

from cadogan_protocol.codec import Format, decode_server
from cadogan_protocol.messages import Progress
from cadogan_protocol.streams import BOARDS, OTHERS
from cadogan_server.delivery.frame import payload
from cadogan_server.delivery.standings import Standings
from cadogan_server.rooms.room import Room
from tests.server.core import moves, race, started
from tests.server.delivery.test_listeners import Sink, subscribed
from tests.server.hosting.stage import FakeJournal


def of(room: Room, seats: int = 0) -> tuple[Standings, FakeJournal, list[Sink]]:
    """Return the standings of a room. The players on its first seats are present as rivals."""
    listeners, viewers, sinks = subscribed(*[Format.MSGPACK] * seats)
    journal = FakeJournal()
    standings = Standings(room, dict(enumerate(viewers)), journal.bus)
    for viewer in listeners:
        standings.rivals.add(viewer)
    return standings, journal, sinks


def test_a_move_that_gains_nothing_is_told_as_a_number_of_moves() -> None:
    room = started(players=2)
    standings, *_ = of(room)
    room.take_outcome()
    moves(room, 1, 100)
    first = standings.changes(room.take_outcome().effects)
    assert first.keys() == {BOARDS + 1, OTHERS + 1}, "on each stream that shows the board"
    before = room.mode.standing(1)
    assert before is not None
    progress = before.progress
    for moment in range(200, 2000, 100):
        moves(room, 1, moment)
        change = standings.changes(room.take_outcome().effects)[BOARDS + 1]
        now = room.mode.standing(1)
        assert now is not None
        assert isinstance(change, int) == (now.progress == progress)
        progress = now.progress


def test_the_progress_of_racers_is_one_message() -> None:
    room = started(players=3)
    moves(room, 2, 100, 200)
    frame = of(room)[0].frame([0, 2])
    assert frame is not None
    told = decode_server(payload(frame), Format.MSGPACK)
    assert isinstance(told, Progress)
    assert [(line.seat, line.moves) for line in told.lines] == [(0, 0), (2, 2)]


def test_before_the_cards_there_is_no_progress() -> None:
    assert of(race(players=2))[0].frame([0, 1]) is None


def test_a_racer_is_not_told_of_the_own_moves_alone() -> None:
    room = started(players=3)
    standings, journal, sinks = of(room, seats=3)
    standings.tell_rivals([1])
    journal.release()
    assert [len(sink.given) for sink in sinks] == [1, 0, 1]
    standings.tell_rivals([0, 1])
    journal.release()
    assert [len(sink.given) for sink in sinks] == [2, 1, 2]


def test_nobody_is_told_where_there_are_no_rivals() -> None:
    room = started(players=1)
    standings, journal, sinks = of(room, seats=1)
    standings.tell_rivals([0])
    journal.release()
    assert sinks[0].given == []
