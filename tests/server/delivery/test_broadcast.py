"""The streams of a room at its owner: what each viewer is sent of a move, in digests, and after a gap."""

from __future__ import annotations

from typing import Any

from cadogan_protocol.codec import Format
from cadogan_protocol.messages import Delta, Progress, RoomSnapshot, RoomUpdate, Step
from cadogan_server.delivery.broadcast import EPOCH_BITS
from cadogan_server.delivery.viewer import Viewer
from tests.server.core import NOON
from tests.server.hosting.stage import Stage, begin, hub_of
from tests.server.replica import Replica


def test_a_room_taken_up_again_numbers_its_streams_far_above_all_before() -> None:
    stage = Stage()
    stage.room.reopen(NOON)
    again = hub_of(stage.room, stage.journal, lambda: NOON, epoch=2)
    again.flush()
    stage.hub = again
    old = Replica()
    old.seqs[0] = 3
    viewer = stage.enter("p0", 0, {0: 3}, Format.MSGPACK, old)
    assert stage.clients[viewer].replica.seqs[0] >= 1 << EPOCH_BITS
    stage.check()


def test_a_viewer_who_missed_much_gets_a_smaller_snapshot() -> None:
    stage = Stage()
    for number in range(100):
        with stage.hub.change() as room:
            room.ready(0, number % 2 == 0, "", NOON)
    one = stage.clients[stage.enter("p0", 0, {}, Format.MSGPACK, Replica())]
    again = stage.clients[stage.enter("p1", 1, {0: 1}, Format.MSGPACK, Replica())]
    assert len(again.bytes) < 2 * len(one.bytes)


def test_a_spectator_who_was_behind_is_shown_the_boards_again() -> None:
    stage = Stage()
    viewer = stage.enter("watcher", None, {}, Format.MSGPACK, Replica())
    begin(stage)
    stage.clients[viewer].slow = True
    while not viewer.outbox.behind:
        with stage.hub.change() as room:
            room.play(0, room.mode.choices(0)[1][0], stage.now)
        stage.journal.release()
    stage.drain_slow(viewer)
    stage.check()


def seated_and_watched(**rules: Any) -> tuple[Stage, list[Viewer]]:
    """Return two racers and a spectator, with the cards on the table and no frame on its way."""
    stage = Stage(**rules)
    viewers = [stage.enter(f"p{seat}", seat, {}, Format.MSGPACK, Replica()) for seat in (0, 1)]
    viewers.append(stage.enter("watcher", None, {}, Format.MSGPACK, Replica()))
    begin(stage)
    return stage, viewers


def heard(stage: Stage, viewer: Viewer) -> list[type]:
    """Return the types of messages that a viewer has got since the last call."""
    client = stage.clients[viewer]
    kinds, client.kinds = client.kinds, []
    return kinds


def test_a_move_is_one_message_for_its_player_and_each_spectator() -> None:
    stage, viewers = seated_and_watched()
    for viewer in viewers:
        heard(stage, viewer)
    stage.hub.play(0, stage.room.mode.choices(0)[1][0], 1)
    stage.check()
    assert [heard(stage, viewer) for viewer in viewers] == [[Step], [Progress], [Delta]]


def test_spectators_learn_a_move_with_the_digest_and_its_player_at_once() -> None:
    stage, viewers = seated_and_watched()
    for viewer in viewers:
        heard(stage, viewer)
    for request in (1, 2, 3):
        stage.hub.play(0, stage.room.mode.choices(0)[1][0], request)
    stage.journal.release(digests=False)
    assert [heard(stage, viewer) for viewer in viewers] == [[Step] * 3, [], []]
    stage.check()
    assert [heard(stage, viewer) for viewer in viewers] == [[], [Progress], [Delta] * 3]


def test_a_message_about_the_room_ends_the_digest_before_it() -> None:
    stage, viewers = seated_and_watched()
    stage.hub.play(0, stage.room.mode.choices(0)[1][0], 1)
    heard(stage, viewers[2])
    stage.hub.tell_lost_elsewhere(1)
    stage.journal.release(digests=False)
    assert heard(stage, viewers[2]) == [Delta, RoomUpdate]
    assert heard(stage, viewers[1])[-2:] == [Progress, RoomUpdate]


def test_a_change_of_safety_overtakes_boards_but_no_room_messages() -> None:
    stage, viewers = seated_and_watched()
    for waits in (False, True):
        heard(stage, viewers[2])
        if waits:
            stage.hub.tell_lost_elsewhere(1)
        stage.hub.tell_safe(False)
        assert heard(stage, viewers[2]) == [RoomSnapshot if waits else RoomUpdate]
        stage.check()
        stage.hub.tell_safe(True)
        stage.check()


def test_a_spectator_who_joins_within_a_digest_gets_nothing_twice() -> None:
    stage, _ = seated_and_watched()
    stage.hub.play(0, stage.room.mode.choices(0)[1][0], 1)
    stage.journal.release(digests=False)
    stage.enter("late", None, {}, Format.MSGPACK, Replica())
    stage.check()


def test_a_racer_who_gives_up_is_shown_at_once() -> None:
    stage, viewers = seated_and_watched()
    for viewer in viewers:
        heard(stage, viewer)
    with stage.hub.change() as room:
        room.give_up(0, stage.now)
    stage.journal.release(digests=False)
    for viewer in viewers[1:]:
        assert heard(stage, viewer)[:1] == [Progress]
        told = stage.clients[viewer].replica.room
        assert told is not None
        assert told.seats[0].state == "stood"
