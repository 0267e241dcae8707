"""The state of a room as its sent messages tell it, for newcomers.

The state is built only when somebody comes, from the messages that have waited, or when many wait: most messages are
outdated before anybody asks.
"""

from __future__ import annotations

from cadogan_protocol.applying import after_change, after_standings, after_update, apply_event
from cadogan_protocol.codec import Format, decode_server
from cadogan_protocol.games import TableState
from cadogan_protocol.messages import BoardSnapshot, Delta, Message, Progress, RoomSnapshot, RoomUpdate
from cadogan_protocol.rooms import RoomState
from cadogan_protocol.streams import BOARDS, OTHERS, ROOM
from cadogan_server.delivery.frame import Frame, frame_of, payload

MOST_WAITING = 64
"""Most messages that wait to be applied. To apply them all takes a few milliseconds."""


class Picture:
    """Takes messages in order; the first is the snapshot of a room."""

    def __init__(self) -> None:
        self._snapshots: dict[int, RoomSnapshot | BoardSnapshot] = {}
        self._waiting: list[Frame | Message] = []
        self._frames: dict[Format, dict[int, Frame]] = {}

    def add(self, message: Frame | Message) -> None:
        """Take the next message of the spectators' streams, decoded or as a frame."""
        self._waiting.append(message)
        if self._frames:
            self._frames = {}
        if len(self._waiting) >= MOST_WAITING:
            self._apply_waiting()

    @property
    def room(self) -> RoomState:
        """The room as it is now."""
        self._apply_waiting()
        return self._room.state

    def frames(self, fmt: Format) -> dict[int, Frame]:
        """Return by stream the snapshots as they are now, that of the room first, as frames in a format."""
        if fmt not in self._frames:
            self._apply_waiting()
            self._frames[fmt] = {number: frame_of(each, fmt) for number, each in self._snapshots.items()}
        return self._frames[fmt]

    @property
    def _room(self) -> RoomSnapshot:
        room = self._snapshots[ROOM]
        assert isinstance(room, RoomSnapshot)
        return room

    def _apply_waiting(self) -> None:
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            boards = _Boards(self._snapshots)
            for each in waiting:
                message = decode_server(payload(each), Format.MSGPACK) if isinstance(each, bytes) else each
                self._apply(message, boards)
            self._snapshots |= boards.done()

    def _apply(self, message: Message, boards: _Boards) -> None:
        match message:
            case RoomSnapshot():
                self._snapshots[ROOM] = message
            case RoomUpdate():
                room = after_update(self._room.state, message)
                self._snapshots[ROOM] = RoomSnapshot(seq=message.seq, state=room)
            case Progress():
                self._set_room(after_standings(self._room.state, message.lines))
            case BoardSnapshot():
                boards.begin(message)
            case Delta(stream=stream):
                boards.change(message)
                seat = stream - (OTHERS if stream >= OTHERS else BOARDS)
                self._set_room(after_change(self._room.state, seat, message.change))
            case _:
                raise TypeError(f"{type(message).__name__} is part of no stream")

    def _set_room(self, state: RoomState) -> None:
        if state is not self._room.state:
            self._snapshots[ROOM] = RoomSnapshot(seq=self._room.seq, state=state)


class _Boards:
    """Boards that are being changed, each in lists that the events change."""

    def __init__(self, snapshots: dict[int, RoomSnapshot | BoardSnapshot]) -> None:
        self._before = snapshots
        self._changed: dict[int, tuple[list[list[int]], list[int]]] = {}
        self._seqs: dict[int, int] = {}

    def begin(self, snapshot: BoardSnapshot) -> None:
        """Set a board to this snapshot."""
        table, number = snapshot.table, snapshot.stream
        self._changed[number] = [list(pile) for pile in table.piles], list(table.counters)
        self._seqs[number] = snapshot.seq

    def change(self, delta: Delta) -> None:
        """Change a board."""
        if delta.stream not in self._changed:
            before = self._before[delta.stream]
            assert isinstance(before, BoardSnapshot)
            self.begin(before)
        self._seqs[delta.stream] += 1
        piles, counters = self._changed[delta.stream]
        for event in delta.events:
            apply_event(piles, counters, event)

    def done(self) -> dict[int, RoomSnapshot | BoardSnapshot]:
        """Return the boards that have changed."""
        return {
            number: BoardSnapshot(
                stream=number,
                seq=self._seqs[number],
                table=TableState(piles=tuple(map(tuple, piles)), counters=tuple(counters)),
            )
            for number, (piles, counters) in self._changed.items()
        }
