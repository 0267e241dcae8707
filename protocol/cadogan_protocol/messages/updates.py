"""The messages that a room sends without a request: snapshots of its streams, and their changes."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from cadogan_protocol.days import DealProof
from cadogan_protocol.games import TableState
from cadogan_protocol.messages.base import Change, HotMessage, Message, Seq, ShortSeq, Stream
from cadogan_protocol.moves import TableEvent
from cadogan_protocol.parts import Millis
from cadogan_protocol.rooms import (
    Candidate,
    Clock,
    NextGame,
    RaceSeries,
    Results,
    RoomState,
    Said,
    Seat,
    Series,
    Standing,
)


class RoomSnapshot(Message):
    """The snapshot of stream 0 up to its number."""

    type: Literal["room"] = "room"
    seq: Seq
    state: RoomState


class BoardSnapshot(Message):
    """The snapshot of a board's stream up to its number."""

    type: Literal["board"] = "board"
    stream: Stream
    seq: Seq
    table: TableState


class Delta(HotMessage):
    """The changes of a board: events to apply in order. It also gives the progress of the board's racer.

    `change`: a number is the increase of that racer's `moves`, 1 after a move, -1 after one that was taken back, 0 if
    no move was made; a `Standing` replaces the racer's standing. In a duel and at a shared table it is 0.
    """

    tag: ClassVar[str | int] = 1
    open_ended: ClassVar[bool] = True
    stream: Stream
    seq: ShortSeq
    change: Change
    events: tuple[TableEvent, ...]


class Progress(HotMessage):
    """The progress of racers: the current standings of some of them. It is part of no stream.

    A stuck racer has no legal move left, and may undo or give up.
    """

    tag: ClassVar[str | int] = 4
    open_ended: ClassVar[bool] = True
    lines: tuple[Standing, ...]


class RoomUpdate(Message):
    """A message of stream 0: every other change of a room. Absent fields stay as they were.

    The fields are those of [RoomState](#roomstate). When the host's seat becomes free, or a bot takes it, there is no
    host until an update names one. When a countdown is called off, `phase` is `lobby` again, and `starts` means
    nothing.
    """

    type: Literal["update"] = "update"
    seq: Seq
    seats: tuple[Seat, ...] | None = Field(None, description="all seats, if a seat or its player's state has changed")
    host: int | None = None
    phase: Literal["lobby", "countdown", "running", "finished"] | None = None
    called_off: int | None = None
    proof: DealProof | None = None
    starts: Millis | None = None
    ends: Millis | None = None
    watchers: int | None = None
    attempts: tuple[int, ...] | None = None
    results: Results | None = None
    onward: tuple[int, ...] | None = None
    rematch: str | None = None
    next: NextGame | None = None
    ballot: tuple[Candidate, ...] | None = None
    said: Said | None = None
    series: Series | None = None
    races: RaceSeries | None = None
    clock: Clock | None = None
    match: tuple[int, ...] | None = None
    locked: bool | None = None
    chat: bool | None = None
    safe: bool | None = None
    lost: int | None = None
    paused: Millis | None = None
