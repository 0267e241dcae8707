"""Spectators who are behind by some seconds: what they get is held back here, snapshots included."""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

from cadogan_protocol.messages import BoardSnapshot, Delta, Progress, RoomSnapshot, RoomUpdate
from cadogan_protocol.rooms import RoomState, TableState
from cadogan_server.live.packet import Packet
from cadogan_server.live.replica import apply_events
from cadogan_server.rooms.lobby import Phase

STATES = ("playing", "stuck", "finished", "stood")


class _Held(NamedTuple):
    due: int
    packet: Packet


class DelayLine:
    """Holds messages until they are due, and knows the state that those let through make up.

    Args:
        room: the room when it opens.
        delay: milliseconds.
    """

    def __init__(self, room: RoomSnapshot, delay: int) -> None:
        self.delay = delay
        self._held: deque[_Held] = deque()
        self._room = room
        self._boards: dict[int, BoardSnapshot] = {}

    def hold(self, packet: Packet, now: int, phase: Phase) -> None:
        """Let this message through when it is due, and not before those that came before it.

        Before the cards are shown there is nothing to hold back.
        """
        due = now if phase in ("lobby", "countdown") else now + self.delay
        self._held.append(_Held(max(due, self._held[-1].due) if self._held else due, packet))

    @property
    def deadline(self) -> int | None:
        """When the next message is due."""
        return self._held[0].due if self._held else None

    def due(self, now: int) -> list[Packet]:
        """Let through what is due, and return it in order."""
        out = []
        while self._held and self._held[0].due <= now:
            packet = self._held.popleft().packet
            self._apply(packet.message)
            out.append(packet)
        return out

    def snapshots(self) -> list[RoomSnapshot | BoardSnapshot]:
        """Everything as it stands for those who are behind."""
        return [self._room, *self._boards.values()]

    def _apply(self, message: object) -> None:
        match message:
            case RoomUpdate():
                changes = message.model_dump(exclude_none=True, exclude={"type", "seq"})
                state = self._room.state.model_copy(update={name: getattr(message, name) for name in changes})
                self._room = RoomSnapshot(seq=message.seq, state=state)
            case Progress():
                self._room = RoomSnapshot(seq=message.seq, state=progressed(self._room.state, message))
            case BoardSnapshot():
                self._boards[message.stream] = message
            case Delta():
                table = self._boards[message.stream].table
                piles, counters = apply_events(table.piles, table.counters, message.events)
                table = TableState(piles=piles, counters=counters)
                self._boards[message.stream] = BoardSnapshot(stream=message.stream, seq=message.seq, table=table)
            case _:
                raise TypeError(f"{type(message).__name__} is part of no stream")


def progressed(state: RoomState, line: Progress) -> RoomState:
    """Return a room as it is after a racer's line has changed."""
    changes: dict[str, Any] = {
        "progress": line.progress,
        "state": STATES[line.state],
        "penalty": line.penalty,
        "moves": line.moves,
        "ended": line.ended,
    }
    seats = tuple(seat.model_copy(update=changes) if seat.seat == line.seat else seat for seat in state.seats)
    return state.model_copy(update={"seats": seats})
