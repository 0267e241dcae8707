"""A further kind of room goes from its lobby to its replay, and no other code knows it.

It is registered under the name of each existing kind in turn. Code that compared names would fail with one of the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from cadogan_protocol.codec import Format
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.streams import BOARDS, OTHERS
from cadogan_server import is_compiled
from cadogan_server.delivery.viewer import Viewer
from cadogan_server.hosting.hub import Hub
from cadogan_server.replays.from_log import telling_of
from cadogan_server.rooms.opening import at_once, open_room, replay
from cadogan_server.rooms.records import Created, NextGame, unpack
from cadogan_server.rooms.room import Room
from tests.server.core import NOON, created, refusal, whole
from tests.server.hosting.stage import Stage, begin
from tests.server.replica import Replica

if is_compiled():
    pytest.skip("a class of a test can't derive from a compiled one", allow_module_level=True)

from tests.server.rooms.kinds.shared import MINUTE, SHARED

GAMES = {"race": "klondike", "duel": "spite_and_malice_modern"}


@pytest.fixture(params=list(GAMES))
def stage(request: pytest.FixtureRequest) -> Stage:
    """A lobby of three players and a spectator, in both formats."""
    room = open_room(created(GAMES[request.param], seats=6, time_limit=120), SHARED)
    for seat in range(3):
        room.sit(f"p{seat}", f"Player {seat}", NOON)
    stage = Stage(room)
    for seat in range(3):
        stage.enter(f"p{seat}", seat, {}, Format.JSON if seat == 1 else Format.MSGPACK, Replica())
    stage.enter("eve", None, {}, Format.MSGPACK, Replica())
    return stage


def replayed(stage: Stage) -> Room:
    """Return the room of the log that the stage has kept."""
    return replay(unpack(stage.journal.appended), SHARED)


def play_on(stage: Stage, moves: int) -> Iterator[int]:
    """Let the players move in any order, and yield each seat that has moved."""
    chance, hub = Random(1), stage.hub
    for number in range(moves):
        seat = chance.randrange(3)
        choices = stage.room.mode.choices(seat)[1]
        if choices:
            stage.now += 50
            hub.play(seat, chance.choice(choices), 1 + number)
            yield seat


def viewer(hub: Hub, player: str) -> Viewer:
    """Return the viewer of a player or spectator."""
    found = hub.audience.of(player)
    assert found is not None
    return found


def test_all_see_each_move_at_once_and_the_log_gives_the_room(stage: Stage) -> None:
    begin(stage)
    for _ in play_on(stage, 60):
        stage.journal.release(digests=False)
        eve = stage.clients[viewer(stage.hub, "eve")].replica
        assert eve.boards == {OTHERS: stage.room.mode.views.board(OTHERS)}, "no move waits for a digest"
        stage.check()
    if stage.room.mode.choices(0)[2]:  # one of the two games has no undo
        stage.hub.undo(0, 100)
        stage.check()
    assert whole(replayed(stage)) == whole(stage.room)


def test_a_kinds_own_clock_and_record_deal_anew(stage: Stage) -> None:
    begin(stage)
    before = stage.room.mode.views.board(BOARDS)
    assert stage.room.state.starts is not None
    assert stage.hub.deadline == stage.room.state.starts + MINUTE
    stage.now += MINUTE
    stage.hub.tick()
    stage.check()
    assert NextGame(MINUTE) in list(unpack(stage.journal.appended))
    assert stage.room.mode.views.board(BOARDS) != before
    assert stage.hub.deadline == stage.room.state.ends, "then the time limit is next"
    assert whole(replayed(stage)) == whole(stage.room)


def test_a_game_of_the_kind_goes_on_until_all_have_left(stage: Stage) -> None:
    begin(stage)
    list(play_on(stage, 20))
    for seat in range(3):
        assert stage.room.state.phase == "running"
        assert stage.hub.attendance.playing == 3 - seat
        with stage.hub.change() as room:
            room.leave(seat, stage.now, 200)
        stage.check()
    results = stage.room.state.results
    assert results is not None
    assert [(row.rank, row.seat, row.won) for row in results.rows] == [(1, 0, False), (1, 1, False), (1, 2, False)]
    assert {line.points for line in stage.room.sequel.score} == {0}, "nobody has won it, so nobody was first"
    assert whole(replayed(stage)) == whole(stage.room)


def test_what_a_kind_does_not_say_is_said_for_all_kinds(stage: Stage) -> None:
    begin(stage)
    mode = stage.room.mode
    assert [(mode.most_back(seat), tuple(mode.path(seat)), mode.lets_go_on(seat)) for seat in range(3)] == [
        (0, (), False)
    ] * 3
    assert mode.news is None, "nobody is told of a turn"
    assert not mode.is_void


def test_a_kind_decides_the_number_of_seats(stage: Stage) -> None:
    room = stage.room
    assert room.seats.most == 4
    assert room.sit("p3", "Player 3", NOON) == 3
    assert refusal(room.sit, "p4", "Player 4", NOON) is ErrorCode.ROOM_FULL
    alone = open_room(created(GAMES["race"]), SHARED)
    alone.sit("p0", "Player 0", NOON)
    alone.ready(0, True, "", NOON)
    assert alone.state.phase == "lobby", "one player is not enough to begin"


def test_a_replay_has_the_one_board_that_the_kind_names(stage: Stage) -> None:
    begin(stage)
    made = len(list(play_on(stage, 20)))
    with stage.hub.change() as room:
        room.end("empty", stage.now)
    first, *log = unpack(stage.journal.appended)
    assert isinstance(first, Created)
    boards, _, _ = at_once(telling_of(open_room(first, SHARED), log))
    assert [(board.seat, board.name) for board in boards] == [(0, "all")]
    assert len(boards[0].steps) == made
