"""A room in use, without a server: what each viewer makes of what it is sent is what the room is."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cadogan_protocol.codec import Format, decode_server
from cadogan_server.gateway.outbox import Outbox
from cadogan_server.live import describe
from cadogan_server.live.hub import EPOCH_BITS, Hub
from cadogan_server.live.viewer import Viewer
from cadogan_server.rooms.race import Race
from cadogan_server.rooms.records import pack
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.journal import RoomLog
from tests.server.core import NOON, race
from tests.server.replica import Replica
from tests.server.test_rooms import COMMANDS, do


class FakeJournal:
    """Passes everything on in order when it is told to, as the real one does at the end of a tick."""

    safe = True

    def __init__(self) -> None:
        self.appended: list[bytes] = []
        self._collected: list[tuple[Outbox, bytes]] = []

    def append(self, log: RoomLog, record: bytes) -> None:
        self.appended.append(record)

    def send(self, outbox: Outbox, frame: bytes) -> None:
        self._collected.append((outbox, frame))

    def release(self) -> None:
        while self._collected:
            collected, self._collected = self._collected, []
            for outbox, frame in collected:
                outbox.write([frame])


class Line:
    """A socket, and what the client at its other end has made of it. It may be slow."""

    def __init__(self, fmt: Format) -> None:
        self.fmt = fmt
        self.replica = Replica()
        self.slow = False
        self.in_flight: list[bytes] = []
        self.closed = False
        self.bytes = b""

    @property
    def phase(self) -> str:
        return self.replica.room.phase if self.replica.room else ""

    def write(self, frames: Sequence[bytes]) -> bool:
        if self.slow:
            self.in_flight += frames
            return False
        self.take(frames)
        return True

    def take(self, frames: Sequence[bytes]) -> None:
        for frame in frames:
            if frame:
                size = frame[1]
                start = {126: 4, 127: 10}.get(size, 2)
                payload = frame[start:]
                self.bytes += payload
                data = payload if self.fmt is Format.MSGPACK else payload.decode()
                self.replica.apply(decode_server(data, self.fmt))

    def overflow(self) -> None:
        self.closed = True

    def put_out(self) -> None:
        self.closed = True

    def close_after(self, code: int, reason: str) -> None:
        self.closed = True


class Stage:
    """A hub and its viewers, with a clock that is moved by hand."""

    def __init__(self, **rules: Any) -> None:
        self.now = NOON
        self.room: Race = race(players=2, seats=4, **rules)
        self.journal = FakeJournal()
        self.hub = Hub(self.room, RoomLog("ABCDEF", 1), self.journal, lambda: self.now, lambda hub: None)  # type: ignore[arg-type]
        self.hub.settle()
        self.lines: dict[Viewer, Line] = {}

    def enter(self, player: str, seat: int | None, last: dict[int, int], fmt: Format, replica: Replica) -> Viewer:
        line = Line(fmt)
        line.replica = replica
        viewer = Viewer(player, Outbox(line, fmt, line.overflow, bound=2000), seat, line)
        self.lines[viewer] = line
        self.hub.enter(viewer, last)
        self.journal.release()
        return viewer

    def settle_slow(self, viewer: Viewer) -> None:
        line = self.lines[viewer]
        line.slow = False
        frames, line.in_flight = line.in_flight, []
        line.take(frames)
        viewer.outbox.drained()
        self.journal.release()

    def check(self) -> None:
        self.journal.release()
        for viewer in self.hub.viewers:
            line = self.lines[viewer]
            if line.slow or line.closed:
                continue
            told = line.replica.room
            assert told is not None
            room = describe.state(self.room, self.hub.volatile)
            if room.host is None:  # an update can't say that nobody is host any more
                told = told.model_copy(update={"host": None})
            assert told == room
            for stream in self.room.boards_seen_by(viewer.seat):
                assert line.replica.boards[stream] == self.room.board(stream)
            if viewer.seat is not None and self.room.phase == "running":
                _, moves, undo = self.room.choices(viewer.seat)
                own = line.replica
                if own.moves_at == own.seqs[1 + viewer.seat]:
                    assert (own.moves, own.can_undo) == (moves, undo)


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
def test_every_viewer_knows_what_it_may_and_nothing_is_missing(
    commands: list[tuple[str, int, int]], json: bool, begun: bool
) -> None:
    fmt = Format.JSON if json else Format.MSGPACK
    stage = Stage()
    left: dict[str, Replica] = {}
    if begun:
        for seat in stage.room.chairs:
            stage.room.ready(seat, True, "", stage.now)
    for command, who, number in commands:
        stage.now += 2000 if command == "wait" else number % 50
        stage.hub.tick()
        visit(stage, left, command, who, number, fmt)
        stage.check()
    for viewer in list(stage.lines):
        if stage.lines[viewer].slow:
            stage.settle_slow(viewer)
    stage.check()
    secret = stage.room.created.secret.hex()
    if stage.room.results is None:
        assert not any(secret.encode() in line.bytes for line in stage.lines.values())


def visit(stage: Stage, left: dict[str, Replica], command: str, who: int, number: int, fmt: Format) -> None:
    """Carry out one command, of the room's or of its visitors."""
    room, viewers = stage.room, stage.hub.viewers
    someone = viewers[who % len(viewers)] if viewers else None
    match command:
        case "enter" | "return" if room.chairs:
            chair = list(room.chairs.values())[who % len(room.chairs)]
            replica = left.pop(chair.player, Replica()) if command == "return" else Replica()
            stage.enter(chair.player, chair.seat, dict(replica.seqs), fmt, replica)
        case "watch":
            stage.enter(f"watcher{number}", None, {}, fmt, Replica())
        case "gone" if someone is not None:
            if not stage.lines[someone].slow:
                left[someone.player] = stage.lines[someone].replica
            stage.hub.leave(someone)
        case "slow" if someone is not None:
            stage.lines[someone].slow = True
        case "quick" if someone is not None and stage.lines[someone].slow:
            stage.settle_slow(someone)
        case "count":
            stage.hub.tell_watchers()
        case "reopen":
            pass  # a hub never sees one: it is made after it
        case _:
            play(stage, command, who, number)


