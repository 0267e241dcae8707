"""What a change of a room means for those who look at it. The numbering and the sending are not the room's."""

from __future__ import annotations

from typing import NamedTuple

from cadogan_games.engine.events import Event


class RoomChanged(NamedTuple):
    """These fields of the room's state (names as in `RoomUpdate`) have new values."""

    fields: tuple[str, ...]


class Progressed(NamedTuple):
    """A racer's line has changed: progress, state, penalty or moves."""

    seat: int


class Dealt(NamedTuple):
    """The cards are on the table: every board has its first state."""


class TableChanged(NamedTuple):
    """A table has changed by these events. `seat`: who has played."""

    seat: int
    events: list[Event]


class Awaited(NamedTuple):
    """The legal moves of this seat have changed though it has not asked: the other player has acted, the clock, or
    it has given up."""

    seat: int


class Opened(NamedTuple):
    """Somebody may see more than before: a racer is done, or the room is and everything opens."""


Effect = RoomChanged | Progressed | Dealt | TableChanged | Awaited | Opened
