"""What a move costs, in counts and not in seconds: calls of Python functions, frames, bytes, writes, commands to the store.

Each bound is a tenth above what it was when it was set. Whoever goes beyond one has made every move of every room dearer, and
whoever stays far below may lower it. Seconds are measured by `cadogan bench` and `python -m tests.bench.journal`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from types import FrameType

from cadogan_protocol.codec import Format, decode_play, encode
from cadogan_protocol.messages import Play
from cadogan_server.live.hub import Hub
from cadogan_server.live.outbox import Outbox
from cadogan_server.live.viewer import Viewer
from cadogan_server.store.journal import Journal, RoomLog
from tests.server.core import started

MOVES = 200

MOST_CALLS = 160
"""Of Python functions, from the bytes of the message to what is handed to the journal."""

MOST_FRAMES = 16
MOST_BYTES = 218
"""To all eight sockets together."""


class Sink:
    """A socket that takes everything."""

    def __init__(self) -> None:
        self.writes = 0
        self.frames = 0
        self.bytes = 0

    def write(self, frames: Sequence[bytes]) -> bool:
        self.writes += 1
        self.frames += len(frames)
        self.bytes += sum(map(len, frames))
        return True

    def put_out(self) -> None:
        raise AssertionError("nobody is put out")

    def close_after(self, code: int, reason: str) -> None:
        raise AssertionError(reason)


class ByHand(Journal):
    """A journal whose ticks end when a test says so, and whose store takes everything at once."""

    def _schedule(self) -> None:
        pass

    def end_tick(self) -> int:
        """Let go of what was collected; return how many commands went to the store."""
        self._end_entries()
        batch, self._batch = self._batch, type(self._batch)()
        self._release(batch)
        return len(batch.commands)


class Game:
    """Four racers and four spectators in a room of Klondike that is watched fairly; what is written goes nowhere."""

    def __init__(self) -> None:
        room = self.room = started("klondike_draw1", players=4)
        self.journal = ByHand("unix:///nowhere")
        self.hub = Hub(room, RoomLog(room.code, 1), self.journal, lambda: room.starts or 0, lambda hub: None)
        self.sinks = [Sink() for _ in range(8)]
        for number, sink in enumerate(self.sinks):
            outbox = Outbox(sink, Format.MSGPACK, lambda: None, 10**6)
            self.hub.enter(Viewer(f"p{number}", outbox, number if number < 4 else None, sink), {})
        self.hub.settle()
        self.journal.end_tick()
        for sink in self.sinks:
            sink.writes = sink.frames = sink.bytes = 0

    def moves(self) -> Iterator[tuple[int, bytes]]:
        """Yield a seat and the message of a legal move of it, as often as is measured."""
        chance, made = Random(1), 0
        while made < MOVES:
            for seat in range(4):
                moves = self.room.choices(seat)[1]
                assert moves, "this deal goes on for as long as is measured"
                made += 1
                yield seat, encode(Play(id=made, move=chance.choice(moves)), Format.MSGPACK)

    def play(self, seat: int, message: bytes) -> None:
        """What is done with a message that has come, but for limits."""
        found = decode_play(message)
        assert found is not None
        request, move = found
        self.hub.play(seat, move, request)


def calls(of: Callable[[], object]) -> int:
    """Return how many calls of Python functions something takes."""
    found = 0

    def note(_: FrameType, what: str, __: object) -> None:
        nonlocal found
        found += what == "call"

    sys.setprofile(note)
    try:
        of()
    finally:
        sys.setprofile(None)
    return found


async def test_what_a_move_costs() -> None:
    game = Game()
    made = sum(calls(partial(game.play, seat, message)) for seat, message in game.moves())
    commands = game.journal.end_tick()
    frames, sent = sum(sink.frames for sink in game.sinks), sum(sink.bytes for sink in game.sinks)
    assert commands == 1, "the records of a tick are one entry of the room's log"
    assert [sink.writes for sink in game.sinks] == [1] * 8, "a socket is written to once a batch"
    assert made / MOVES <= MOST_CALLS
    assert frames / MOVES <= MOST_FRAMES
    assert sent / MOVES <= MOST_BYTES


async def test_a_move_alone_is_a_command_and_a_write_for_each_socket() -> None:
    game = Game()
    seat, message = next(game.moves())
    game.play(seat, message)
    assert game.journal.end_tick() == 1
    assert {sink.writes for sink in game.sinks} == {1}
