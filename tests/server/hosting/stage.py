"""A hub and its viewers without a server: the test moves sockets, journal and clock by hand."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cadogan_protocol.codec import Format, decode_server
from cadogan_protocol.messages import Message
from cadogan_server.delivery import bus, describe
from cadogan_server.delivery.bus import Bus
from cadogan_server.delivery.frame import frame_of
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.delivery.viewer import ViewedRoom, Viewer
from cadogan_server.hosting.hub import Hub
from cadogan_server.rooms.room import Room
from cadogan_server.store.log.room_log import RoomLog
from cadogan_server.telemetry.load import Load
from tests.server.core import NOON, race
from tests.server.replica import Replica


class _Raising(logging.Handler):
    """Raises the error that is logged."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1]:
            raise record.exc_info[1]


class FakePacer:
    """Calls back when the test lets it."""

    def __init__(self, load: Load | None = None) -> None:
        self.load = load or Load()
        self.asked: list[float] = []
        """The seconds of each call of `later`."""
        self._later: list[Callable[[], None]] = []

    def later(self, seconds: float, callback: Callable[[], None]) -> None:
        self.asked.append(seconds)
        self._later.append(callback)

    def end_digest(self) -> None:
        """Pass a fifth of a second, the length of a digest."""
        later, self._later = self._later, []
        for callback in later:
            callback()


class FakeJournal:
    """Takes every record, and releases frames in order when the test lets it, as the real journal does after each tick."""

    safe = True
    holding = replaced = False

    def __init__(self) -> None:
        self.closed = 0
        self.appended: list[bytes] = []
        self.bus = Bus(self)
        self.pacer = FakePacer()
        self._then: list[Callable[[], None]] = []
        self._in_turn: list[Callable[[], None]] = []

    def append(self, log: RoomLog, record: bytes) -> None:
        self.appended.append(record)

    def then(self, callback: Callable[[], None]) -> None:
        self._then.append(callback)

    def in_turn(self, callback: Callable[[], None]) -> None:
        self._in_turn.append(callback)

    def release(self, *, digests: bool = True) -> None:
        """Release everything, including frames that wait for the end of a digest."""
        if digests:
            self.pacer.end_digest()
        while self._then or self._in_turn:
            self.closed += 1
            callbacks, self._then, self._in_turn = [*self._then, *self._in_turn], [], []
            logger, raising = logging.getLogger(bus.__name__), _Raising()
            logger.addHandler(raising)
            try:
                for callback in callbacks:
                    callback()
            finally:
                logger.removeHandler(raising)


def hub_of(
    room: Room,
    journal: FakeJournal,
    now: Callable[[], int],
    on_change: Callable[[str], None] = lambda code: None,
    *,
    epoch: int = 1,
) -> Hub:
    """Return a room in use whose log this journal keeps."""
    log, pacer = RoomLog(room.code, epoch), journal.pacer
    return Hub(room, log, journal, journal.bus, pacer, now, on_change)  # type: ignore[arg-type]


def payloads(frames: bytes) -> Iterator[bytes]:
    """Yield the content of each of these WebSocket frames."""
    while frames:
        size, start = frames[1], 2
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(frames[2:start])
        yield frames[start : start + size]
        frames = frames[start + size :]


class SlowClient:
    """A socket with its client's view. The client may be slow."""

    def __init__(self, fmt: Format) -> None:
        self.fmt = fmt
        self.replica = Replica()
        self.slow = False
        self.in_flight: list[bytes] = []
        self.closed = False
        self.out = False
        self.bytes = b""
        self.kinds: list[type] = []

    @property
    def phase(self) -> str:
        return self.replica.room.phase if self.replica.room else ""

    def set_out(self) -> None:
        """Ignores that the room is on its way."""

    async def follow(self, moving: object, *, anew: bool = False) -> None:
        """Does not follow the room."""

    def write(self, frames: Sequence[bytes]) -> bool:
        if self.slow:
            self.in_flight += frames
            return False
        self.take(frames)
        return True

    def take(self, frames: Sequence[bytes]) -> None:
        for payload in payloads(b"".join(frames)):
            self.bytes += payload
            data = payload if self.fmt is Format.MSGPACK else payload.decode()
            message = decode_server(data, self.fmt)
            self.kinds.append(type(message))
            self.replica.apply(message)

    def overflow(self) -> None:
        self.closed = True

    def send(self, message: Message) -> None:
        self.write([frame_of(message, self.fmt)])

    def put_out(self) -> None:
        self.closed = self.out = True

    def close_after(self, code: int, reason: str) -> None:
        self.closed = True

    def move_to(self, place: ViewedRoom) -> None:
        self.place = place


class Stage:
    """A hub and its viewers, with a clock that is moved by hand."""

    def __init__(self, room: Room | None = None, **rules: Any) -> None:
        self.room = room or race(players=2, seats=4, **rules)
        self.now = NOON if self.room.state.starts is None else self.room.state.starts
        self.journal = FakeJournal()
        self.changes = 0
        self.hub = hub_of(self.room, self.journal, lambda: self.now, self.on_change)
        self.hub.flush()
        self.clients: dict[Viewer, SlowClient] = {}

    def on_change(self, _: str) -> None:
        self.changes += 1

    def enter(self, player: str, seat: int | None, last: dict[int, int], fmt: Format, replica: Replica) -> Viewer:
        client = SlowClient(fmt)
        client.replica = replica
        replica.own = -1 if seat is None else 1 + seat
        viewer = Viewer(player, Outbox(client, fmt, client.overflow, bound=2000), seat, client)
        self.clients[viewer] = client
        self.hub.enter(viewer, last)
        self.journal.release()
        return viewer

    def drain_slow(self, viewer: Viewer) -> None:
        client = self.clients[viewer]
        client.slow = False
        frames, client.in_flight = client.in_flight, []
        client.take(frames)
        viewer.outbox.drained()
        self.journal.release()

    def check(self) -> None:
        self.journal.release()
        for viewer in self.hub.audience.viewers:
            client = self.clients[viewer]
            if client.slow or client.closed:
                continue
            told = client.replica.room
            assert told is not None
            room = describe.state(self.room, self.hub.volatile, 0)
            assert told == room
            for stream in self.room.mode.views.seen_by(viewer.seat):
                assert client.replica.boards[stream] == self.room.mode.views.board(stream)
            if viewer.seat is not None and self.room.state.phase == "running":
                _, moves, undo = self.room.mode.choices(viewer.seat)
                own = client.replica
                assert (sorted(own.moves, key=str), own.can_undo) == (sorted(moves, key=str), undo)


def begin(stage: Stage) -> None:
    """Deal the cards."""
    for seat in stage.room.state.occupants:
        with stage.hub.change() as room:
            room.ready(seat, True, "", stage.now)
    stage.now += 3000
    stage.hub.tick()
    stage.journal.release()
