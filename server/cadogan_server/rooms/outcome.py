"""The outcome of a command, in one value: records for the log, effects to send, and the answer to a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cadogan_server.rooms.effects import Effect
from cadogan_server.rooms.records import Record


class Answer(NamedTuple):
    """The answer to a player's request to make a move or to take one back, new or repeated.

    Attributes:
        seat, request: the player, and the id of the request.
        stream: the player's own board.
        moves: the moves that are legal there now.
        can_undo: true if the last move can be taken back.
    """

    seat: int
    request: int
    stream: int
    moves: Sequence[tuple[Any, ...]]
    can_undo: bool


class Outcome(NamedTuple):
    """The outcome of a room's commands since the last one.

    Attributes:
        records: the records that were committed.
        effects: their meaning for the room's streams.
        answer: the answer to a move; None if the last command was no move, or was refused.
    """

    records: list[Record]
    effects: list[Effect]
    answer: Answer | None
