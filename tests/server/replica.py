"""What a client makes of what it is sent: the room, the boards, its moves. It notices every gap."""

from __future__ import annotations

from typing import Any

from cadogan_protocol.messages import BoardSnapshot, Delta, Message, Moved, Progress, RoomSnapshot, RoomUpdate
from cadogan_protocol.rooms import RoomState, TableState
from cadogan_server.live.delay import progressed
from cadogan_server.live.replica import apply_events


class Replica:
    """The state that messages make up."""

    def __init__(self) -> None:
        self.room: RoomState | None = None
        self.seqs: dict[int, int] = {}
        self.boards: dict[int, TableState] = {}
        self.moves: list[tuple[Any, ...]] = []
        self.can_undo = False
        self.moves_at = 0

    def apply(self, message: Message) -> None:
        match message:
            case RoomSnapshot():
                self.seqs[0], self.room = message.seq, message.state
            case RoomUpdate():
                self._count(0, message.seq)
                assert self.room is not None
                fields = message.model_dump(exclude_none=True, exclude={"type", "seq"})
                self.room = self.room.model_copy(update={name: getattr(message, name) for name in fields})
            case Progress():
                self._count(0, message.seq)
                assert self.room is not None
                self.room = progressed(self.room, message)
            case BoardSnapshot():
                self.seqs[message.stream], self.boards[message.stream] = message.seq, message.table
            case Delta():
                self._count(message.stream, message.seq)
                board = self.boards[message.stream]
                piles, counters = apply_events(board.piles, board.counters, message.events)
                self.boards[message.stream] = TableState(piles=piles, counters=counters)
            case Moved():
                self.moves, self.can_undo, self.moves_at = list(message.moves), message.undo, message.seq

    def _count(self, stream: int, seq: int) -> None:
        assert seq == self.seqs[stream] + 1, f"stream {stream} goes from {self.seqs[stream]} to {seq}"
        self.seqs[stream] = seq
