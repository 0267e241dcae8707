"""A room in use, without a server: each viewer's view of the sent messages equals the room."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cadogan_protocol.codec import Format
from cadogan_protocol.messages import Delta, Progress, RoomSnapshot, RoomUpdate, Step
from cadogan_server.delivery import describe
from cadogan_server.delivery.broadcast import EPOCH_BITS
from cadogan_server.delivery.viewer import Viewer
from cadogan_server.rooms.kinds.race import Race
from cadogan_server.rooms.records import pack
from cadogan_server.rooms.refused import Refused
from tests.server.core import NOON
from tests.server.hosting.stage import Stage, begin, hub_of
from tests.server.replica import Replica
from tests.server.rooms.commands import COMMANDS, do
from tests.server.rooms.duels import begun as duel_begun

VISITS = st.sampled_from(["enter", "watch", "return", "gone", "slow", "quick", "count"])


@settings(max_examples=200)
@given(
    commands=st.lists(
        st.one_of(COMMANDS.map(lambda many: many[0]), st.tuples(VISITS, st.integers(0, 3), st.integers(0, 99))),
        min_size=10,
        max_size=80,
    ),
    json=st.booleans(),
    begun=st.booleans(),
)
def test_every_viewer_knows_exactly_what_it_may_see(
    commands: list[tuple[str, int, int]], json: bool, begun: bool
) -> None:
    fmt = Format.JSON if json else Format.MSGPACK
    stage = Stage()
    left: dict[str, Replica] = {}
    if begun:
        for seat in stage.room.state.occupants:
            stage.room.ready(seat, True, "", stage.now)
    for command, who, number in commands:
        stage.now += 2000 if command == "wait" else number % 50
        stage.hub.tick()
        visit(stage, left, command, who, number, fmt)
        stage.check()
    for viewer in list(stage.clients):
        if stage.clients[viewer].slow:
            stage.drain_slow(viewer)
    stage.check()
    secret = stage.room.state.created.secret.hex()
    if stage.room.state.results is None:
        assert not any(secret.encode() in client.bytes for client in stage.clients.values())


def visit(stage: Stage, left: dict[str, Replica], command: str, who: int, number: int, fmt: Format) -> None:
    """Carry out one command of the room, or of a visitor."""
    room, viewers = stage.room, stage.hub.audience.viewers
    someone = viewers[who % len(viewers)] if viewers else None
    match command:
        case "enter" | "return" if room.state.occupants:
            occupant = list(room.state.occupants.values())[who % len(room.state.occupants)]
            replica = left.pop(occupant.player, Replica()) if command == "return" else Replica()
            stage.enter(occupant.player, occupant.seat, dict(replica.seqs), fmt, replica)
        case "watch":
            stage.enter(f"watcher{number}", None, {}, fmt, Replica())
        case "gone" if someone is not None:
            if not stage.clients[someone].slow:
                left[someone.player] = stage.clients[someone].replica
            stage.hub.leave(someone)
        case "slow" if someone is not None:
            stage.clients[someone].slow = True
        case "quick" if someone is not None and stage.clients[someone].slow:
            stage.drain_slow(someone)
        case "count":
            stage.hub.tell_watchers()
        case "reopen":
            pass  # a hub never sees one: it is made after it
        case _:
            play(stage, command, who, number)


def play(stage: Stage, command: str, who: int, number: int) -> None:
    room, hub = stage.room, stage.hub
    assert isinstance(room.mode, Race)
    seat = list(room.state.occupants)[who % len(room.state.occupants)] if room.state.occupants else 0
    with suppress(Refused):
        if command == "play" and room.state.phase == "running":
            moves = room.mode.choices(seat)[1]
            if moves:
                hub.play(seat, Random(number).choice(moves), 1 + number)
        elif command == "undo" and room.state.occupants:
            hub.undo(seat, 1 + number)
        else:
            with hub.change():
                do(room, command, who, number, stage.now)


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


def test_committed_records_are_written_to_the_log() -> None:
    stage = Stage()
    with stage.hub.change() as room:
        room.ready(0, True, "", NOON)
        records = list(room.records)
    assert stage.journal.appended[-1:] == [pack(record) for record in records]


@pytest.mark.parametrize("spectators", ["live", "delayed"])
def test_every_viewer_of_a_match_knows_exactly_what_it_may_see(spectators: str) -> None:
    chance = Random(spectators)
    stage = Stage(duel_begun(options={"riddance": 5}, target=15, time_limit=90, spectators=spectators, delay=5))
    room = stage.room
    for seat in (0, 1):
        stage.enter(f"p{seat}", seat, {}, Format.MSGPACK, Replica())
    stage.enter("watcher", None, {}, Format.MSGPACK, Replica())
    while room.state.phase == "running":
        stage.now += chance.choice([100] * 30 + [9_000, 45_000])
        stage.hub.tick()
        for seat in (0, 1):
            moves = room.mode.choices(seat)[1]
            if moves and room.state.phase == "running":
                plays = [move for move in moves if move[0] == "play"]
                stage.hub.play(seat, chance.choice(plays or moves), 0)
                break
        check_match(stage, behind=spectators == "delayed")
    stage.now += 5_000
    stage.hub.tick()
    check_match(stage, behind=False)


def check_match(stage: Stage, behind: bool) -> None:
    """Like `Stage.check`, for a room in which each player is told of every change of the legal moves."""
    stage.journal.release()
    for viewer in stage.hub.audience.viewers:
        known = stage.clients[viewer].replica
        if viewer.seat is None and behind:
            assert known.boards.keys() <= {3}
            continue
        assert known.room == describe.state(stage.room, stage.hub.volatile, 0)
        assert known.boards == {
            each: stage.room.mode.views.board(each) for each in stage.room.mode.views.seen_by(viewer.seat)
        }
        assert viewer.seat is None or sorted(known.moves, key=str) == sorted(
            stage.room.mode.choices(viewer.seat)[1], key=str
        )


def test_a_room_opened_while_the_store_is_away_says_so() -> None:
    stage = Stage()
    stage.journal.safe = False
    hub = hub_of(stage.room, stage.journal, lambda: NOON)
    assert not hub.volatile.safe


def test_a_player_whose_seat_is_freed_is_put_out_of_the_room() -> None:
    stage = Stage()
    viewer = stage.enter("p1", 1, {}, Format.MSGPACK, Replica())
    with stage.hub.change() as room:
        room.unseat(0, 1, NOON)
    assert stage.clients[viewer].out
    assert (stage.hub.audience.viewers, stage.hub.volatile.present) == ([], set())


def test_a_viewer_who_has_left_is_sent_nothing_more() -> None:
    stage = Stage()
    viewer = stage.enter("watcher", None, {}, Format.MSGPACK, Replica())
    stage.hub.leave(viewer)
    stage.journal.release()
    seen = stage.clients[viewer].bytes
    with stage.hub.change() as room:
        room.ready(0, True, "", NOON)
    stage.journal.release()
    assert stage.clients[viewer].bytes == seen
    client = stage.clients[viewer]
    client.slow = True
    assert not client.closed
    for _ in range(3):
        viewer.outbox.write([bytes(3000)])
    assert client.closed, "frames of a player are not dropped"


def test_a_viewer_who_missed_much_gets_a_smaller_snapshot() -> None:
    stage = Stage()
    for number in range(100):
        with stage.hub.change() as room:
            room.ready(0, number % 2 == 0, "", NOON)
    one = stage.clients[stage.enter("p0", 0, {}, Format.MSGPACK, Replica())]
    again = stage.clients[stage.enter("p1", 1, {0: 1}, Format.MSGPACK, Replica())]
    assert len(again.bytes) < 2 * len(one.bytes)


def test_a_refused_request_still_publishes_that_time_is_up() -> None:
    stage = Stage(time_limit=60)
    client = stage.clients[stage.enter("p0", 0, {}, Format.MSGPACK, Replica())]
    begin(stage)
    assert client.replica.moves
    stage.now += 60_000
    with pytest.raises(Refused), stage.hub.change() as room:
        room.play(0, client.replica.moves[0], stage.now)
    stage.check()
    assert client.phase == "finished"
    assert client.replica.moves == (), "nothing is left to do"


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


def test_a_spectator_in_two_sockets_is_there_once() -> None:
    stage = Stage()
    one = stage.enter("watcher", None, {}, Format.MSGPACK, Replica())
    two = stage.enter("watcher", None, {}, Format.MSGPACK, Replica())
    assert stage.hub.audience.viewers == [two]
    assert stage.clients[one].out


def test_the_same_player_in_two_sockets_is_there_once() -> None:
    stage = Stage()
    one = stage.enter("p0", 0, {}, Format.MSGPACK, Replica())
    two = stage.enter("p0", 0, {}, Format.MSGPACK, Replica())
    assert stage.clients[one].closed
    stage.hub.leave(one)
    assert stage.hub.audience.viewers == [two]
    assert stage.hub.volatile.present == {0}


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


def test_spectators_learn_a_move_with_the_round_and_its_player_at_once() -> None:
    stage, viewers = seated_and_watched()
    for viewer in viewers:
        heard(stage, viewer)
    for request in (1, 2, 3):
        stage.hub.play(0, stage.room.mode.choices(0)[1][0], request)
    stage.journal.release(rounds=False)
    assert [heard(stage, viewer) for viewer in viewers] == [[Step] * 3, [], []]
    stage.check()
    assert [heard(stage, viewer) for viewer in viewers] == [[], [Progress], [Delta] * 3]


def test_a_message_about_the_room_ends_the_round_before_it() -> None:
    stage, viewers = seated_and_watched()
    stage.hub.play(0, stage.room.mode.choices(0)[1][0], 1)
    heard(stage, viewers[2])
    stage.hub.tell_lost_elsewhere(1)
    stage.journal.release(rounds=False)
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


def test_a_spectator_who_joins_within_a_round_gets_nothing_twice() -> None:
    stage, _ = seated_and_watched()
    stage.hub.play(0, stage.room.mode.choices(0)[1][0], 1)
    stage.journal.release(rounds=False)
    stage.enter("late", None, {}, Format.MSGPACK, Replica())
    stage.check()


def test_a_racer_who_gives_up_is_shown_at_once() -> None:
    stage, viewers = seated_and_watched()
    for viewer in viewers:
        heard(stage, viewer)
    with stage.hub.change() as room:
        room.give_up(0, stage.now)
    stage.journal.release(rounds=False)
    for viewer in viewers[1:]:
        assert heard(stage, viewer)[:1] == [Progress]
        told = stage.clients[viewer].replica.room
        assert told is not None
        assert told.seats[0].state == "stood"
