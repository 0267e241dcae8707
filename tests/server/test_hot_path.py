"""The cost of a move, in counts and not in seconds: calls of Python functions, frames, bytes, writes, commands to the store.

Each bound is a tenth above the count at the time when it was set. A change that goes beyond one makes every move of every
room dearer; after one that stays far below, lower the bound. `cadogan bench` and `python -m tests.bench.journal` measure seconds.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from types import FrameType

from cadogan_protocol.codec import Format, decode_play, encode
from cadogan_protocol.messages import Message, Play
from cadogan_server.delivery.bus import Bus
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.delivery.viewer import ViewedRoom, Viewer
from cadogan_server.hosting.hub import Hub
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.room_log import RoomLog
from tests.server.core import started
from tests.server.hosting.stage import FakePacer, payloads

MOVES = 200

MOST_CALLS = 105
"""Calls of Python functions, from the bytes of the message to the entry in the journal, when a round has many moves."""

MOST_FRAMES = 6.4
MOST_BYTES = 98
"""Bytes to all eight sockets together."""

MOST_CALLS_ALONE = 138
MOST_FRAMES_ALONE = 9.7
MOST_BYTES_ALONE = 124
MOST_WRITES_ALONE = 8
"""The same if each move has a round of its own, which is the most that a move can cost."""


class Sink:
    """A socket that accepts everything."""

    def __init__(self) -> None:
        self.writes = 0
        self.frames = 0
        self.bytes = 0

    def write(self, frames: Sequence[bytes]) -> bool:
        self.writes += 1
        self.frames += sum(1 for _ in payloads(b"".join(frames)))
        self.bytes += sum(map(len, frames))
        return True

    def send(self, message: Message) -> None:
        raise AssertionError(f"nobody is told {message} alone")

    def put_out(self) -> None:
        raise AssertionError("nobody is put out")

    def set_out(self) -> None:
        raise AssertionError("nobody is held up")

    async def follow(self, moving: object, *, anew: bool = False) -> None:
        raise AssertionError("nobody goes elsewhere")

    def move_to(self, place: ViewedRoom) -> None:
        raise AssertionError(f"room {place.code} moves nowhere")

    def close_after(self, code: int, reason: str) -> None:
        raise AssertionError(reason)


class Game:
    """A room of Klondike with four racers and four fair spectators. Its output goes nowhere."""

    def __init__(self) -> None:
        room = self.room = started("klondike_draw1", players=4)
        self.journal = Journal("unix:///nowhere")
        self.journal.unwritten.go_without(OSError("there is no store"))  # so each batch is released at once
        self.pacer = FakePacer()
        self.hub = Hub(
            room,
            RoomLog(room.code, 1),
            self.journal,
            Bus(self.journal),
            self.pacer,  # type: ignore[arg-type]
            lambda: room.state.starts or 0,
            lambda code: None,
        )
        self.sinks = [Sink() for _ in range(8)]
        for number, sink in enumerate(self.sinks):
            outbox = Outbox(sink, Format.MSGPACK, lambda: None, 10**6)
            self.hub.enter(Viewer(f"p{number}", outbox, number if number < 4 else None, sink), {})
        self.hub.flush()
        self.pacer.end_digest()

    async def begin(self) -> None:
        """Let what everybody is shown at first leave, and count from here."""
        await self.end_tick()
        for sink in self.sinks:
            sink.writes = sink.frames = sink.bytes = 0

    async def end_tick(self) -> int:
        """Release the collected frames; return the number of commands for the store."""
        before = len(self.journal.unwritten.commands)
        await asyncio.sleep(0)
        return len(self.journal.unwritten.commands) - before

    def moves(self) -> Iterator[tuple[int, bytes]]:
        """Yield a seat and the message of one of its legal moves, as often as is measured."""
        chance, made = Random(1), 0
        while made < MOVES:
            for seat in range(4):
                moves = self.room.mode.choices(seat)[1]
                assert moves, "the deal is long enough for the measurement"
                made += 1
                yield seat, encode(Play(id=made, move=chance.choice(moves)), Format.MSGPACK)

    @property
    def writes(self) -> int:
        """The number of writes to sockets."""
        return sum(sink.writes for sink in self.sinks)

    @property
    def frames(self) -> int:
        """The number of frames sent."""
        return sum(sink.frames for sink in self.sinks)

    @property
    def size(self) -> int:
        """The number of bytes sent."""
        return sum(sink.bytes for sink in self.sinks)

    def play(self, seat: int, message: bytes) -> None:
        """Handle a message as the server does, without limits."""
        found = decode_play(message)
        assert found is not None
        request, move = found
        self.hub.play(seat, move, request)


def calls(of: Callable[[], object]) -> int:
    """Return the number of calls of Python functions, without those by the collector, which hypothesis hooks into."""
    found = 0

    def note(_: FrameType, what: str, __: object) -> None:
        nonlocal found
        found += what == "call"

    gc.disable()
    sys.setprofile(note)
    try:
        of()
    finally:
        sys.setprofile(None)
        gc.enable()
    return found


async def test_the_cost_of_a_move_among_many_in_a_round() -> None:
    """The messages to spectators are then shared by many moves, so only those for each move count."""
    game = Game()
    await game.begin()
    made = sum(calls(partial(game.play, seat, message)) for seat, message in game.moves())
    made += calls(game.pacer.end_digest)
    commands = await game.end_tick()
    assert commands == 1, "the records of a tick are one entry of the room's log"
    assert [sink.writes for sink in game.sinks] == [1] * 8, "a socket is written to once a batch"
    assert made / MOVES <= MOST_CALLS
    assert game.frames / MOVES <= MOST_FRAMES
    assert game.size / MOVES <= MOST_BYTES


async def test_the_cost_of_a_move_alone_in_its_round() -> None:
    game = Game()
    await game.begin()
    made = 0
    for seat, message in game.moves():
        made += calls(partial(game.play, seat, message))
        assert await game.end_tick() == 1
        made += calls(game.pacer.end_digest)
        assert await game.end_tick() == 0
    assert made / MOVES <= MOST_CALLS_ALONE
    assert game.frames / MOVES <= MOST_FRAMES_ALONE
    assert game.size / MOVES <= MOST_BYTES_ALONE
    assert game.writes / MOVES <= MOST_WRITES_ALONE


async def test_a_move_is_a_command_and_a_write_to_its_player() -> None:
    game = Game()
    await game.begin()
    seat, message = next(game.moves())
    game.play(seat, message)
    assert await game.end_tick() == 1
    assert [sink.writes for sink in game.sinks] == [1, *[0] * 7]
    game.pacer.end_digest()
    assert await game.end_tick() == 0
    assert [sink.writes for sink in game.sinks] == [1] * 8, "the player knows the own standing"
