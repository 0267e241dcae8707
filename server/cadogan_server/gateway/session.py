"""One socket: who speaks through it, in which room that player is, and the way back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from cadogan_protocol.errors import CloseCode
from cadogan_protocol.messages import Message
from cadogan_server.delivery.frame import SharedAnswer, frame_of, frame_with
from cadogan_server.delivery.outbox import Outbox, Reply
from cadogan_server.delivery.viewer import Moving, Place
from cadogan_server.gateway.ceremony import Ceremony
from cadogan_server.gateway.limits.bans import Bans
from cadogan_server.gateway.limits.limits import LARGE, Limits
from cadogan_server.gateway.relays.relay import RENEWED, Passenger
from cadogan_server.hosting.presence import Presence
from cadogan_server.services import Services
from cadogan_server.store.log.room_leases import Elsewhere
from cadogan_server.store.people.origins import Origin, unknown
from cadogan_server.store.people.players import Player
from cadogan_server.telemetry.log_lines import about

logger = logging.getLogger(__name__)


class Session:
    """One socket, from its first message to its end.

    Args:
        services: the server's parts.
        outbox: the way back.
        address: where the socket comes from.
        limits: what its address may have.
        close: closes the socket with a code and a reason.
        bans: who is kept out.
        page_origin: see below.

    Attributes:
        limits: the same.
        bans: the same.
        player: who this is, once `hello` has been said.
        first_request: the id of that `hello`.
        program: the kind of bot that it named there; "" for a person.
        origin: gives the marks that its address and browser leave in a room.
        browser: what it has named there.
        presence: the room that this socket is in, and as whom.
        page_origin: the origin of the page that has opened the socket; "" where none has.
        ceremony: what the browser was asked for a passkey, and until when it may answer.
        handed_on: whether another node has the socket.
        goes_along: asked where this socket is to look on at a room that another node has: whether it is given to that node, as to
            another worker of this machine, rather than that the room is followed here.
        on_hold: called when nothing that comes is to be dealt with, until `on_moved` is.
        on_moved: called when the room has gone to another node.
        on_home: called when the node with the socket is to go on without this one.
    """

    def __init__(
        self,
        services: Services,
        outbox: Outbox,
        address: str,
        limits: Limits,
        close: Callable[[int, str], None],
        bans: Bans,
        page_origin: str = "",
    ) -> None:
        self.services = services
        self.outbox = outbox
        self.address = address
        self.limits = limits
        self.bans = bans
        self.player: Player | None = None
        self.first_request = 0
        self.program = ""
        self.origin: Origin = unknown
        self.browser: str | None = None
        self.presence: Presence | None = None
        self.page_origin = page_origin
        self.ceremony: tuple[Ceremony, int] | None = None
        self.handed_on = False
        self.goes_along: Callable[[Elsewhere], bool] = _stays_here
        self.talked()
        self._close = close
        self._unread = 0

    @property
    def is_somebody(self) -> bool:
        """Whether this is a player who is known by something, and not only somebody who looks on over HTTP."""
        return self.player is not None and bool(self.player.hashes)

    def plays(self) -> bool:
        """Whether this is somebody whose game is going on. To sit in lobbies is cheap: who floods us with new rooms sits there."""
        presence = self.presence
        return presence is not None and presence.viewer.seat is not None and presence.hub.room.phase == "running"

    @property
    def waits_in_lobby(self) -> bool:
        """Whether this socket has a seat in a room whose game has not begun."""
        presence = self.presence
        return presence is not None and presence.viewer.seat is not None and presence.hub.room.phase == "lobby"

    def send(self, message: Message) -> None:
        """Send a message to this socket alone, after all that has been written until now."""
        self._reply(frame_of(message, self.outbox.fmt))

    def _reply(self, frame: bytes) -> None:
        """Send an answer. While the journal holds frames back it goes at once: whatever would write is refused then."""
        journal = self.services.journal
        (journal.send_now if journal.holding else journal.send)(self.outbox, Reply(frame))

    def send_large(self, answer: SharedAnswer, request: int) -> None:
        """Send an answer that many ask for, as `send` does.

        Raises:
            Refused: its address, or all together, have as many yet to read as they may.
        """
        self._take_space(answer.size(self.outbox.fmt))
        self._reply(answer.frame(self.outbox.fmt, request))

    def send_data(self, data: bytes | str) -> None:
        """Send an answer that another node has given, in this socket's format, as `send_large` does.

        Raises:
            Refused: as there.
        """
        self._take_space(len(data))
        self._reply(frame_with(data))

    def _take_space(self, size: int) -> None:
        if size > LARGE:
            self.limits.unread.occupy(self.address, size)
            self._unread += size

    @property
    def has_unread(self) -> bool:
        """Whether a large answer is on its way."""
        return self._unread > 0

    async def taken(self) -> None:
        """Wait until the socket has taken all that was sent to it. A large answer is then no longer counted."""
        released = asyncio.Event()
        self.services.journal.then(released.set)
        await released.wait()
        await self.outbox.free()
        self.limits.unread.give_back(self.address, self._unread)
        self._unread = 0

    def close_after(self, code: int, reason: str) -> None:
        """Close the socket once what has been sent until now is on its way."""
        self.services.journal.then(lambda: self._close(code, reason))

    @property
    def about(self) -> dict[str, str]:
        """Which player and room this is, for the log."""
        room = self.presence.place.code if self.presence is not None else None
        return about(room, self.player.id if self.player is not None else None)

    def close_now(self, code: int, reason: str) -> None:
        """Close the socket."""
        self._close(code, reason)

    @property
    def passenger(self) -> Passenger:
        """Whose socket this is, for another node; `hello` has been said."""
        assert self.player is not None
        return Passenger(self.player, self.first_request, self.program, self.address, self.browser, self.page_origin)

    def take_in(self, passenger: Passenger) -> None:
        """Be the socket of somebody whom another node has handed on."""
        self.player, self.first_request = passenger.player, passenger.first_request
        self.program, self.browser = passenger.program, passenger.browser
        self.origin = self.services.origins.of(self.address, passenger.browser)

    def hold(self) -> None:
        """Deal with nothing more that comes, until this socket has followed its room."""
        self.on_hold()

    def talked(self) -> None:
        """Nobody talks through this socket (any more): whoever did is let go of, so that both are freed without the collector."""
        self.on_hold: Callable[[], None] = _nothing
        self.on_home: Callable[[], None] = _nothing
        self.on_moved: Callable[[Moving | None], Awaitable[None]] = _stay

    async def follow(self, moving: Moving | None, *, anew: bool = False) -> None:
        """Go after the room to another node, or have the client come in `anew`; a socket that another node holds goes after it."""
        self.presence = None
        await self.on_moved(None if anew and not self.handed_on else moving)

    def send_away(self) -> None:
        """Close the socket, as this node ends; what another node has of it goes on there."""
        if self.handed_on and self.presence is None:
            self.on_home()
        else:
            self.close_after(CloseCode.RENEWED, RENEWED)

    def put_out(self) -> None:
        """The room has let this socket go."""
        self.presence = None

    def move_to(self, place: Place) -> None:
        """The room that this socket is in is here now: go on there."""
        if self.presence is not None:
            self.presence = Presence(place, self.presence.viewer)

    def gone(self) -> None:
        """The socket is closed, or leaves its room."""
        if self.presence is not None:
            logger.debug("left the room", extra=self.about)
            self.presence.place.leave(self.presence.viewer)
            self.presence = None


def _stays_here(_: Elsewhere) -> bool:
    return False


def _nothing() -> None:
    """Nobody is to be told."""


async def _stay(moving: Moving | None) -> None:
    """Nobody speaks through this socket."""