def play(stage: Stage, command: str, who: int, number: int) -> None:
    with suppress(Refused), stage.hub.change() as room:
        assert isinstance(room, Race)
        do(room, command, who, number, stage.now)
    for seat in list(stage.hub.seated):
        stage.hub.send_choices(seat)


def test_a_room_taken_up_again_numbers_its_streams_far_above_all_before() -> None:
    stage = Stage()
    stage.room.reopen(NOON)
    again = Hub(stage.room, RoomLog("ABCDEF", 2), stage.journal, lambda: NOON, lambda hub: None)  # type: ignore[arg-type]
    again.settle()
    stage.hub = again
    old = Replica()
    old.seqs[0] = 3
    viewer = stage.enter("p0", 0, {0: 3}, Format.MSGPACK, old)
    assert stage.lines[viewer].replica.seqs[0] >= 1 << EPOCH_BITS
    stage.check()


def test_what_is_committed_is_written_down() -> None:
    stage = Stage()
    with stage.hub.change() as room:
        room.ready(0, True, "", NOON)
        records = list(room.records)
    assert stage.journal.appended[-1:] == [pack(record) for record in records]


def test_the_same_player_in_two_sockets_is_there_once() -> None:
    stage = Stage()
    one = stage.enter("p0", 0, {}, Format.MSGPACK, Replica())
    two = stage.enter("p0", 0, {}, Format.MSGPACK, Replica())
    assert stage.lines[one].closed
    stage.hub.leave(one)
    assert stage.hub.viewers == [two]
    assert stage.hub.volatile.present == {0}
