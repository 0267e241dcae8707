"""A client's view of its messages: the room, the boards, its moves.

It notices every gap, and skips only messages that a snapshot of the room has told before.
"""

from __future__ import annotations

from cadogan_protocol.applying import after_change, after_events, after_standings, after_step, after_update
from cadogan_protocol.games import TableState
from cadogan_protocol.messages import BoardSnapshot, Delta, Message, Moved, Progress, RoomSnapshot, RoomUpdate, Step
from cadogan_protocol.moves import Move
from cadogan_protocol.rooms import RoomState
from cadogan_protocol.streams import BOARDS, OTHERS, SEQ_SPAN, number_of


class Replica:
    """The state to which messages add up."""

    def __init__(self) -> None:
        self.room: RoomState | None = None
        self.seqs: dict[int, int] = {}
        self.boards: dict[int, TableState] = {}
        self.moves: tuple[Move, ...] = ()
        self.can_undo = False
        self._snapshot_at = -1
        self.own = -1
        """The stream of the player's own board, once it is known."""

    def apply(self, message: Message) -> None:
        match message:
            case RoomSnapshot():
                self.seqs[0], self.room = message.seq, message.state
                self._snapshot_at = message.seq
            case RoomUpdate() if message.seq <= self._snapshot_at == self.seqs[0]:
                pass
            case RoomUpdate():
                self._count(0, message.seq)
                assert self.room is not None
                self.room = after_update(self.room, message)
            case Progress() if self.room is not None:
                self.room = after_standings(self.room, message.lines)
            case BoardSnapshot():
                self.seqs[message.stream], self.boards[message.stream] = message.seq, message.table
            case Delta():
                self._board(message.stream, message)
            case Step():
                self._board(self.own, message)
                self.moves = after_step(self.moves, message.gone, message.added)
                self.can_undo = message.undo
            case Moved():
                assert self.own not in self.seqs or message.seq == self.seqs[self.own] % SEQ_SPAN
                self.moves, self.can_undo = message.moves, message.undo

    def _board(self, stream: int, message: Delta | Step) -> None:
        assert self.room is not None
        self._count(stream, number_of(message.seq, self.seqs[stream]))
        board = self.boards[stream]
        piles, counters = after_events(board.piles, board.counters, message.events)
        self.boards[stream] = TableState(piles=piles, counters=counters)
        self.room = after_change(self.room, stream - (BOARDS if stream < OTHERS else OTHERS), message.change)

    def _count(self, stream: int, seq: int) -> None:
        assert seq == self.seqs[stream] + 1, f"stream {stream} goes from {self.seqs[stream]} to {seq}"
        self.seqs[stream] = seq
