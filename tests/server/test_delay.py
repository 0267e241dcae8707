"""Spectators who are behind: nothing reaches them before its time, snapshots included."""

from __future__ import annotations

import pytest

from cadogan_protocol.codec import Format
from cadogan_server.live import delay
from cadogan_server.live.viewer import Viewer
from tests.server.replica import Replica
from tests.server.test_hub import Line, Stage


def watching(stage: Stage, name: str = "watcher") -> Line:
    viewer: Viewer = stage.enter(name, None, {}, Format.MSGPACK, Replica())
    return stage.lines[viewer]


def begin(stage: Stage) -> None:
    for seat in stage.room.chairs:
        with stage.hub.change() as room:
            room.ready(seat, True, "", stage.now)
    pass_time(stage, 3000)


def pass_time(stage: Stage, ms: int) -> None:
    stage.now += ms
    stage.hub.tick()
    stage.journal.release()


def test_the_lobby_is_not_held_back() -> None:
    stage = Stage(spectators="delayed", delay=60)
    line = watching(stage)
    with stage.hub.change() as room:
        room.ready(0, True, "", stage.now)
    pass_time(stage, 1)
    assert line.replica.room is not None
    assert line.replica.room.seats[0].ready


def test_cards_and_progress_come_after_the_delay() -> None:
    stage = Stage(spectators="delayed", delay=60)
    early = watching(stage)
    begin(stage)
    dealt = stage.room.board(1)
    assert early.replica.boards == {}
    pass_time(stage, 10_000)
    with stage.hub.change() as room:
        room.play(0, room.choices(0)[1][0], stage.now)
    played = stage.room.board(1)
    late = watching(stage, "late")
    pass_time(stage, 49_999)
    assert early.replica.boards == late.replica.boards == {}
    assert late.replica.room is not None
    assert late.replica.room.phase == "countdown"
    pass_time(stage, 1)
    for line in (early, late):
        assert line.replica.boards == {1: dealt, 2: dealt}
        assert line.replica.room is not None
        assert line.replica.room.phase == "running"
    later = watching(stage, "later")
    assert later.replica.boards == {1: dealt, 2: dealt}
    pass_time(stage, 10_000)
    for line in (early, late, later):
        assert line.replica.boards == {1: played, 2: dealt}
        assert line.replica.room is not None
        assert line.replica.room.seats[0].moves == 1


def test_where_too_much_waits_the_room_is_shown_when_the_last_of_it_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(spectators="delayed", delay=60)
    early = watching(stage)
    begin(stage)
    dealt = stage.room.board(1)
    pass_time(stage, 60_000)
    monkeypatch.setattr(delay, "MOST_BYTES", 10_000)
    line = stage.hub._line
    assert line is not None
    skipped = 0
    for _ in range(300):
        waited = line.bytes
        with stage.hub.change() as room:
            seat = 0 if room.choices(0)[1] else 1
            room.play(seat, room.choices(seat)[1][0], stage.now)
        skipped += line.bytes < waited
        assert line.bytes <= 10_000
    assert skipped
    pass_time(stage, 1_000)
    late = watching(stage, "late")
    pass_time(stage, 58_999)
    for watcher in (early, late):
        assert watcher.replica.boards == {1: dealt, 2: dealt}
    pass_time(stage, 1)
    for watcher in (early, late):
        assert watcher.replica.boards == {1: stage.room.board(1), 2: stage.room.board(2)}
        assert watcher.replica.room is not None
        assert sum(seat.moves for seat in watcher.replica.room.seats) == 300
    with stage.hub.change() as room:
        room.stand(0, stage.now)
    pass_time(stage, 60_000)
    assert early.replica.room is not None
    assert early.replica.room.seats[0].state == "stood"


def test_after_the_end_who_comes_sees_all_and_who_was_there_sees_it_in_time() -> None:
    stage = Stage(spectators="delayed", delay=60)
    early = watching(stage)
    begin(stage)
    pass_time(stage, 100_000)
    with stage.hub.change() as room:
        room.end("empty", stage.now)
    assert early.phase == "running"
    assert watching(stage, "late").phase == "finished"
    pass_time(stage, 60_000)
    assert early.phase == "finished"


def test_a_racer_who_is_done_does_not_see_what_spectators_may_not() -> None:
    stage = Stage(spectators="delayed", delay=60)
    viewer = stage.enter("p0", 0, {}, Format.MSGPACK, Replica())
    begin(stage)
    with stage.hub.change() as room:
        room.stand(0, stage.now)
    stage.journal.release()
    assert stage.lines[viewer].replica.boards.keys() == {1}
