"""One socket: its player, its room, its outbox."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from cadogan_protocol.errors import CloseCode
from cadogan_protocol.messages import Message
from cadogan_server.delivery.frame import SharedAnswer, frame_of, frame_with
from cadogan_server.delivery.outbox import Outbox, Reply
from cadogan_server.delivery.viewer import Moving, ViewedRoom
from cadogan_server.gateway.limits.bans import Bans
from cadogan_server.gateway.limits.limits import LARGE, Limits
from cadogan_server.gateway.relays.relay import RENEWED, Passenger
from cadogan_server.hosting.presence import Presence
from cadogan_server.parts.services import Services
from cadogan_server.store.log.room_leases import Elsewhere
from cadogan_server.store.people.origins import Origin, unknown
from cadogan_server.store.people.players import Player
from cadogan_server.telemetry.log_lines import about

if TYPE_CHECKING:
    from cadogan_server.gateway.ceremony import Ceremony

logger = logging.getLogger(__name__)


class Session:
    """One socket, from its first message to its end.

    Args:
        services: the server's parts.
        outbox: outbox of the socket.
        address: address that the socket counts for.
        limits: limits of addresses.
        close: closes the socket with a code and a reason.
        bans: banned players, addresses and networks.
        page_origin: web origin of the page that opened the socket; "" if none.

    Attributes:
        limits: limits of addresses.
        bans: banned players, addresses and networks.
        player: the player, after `hello`.
        first_request: id of the `hello` request.
        program: kind of bot that `hello` named; "" for a person.
        origin: returns the marks that the address and browser leave in a room.
        browser: browser mark that `hello` named.
        presence: the socket's room, and its part there.
        page_origin: web origin of the page that opened the socket; "" if none.
        ceremony: what the browser was asked about a passkey, and until when it may answer.
        handed_on: True while another node has the socket.
        goes_along: returns True if the socket is given to the owner of a room that it wants to watch, as to another
            worker of this machine; False if a mirror here shows the room.
        on_hold: called when input must wait until `on_moved` is called.
        on_moved: called when the room has gone to another node.
        on_home: called when the node that holds the socket must continue without this one.
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
        """True for an identified player, False for an anonymous reader over HTTP."""
        return self.player is not None and bool(self.player.hashes)

    def plays(self) -> bool:
        """Return True if the player's game is going on. Lobbies don't count: sitting there is cheap, and floods of new
        rooms do it."""
        presence = self.presence
        return presence is not None and presence.viewer.seat is not None and presence.hub.room.phase == "running"

    @property
    def waits_in_lobby(self) -> bool:
        """Return True if this socket has a seat in a room whose game has not begun."""
        presence = self.presence
        return presence is not None and presence.viewer.seat is not None and presence.hub.room.phase == "lobby"

    def send(self, message: Message) -> None:
        """Send a message to this socket only, after everything written so far."""
        self._reply(frame_of(message, self.outbox.fmt))

    def _reply(self, frame: bytes) -> None:
        """Send an answer; at once while the journal holds frames back, since nothing can be written then."""
        journal = self.services.store.journal
        (journal.send_now if journal.holding else journal.send)(self.outbox, Reply(frame))

    def send_large(self, answer: SharedAnswer, request: int) -> None:
        """Send an answer that many clients request, like `send`.

        Raises:
            Refused: this address, or all together, have too many unread bytes.
        """
        self._take_space(answer.size(self.outbox.fmt))
        self._reply(answer.frame(self.outbox.fmt, request))

    def send_data(self, data: bytes | str) -> None:
        """Send another node's answer in this socket's format, like `send_large`.

        Raises:
            Refused: this address, or all together, have too many unread bytes.
        """
        self._take_space(len(data))
        self._reply(frame_with(data))

    def _take_space(self, size: int) -> None:
        if size > LARGE:
            self.limits.unread.occupy(self.address, size)
            self._unread += size

    @property
    def has_unread(self) -> bool:
        """True while a large answer is on its way."""
        return self._unread > 0

    async def taken(self) -> None:
        """Wait until the socket has taken all output. After that a large answer no longer counts as unread."""
        released = asyncio.Event()
        self.services.store.journal.then(released.set)
        await released.wait()
        await self.outbox.free()
        self.limits.unread.give_back(self.address, self._unread)
        self._unread = 0

    def close_after(self, code: int, reason: str) -> None:
        """Close the socket once everything sent so far has left."""
        self.services.store.journal.then(lambda: self._close(code, reason))

    @property
    def about(self) -> dict[str, str]:
        """The player and room of this socket, for log lines."""
        room = self.presence.place.code if self.presence is not None else None
        return about(room, self.player.id if self.player is not None else None)

    def close_now(self, code: int, reason: str) -> None:
        """Close the socket."""
        self._close(code, reason)

    @property
    def passenger(self) -> Passenger:
        """The player of this socket for another node, after `hello`."""
        assert self.player is not None
        return Passenger(self.player, self.first_request, self.program, self.address, self.browser, self.page_origin)

    def take_in(self, passenger: Passenger) -> None:
        """Become the session of a player whose socket another node relays or gives."""
        self.player, self.first_request = passenger.player, passenger.first_request
        self.program, self.browser = passenger.program, passenger.browser
        self.origin = self.services.people.origins.of(self.address, passenger.browser)

    def hold(self) -> None:
        """Stop handling input until this socket has followed its room."""
        self.on_hold()

    def talked(self) -> None:
        """Drop the callbacks of the conversation, so that both are freed without the collector."""
        self.on_hold: Callable[[], None] = _nothing
        self.on_home: Callable[[], None] = _nothing
        self.on_moved: Callable[[Moving | None], Awaitable[None]] = _stay

    async def follow(self, moving: Moving | None, *, anew: bool = False) -> None:
        """Follow the room to another node, or have the client enter `anew`. If another node holds the socket, that node
        follows."""
        self.presence = None
        await self.on_moved(None if anew and not self.handed_on else moving)

    def send_away(self) -> None:
        """Close the socket because this node shuts down. What another node holds of it goes on there."""
        if self.handed_on and self.presence is None:
            self.on_home()
        else:
            self.close_after(CloseCode.RENEWED, RENEWED)

    def put_out(self) -> None:
        """Leave the room, which has let this socket go."""
        self.presence = None

    def move_to(self, place: ViewedRoom) -> None:
        """Continue in the socket's room, which is at this node now."""
        if self.presence is not None:
            self.presence = Presence(place, self.presence.viewer)

    def gone(self) -> None:
        """Leave the room, or note that the socket is closed."""
        if self.presence is not None:
            logger.debug("left the room", extra=self.about)
            self.presence.place.leave(self.presence.viewer)
            self.presence = None


def _stays_here(_: Elsewhere) -> bool:
    return False


def _nothing() -> None:
    """Do nothing."""


async def _stay(moving: Moving | None) -> None:
    """Do nothing."""
