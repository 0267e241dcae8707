"""What a change of a room means for those who look at it. The numbering and the sending are not the room's."""

from __future__ import annotations

from typing import NamedTuple

from cadogan_protocol.moves import TableEvent


class RoomChanged(NamedTuple):
    """These fields of the room's state (names as in `RoomUpdate`) have new values."""

    fields: tuple[str, ...]


class Progressed(NamedTuple):
    """A racer's standing has changed: progress, state, penalty or moves."""

    seat: int


class Dealt(NamedTuple):
    """The cards are on the table: every board has its first state."""


class BoardChanged(NamedTuple):
    """A board has changed by these events, as those see it who see its stream."""

    stream: int
    events: tuple[TableEvent, ...]


class Awaited(NamedTuple):
    """The legal moves of this seat have changed though it has not asked: the other player has acted, the clock, or
    it has given up."""

    seat: int


class PutOut(NamedTuple):
    """A seat was taken from its player, who may still be here. Why: a sentence for that player; `withheld`: the nonce that was
    promised has not come."""

    seat: int
    why: str
    withheld: bool = False


class Opened(NamedTuple):
    """Somebody may see more than before: a racer is done, or the room is and everything opens."""


Effect = RoomChanged | Progressed | Dealt | BoardChanged | Awaited | PutOut | Opened
