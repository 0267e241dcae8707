"""One who looks at a room through a socket."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from cadogan_protocol.messages import Message
from cadogan_protocol.moves import Move
from cadogan_protocol.streams import BOARDS
from cadogan_server.delivery.outbox import Outbox


class Moving(NamedTuple):
    """Where a room has gone, and as what a socket follows it.

    Attributes:
        node: the id of the node that has it now.
        code: of the room.
        watches: whether this is a spectator.
        preview: whether this is one who is shown in passing what goes on.
    """

    node: str
    code: str
    watches: bool
    preview: bool


class Place(Protocol):
    """Where a viewer is: a room that is here, or the mirror of one that is another node's."""

    @property
    def code(self) -> str:
        """The code of the room."""

    def leave(self, viewer: Viewer) -> None:
        """A viewer's socket is gone, or has left the room."""


class Holder(Protocol):
    """Whose eyes a viewer is: the session of its socket, or the link of a node that follows the room."""

    def send(self, message: Message) -> None:
        """Send a message to this socket alone, after all that has been written until now."""

    def put_out(self) -> None:
        """The room has let this viewer go."""

    def move_to(self, place: Place) -> None:
        """The viewer is there now: the room has come to this node."""

    def close_after(self, code: int, reason: str) -> None:
        """Close the socket once what has been sent until now is on its way."""

    def hold(self) -> None:
        """Deal with nothing more that comes through this socket, until it has followed its room."""

    async def follow(self, moving: Moving | None, *, anew: bool = False) -> None:
        """Go after the room to where it is now; None: to nowhere that is known, so the socket is closed. `anew`: a client whose
        socket is at this node is to come in anew."""


@dataclass(eq=False, slots=True)
class Viewer:
    """A socket in a room. `seat` is None for a spectator; `preview`: one who is shown in passing what goes on, and not counted."""

    player: str
    outbox: Outbox
    seat: int | None
    holder: Holder
    preview: bool = False
    sees_own: bool = False
    """Whether a player has been shown the own board."""
    moves: list[Move] = field(default_factory=list)
    """The legal moves as a player has been told of them, in that order."""
    shown_with: int = 0
    """The number of the journal's batch with which it was shown the room."""

    @property
    def counted(self) -> int:
        """How many spectators this stands for."""
        return int(not self.preview)

    @property
    def own(self) -> int | None:
        """The stream of a player's own board."""
        return None if self.seat is None else BOARDS + self.seat

    def difference(self, moves: Sequence[Move]) -> tuple[list[int], list[Move]]:
        """Take note that these moves are legal now; return what to tell the player: the places of those that are gone from
        what was told before, and those that come behind the others."""
        told = self.moves
        if told == moves:
            return [], []
        now = dict.fromkeys(moves)
        gone: list[int] = []
        left: list[Move] = []
        for place, move in enumerate(told):
            if move in now:
                del now[move]
                left.append(move)
            else:
                gone.append(place)
        new = list(now)
        self.moves = left + new
        return gone, new
