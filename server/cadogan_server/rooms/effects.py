"""The meaning of a change for the streams of a room. Numbering and sending belong to other parts."""

from __future__ import annotations

from typing import NamedTuple

from cadogan_protocol.moves import TableEvent
from cadogan_server.rooms.occupant import Standing


class RoomChanged(NamedTuple):
    """These fields of the room's state (named as in `RoomUpdate`) have new values."""

    fields: tuple[str, ...]


class Progressed(NamedTuple):
    """A player's standing has changed: progress, state, penalty or moves. `standing` is the live object, not a copy."""

    seat: int
    standing: Standing


class Dealt(NamedTuple):
    """The cards are dealt: every board has its first state."""


class BoardChanged(NamedTuple):
    """A board has changed by these events, as the subscribers of its stream see them."""

    stream: int
    events: tuple[TableEvent, ...]


class Awaited(NamedTuple):
    """The legal moves of this seat have changed although its player has made no move: the other player or the clock has
    acted, or this player has given up.
    """

    seat: int


class PutOut(NamedTuple):
    """A player has lost the seat but may still be connected. `why` is a sentence for that player; `withheld` is True if
    the player has not shown the promised nonce.
    """

    seat: int
    why: str
    withheld: bool = False


class Opened(NamedTuple):
    """Some players may see more than before: a racer is done, or the room is over and everything is shown."""


Effect = RoomChanged | Progressed | Dealt | BoardChanged | Awaited | PutOut | Opened
