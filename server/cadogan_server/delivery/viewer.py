"""One socket that looks at a room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from cadogan_protocol.messages import Error, Message
from cadogan_protocol.moves import Move
from cadogan_protocol.streams import BOARDS
from cadogan_server.delivery.frame import frame_of
from cadogan_server.delivery.outbox import Outbox


class Moving(NamedTuple):
    """The new owner of a room, and the way by which a socket follows it.

    Attributes:
        node: the id of the owner from now on.
        code: the code of the room.
        watches: true for a spectator.
        preview: true for a preview, which is not counted as a spectator.
    """

    node: str
    code: str
    watches: bool
    preview: bool


class ViewedRoom(Protocol):
    """A room that a viewer is in: a room of this node, or the mirror of another node's room."""

    @property
    def code(self) -> str:
        """The code of the room."""

    def leave(self, viewer: Viewer) -> None:
        """Remove a viewer whose socket is gone or has left the room."""


class Holder(Protocol):
    """The owner of a viewer: the session of its socket, or the link of a mirror."""

    def send(self, message: Message) -> None:
        """Send a message to this socket alone, after everything written until now."""

    def put_out(self) -> None:
        """Note that the room has let this viewer go."""

    def move_to(self, room: ViewedRoom) -> None:
        """Note that the viewer is in `room` from now on. It is the same room, which has come to this node."""

    def close_after(self, code: int, reason: str) -> None:
        """Close the socket once everything sent until now is on its way."""

    def set_out(self) -> None:
        """Handle no more requests of this socket until it has followed its room."""

    async def follow(self, moving: Moving | None, *, anew: bool = False) -> None:
        """Follow the room to its new owner. None: no owner is known, so the socket is closed. `anew`: a client with its
        socket at this node is to reconnect.
        """


NO_MOVES: list[Move] = []
"""The moves of all viewers who have been sent none. Nothing is ever added to it."""


@dataclass(eq=False, slots=True)
class Viewer:
    """A socket in a room. `seat` is None for a spectator. A preview is shown the room in passing and is not counted."""

    player: str
    outbox: Outbox
    seat: int | None
    holder: Holder
    preview: bool = False
    sees_own: bool = False
    """True once the player has got the player's own board."""
    moves: list[Move] = field(default_factory=lambda: NO_MOVES)
    """The legal moves in the order in which the player knows them."""
    room_tick: int = 0
    """The number of the bus's tick in which the viewer was sent stream 0."""

    @property
    def counted(self) -> int:
        """The number of spectators that this viewer counts as."""
        return int(not self.preview)

    @property
    def own(self) -> int | None:
        """The stream of the player's own board; None for a spectator."""
        return None if self.seat is None else BOARDS + self.seat

    @property
    def players(self) -> tuple[str, ...]:
        """The ids of all players who look at the room by this socket."""
        return (self.player,)

    def replaced(self, player: str) -> bool:
        """Note that a player came in through another socket. Returns True if this socket must be closed."""
        return True

    def opened(self) -> None:
        """Note that newcomers see everything from now on, while this spectator's delay is not over."""

    def news(self, error: Error) -> bytes:
        """Return the frame that tells this viewer of an error which answers no request."""
        return frame_of(error, self.outbox.fmt)

    def difference(self, moves: Sequence[Move]) -> tuple[list[int], list[Move]]:
        """Set the legal moves. Returns the indexes of the moves in the player's list that are gone, and the new moves,
        which come behind the others.
        """
        before = self.moves
        if before == moves:
            return [], []
        now = dict.fromkeys(moves)
        gone: list[int] = []
        left: list[Move] = []
        for index, move in enumerate(before):
            if move in now:
                del now[move]
                left.append(move)
            else:
                gone.append(index)
        new = list(now)
        self.moves = left + new
        return gone, new
