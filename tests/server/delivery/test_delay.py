"""Delayed spectators: nothing reaches them before its time, snapshots included."""

from __future__ import annotations

from cadogan_protocol.codec import Format
from cadogan_protocol.games import TableState
from cadogan_protocol.messages import BoardSnapshot
from cadogan_server.delivery.delay import WAITING_BYTES, DelayBuffer
from cadogan_server.delivery.frame import BINARY, frame_of, framed
from cadogan_server.delivery.viewer import Viewer
from tests.server.core import started
from tests.server.hosting.stage import SlowClient, Stage, begin
from tests.server.replica import Replica


def watching(stage: Stage, name: str = "watcher") -> SlowClient:
    viewer: Viewer = stage.enter(name, None, {}, Format.MSGPACK, Replica())
    return stage.clients[viewer]


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
    with stage.hub.change() as room:
        room.ready(1, True, "", stage.now)
    pass_time(stage, 1)
    assert line.phase == "countdown"


def test_cards_and_progress_come_after_the_delay() -> None:
    stage = Stage(spectators="delayed", delay=60)
    early = watching(stage)
    begin(stage)
    dealt = stage.room.mode.views.board(1)
    assert early.replica.boards == {}
    pass_time(stage, 10_000)
    with stage.hub.change() as room:
        room.play(0, room.mode.choices(0)[1][0], stage.now)
    played = stage.room.mode.views.board(1)
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
    last = watching(stage, "last")
    with stage.hub.change() as room:
        room.play(0, room.mode.choices(0)[1][0], stage.now)
    pass_time(stage, 60_000)
    for line in (early, late, later, last):
        assert line.replica.boards == {1: stage.room.mode.views.board(1), 2: dealt}
        assert line.replica.room is not None
        assert line.replica.room.seats[0].moves == 2


def test_a_full_delay_buffer_sends_a_snapshot_instead() -> None:
    stage = Stage(spectators="delayed", delay=60)
    early = watching(stage)
    begin(stage)
    dealt = stage.room.mode.views.board(1)
    pass_time(stage, 60_000)
    assert stage.hub.broadcast.delay is not None
    assert stage.hub.broadcast.delay.deadline is None, "nothing waits"
    line = stage.hub.broadcast.delay = DelayBuffer(60_000, most=10_000)
    skipped = 0
    for _ in range(300):
        waited = line.bytes
        with stage.hub.change() as room:
            seat = 0 if room.mode.choices(0)[1] else 1
            room.play(seat, room.mode.choices(seat)[1][0], stage.now)
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
        assert watcher.replica.boards == {1: stage.room.mode.views.board(1), 2: stage.room.mode.views.board(2)}
        assert watcher.replica.room is not None
        assert sum(seat.moves for seat in watcher.replica.room.seats) == 300
    with stage.hub.change() as room:
        room.give_up(0, stage.now)
    pass_time(stage, 60_000)
    assert early.replica.room is not None
    assert early.replica.room.seats[0].state == "stood"


def test_held_bytes_are_counted_until_they_are_released() -> None:
    line, frames = DelayBuffer(60), [framed(BINARY, bytes(size)) for size in (10, 200, 3000)]
    assert (line.bytes, line.deadline, line.full) == (0, None, False)
    for number, frame in enumerate(frames, 1):
        line.add(frame, 100 * number, "running")
        assert line.bytes == sum(map(len, frames[:number])) + number * WAITING_BYTES
    assert line.deadline == 160
    assert line.due(159) == []
    assert line.due(260) == frames[:2]
    assert line.bytes == len(frames[2]) + WAITING_BYTES
    assert line.due(1000) == frames[2:]
    assert [line.bytes, line.deadline] == [0, None]


def test_a_snapshot_in_place_of_held_frames_is_due_with_the_last() -> None:
    line = DelayBuffer(60, most=3 * (WAITING_BYTES + len(framed(BINARY, b""))))
    snapshot = BoardSnapshot(stream=1, seq=9, table=TableState(piles=((1, 2),), counters=()))
    for now in (100, 200, 300, 400):
        assert not line.full
        line.add(framed(BINARY, b""), now, "running")
    assert line.full
    line.skip([snapshot])
    assert line.bytes == WAITING_BYTES + len(frame_of(snapshot))
    assert line.due(459) == []
    assert line.due(460) == [frame_of(snapshot)]
    assert line.bytes == 0


def test_the_hub_reports_when_the_next_held_frame_is_due() -> None:
    stage = Stage(spectators="delayed", delay=60)
    begin(stage)
    assert stage.hub.deadline == stage.now + 60_000
    changes = stage.changes
    stage.enter("p0", 0, {}, Format.MSGPACK, Replica())
    assert stage.changes > changes, "the presence of p0 is held back, though no record says it"
    changes = stage.changes
    pass_time(stage, 60_000)
    assert stage.changes > changes


def test_a_viewer_who_has_left_gets_no_delayed_messages() -> None:
    stage = Stage(spectators="delayed", delay=60)
    viewer = stage.enter("watcher", None, {}, Format.MSGPACK, Replica())
    begin(stage)
    stage.hub.leave(viewer)
    pass_time(stage, 60_000)
    assert stage.clients[viewer].replica.boards == {}


def test_boards_of_a_recovered_race_come_after_the_delay() -> None:
    room = started(players=2, spectators="delayed", delay=60)
    room.take_outcome()
    stage = Stage(room)
    line = watching(stage)
    assert line.replica.boards == {}
    pass_time(stage, 60_000)
    assert line.replica.boards.keys() == {1, 2}


def test_after_the_end_newcomers_see_all_and_the_others_in_time() -> None:
    stage = Stage(spectators="delayed", delay=60)
    early = watching(stage)
    begin(stage)
    dealt = stage.room.mode.views.board(1)
    pass_time(stage, 100_000)
    with stage.hub.change() as room:
        room.play(0, room.mode.choices(0)[1][0], stage.now)
        room.end("empty", stage.now)
    stage.journal.release()
    assert (early.phase, early.replica.boards[1]) == ("running", dealt)
    assert watching(stage, "late").phase == "finished"
    pass_time(stage, 60_000)
    assert early.phase == "finished"


def test_a_racer_who_is_done_sees_no_more_than_spectators() -> None:
    stage = Stage(spectators="delayed", delay=60)
    viewer = stage.enter("p0", 0, {}, Format.MSGPACK, Replica())
    begin(stage)
    with stage.hub.change() as room:
        room.give_up(0, stage.now)
    stage.journal.release()
    assert stage.clients[viewer].replica.boards.keys() == {1}
