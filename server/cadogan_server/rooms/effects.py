"""The meaning of a change for the streams of a room. Numbering and sending belong to other parts."""

from __future__ import annotations

from typing import NamedTuple

from cadogan_protocol.moves import TableEvent
from cadogan_server.rooms.occupant import Standing


class RoomChanged(NamedTuple):
    """These fields of the room's state (named as in `RoomUpdate`) have new values."""

    fields: tuple[str, ...]


class Progressed(NamedTuple):
    """A player's standing has changed: progress, state, penalty or moves. It is the standing itself, as it is now."""

    seat: int
    standing: Standing


class Dealt(NamedTuple):
    """The cards are dealt: every board has its first state."""


class BoardChanged(NamedTuple):
    """A board has changed by these events, as the subscribers of its stream see them."""

    stream: int
    events: tuple[TableEvent, ...]


class Awaited(NamedTuple):
    """The legal moves of this seat have changed without its request: the other player has acted, or the clock, or it
    has given up.
    """

    seat: int


class PutOut(NamedTuple):
    """A player has lost the seat but may still be connected. `why` is a sentence for that player; `withheld`: the
    promised nonce has not come.
    """

    seat: int
    why: str
    withheld: bool = False


class Opened(NamedTuple):
    """Some players may see more than before: a racer is done, or the room is and everything is shown."""


Effect = RoomChanged | Progressed | Dealt | BoardChanged | Awaited | PutOut | Opened
