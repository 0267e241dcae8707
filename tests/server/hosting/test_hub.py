"""A room in use, without a server: each viewer's view of the sent messages equals the room."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_protocol.codec import Format
from cadogan_server.delivery import describe
from cadogan_server.rooms.kinds.race import Race
from cadogan_server.rooms.records import pack
from cadogan_server.rooms.refused import Refused
from tests.examples import examples
from tests.server.core import NOON
from tests.server.hosting.stage import Stage, begin, hub_of
from tests.server.replica import Replica
from tests.server.rooms.commands import COMMAND, do
from tests.server.rooms.duels import begun as duel_begun

VISITS = st.sampled_from(["enter", "watch", "return", "gone", "slow", "quick", "count"])


@examples(70, thorough=200)
@given(
    commands=st.lists(
        st.one_of(COMMAND, st.tuples(VISITS, st.integers(0, 3), st.integers(0, 99))),
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
