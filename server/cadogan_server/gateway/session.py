"""One socket: its player, its room, its outbox."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from cadogan_protocol.errors import CloseCode
from cadogan_protocol.messages import Message
from cadogan_server.delivery.frame import SharedAnswer, frame_of, frame_with
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.delivery.reply import Reply
from cadogan_server.delivery.viewer import Moving, ViewedRoom
from cadogan_server.gateway.journey import Journey
from cadogan_server.gateway.limits.bans import Bans
from cadogan_server.gateway.limits.limits import LARGE, Limits
from cadogan_server.gateway.relays.relay import RENEWED, Passenger
from cadogan_server.hosting.matching.matchmaker import Search
from cadogan_server.hosting.presence import Presence
from cadogan_server.parts.services import Services
from cadogan_server.store.nodes.elsewhere import Elsewhere
from cadogan_server.store.people.origins import Origin, unknown
from cadogan_server.store.people.players import Player
from cadogan_server.telemetry.log_lines import about

if TYPE_CHECKING:
    from cadogan_server.gateway.ceremony import Ceremony

logger = logging.getLogger(__name__)


class Giver:
    """Gives one socket to other workers of this machine. This one keeps it."""

    def gives_spectator(self, elsewhere: Elsewhere) -> bool:
        """Return True if the socket is given to the owner of a room that its player wants to watch; False if a mirror
        here shows the room."""
        return False

    async def give(self, session: Session, node: str, message: bytes | str, allowance: float) -> bool:
        """Give the socket to a node with the message that led to it, and the number of messages that it may send at
        once. Return True if that node is another worker and has it now."""
        return False


class RoomEscort(Protocol):
    """Takes the player of a session to rooms of other nodes."""

    @property
    def giver(self) -> Giver:
        """Gives the socket to other workers of this machine."""

    async def follow(self, session: Session, moving: Moving | None) -> None:
        """Follow a room that was here and that another node owns now. None: no owner is known."""

    def send_home(self, session: Session) -> None:
        """Return a socket without a room to the node that holds it."""


class Session:
    """One socket, from its first message to its end.

    Args:
        services: the server's parts.
        outbox: outbox of the socket.
        address: address that the socket counts for.
        limits: limits of addresses.
        close: closes the socket with a code and a reason.
        bans: banned players, addresses and networks.
        escort: takes the player to rooms of other nodes.
        page_origin: web origin of the page that opened the socket; "" if none.
        relayed_here: True if another node holds the socket and relays it.

    Attributes:
        services, outbox, address, limits, bans, escort, page_origin, relayed_here: the arguments of these names.
        player: the player, after `hello`.
        first_request: id of the `hello` request.
        program: kind of bot that `hello` named; "" for a person.
        origin: returns the marks that the address and browser leave in a room.
        browser: browser mark that `hello` named.
        journey: where the player is.
        ceremony: the open question about a passkey to the browser, and the moment until which it may answer; None if
            there is none.
        search: the search for somebody to play with; None if there was none.
        asks_for_friends: True once the client has asked for the player's friends.
        renamed: True once the player has chosen another name here, which no other node need know yet.
    """

    def __init__(
        self,
        services: Services,
        outbox: Outbox,
        address: str,
        limits: Limits,
        close: Callable[[int, str], None],
        bans: Bans,
        escort: RoomEscort,
        page_origin: str = "",
        *,
        relayed_here: bool = False,
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
        self.journey = Journey(services.tournaments.guests.stir)
        self.escort = escort
        self.page_origin = page_origin
        self.ceremony: tuple[Ceremony, int] | None = None
        self.search: Search | None = None
        self.asks_for_friends = False
        self.relayed_here = relayed_here
        self.renamed = False
        self._close = close
        self._unread = 0

    @property
    def is_somebody(self) -> bool:
        """True for an identified player, False for an anonymous reader over HTTP."""
        return self.player is not None and bool(self.player.hashes)

    @property
    def presence(self) -> Presence | None:
        """The room or mirror that the player is in at this node; None outside."""
        return self.journey.presence

    @property
    def hears_friends(self) -> bool:
        """True if this node tells the player's client of invitations. Another node may have heard it ask for friends."""
        return (self.asks_for_friends or self.relayed_here) and not self.program and self.journey.answers_here

    def plays(self) -> bool:
        """Return True if the player's game is going on."""
        return self.presence is not None and self.presence.plays

    @property
    def waits_in_lobby(self) -> bool:
        """Return True if this socket has a seat in a room whose game has not begun."""
        presence = self.presence
        return presence is not None and presence.viewer.seat is not None and presence.hub.room.state.phase == "lobby"

    def send(self, message: Message) -> None:
        """Send a message to this socket only, after everything written so far."""
        self._reply(frame_of(message, self.outbox.fmt))

    def _reply(self, frame: bytes) -> None:
        """Send an answer; at once while frames are held back, since nothing can be written then."""
        bus = self.services.bus
        (bus.send_now if bus.holding else bus.send)(self.outbox, Reply(frame))

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

    async def flushed(self) -> None:
        """Wait until the socket has taken all output. After that a large answer no longer counts as unread."""
        released = asyncio.Event()
        self.services.bus.then(released.set)
        await released.wait()
        while (free := self.outbox.free()) is not None:
            await free
        self.limits.unread.give_back(self.address, self._unread)
        self._unread = 0

    def close_after(self, code: int, reason: str) -> None:
        """Close the socket once everything sent so far has left."""
        self.services.bus.then(lambda: self._close(code, reason))

    @property
    def about(self) -> dict[str, str]:
        """The player and room of this socket, for log lines."""
        room = self.presence.viewed.code if self.presence is not None else None
        return about(room, self.player.id if self.player is not None else None)

    def close_now(self, code: int, reason: str) -> None:
        """Close the socket."""
        self._close(code, reason)

    @property
    def passenger(self) -> Passenger:
        """The player of this socket for another node, after `hello`."""
        assert self.player is not None
        return Passenger(self.player, self.first_request, self.program, self.address, self.browser, self.page_origin)

    def adopt(self, passenger: Passenger) -> None:
        """Become the session of a player whose socket another node relays or gives."""
        self.player, self.first_request = passenger.player, passenger.first_request
        self.program, self.browser = passenger.program, passenger.browser
        self.origin = self.services.people.origins.of(self.address, passenger.browser)

    def gone(self) -> None:
        """Leave the room and the matching queue, or note that the socket is closed."""
        self.stop_searching()
        if self.presence is not None:
            logger.debug("left the room", extra=self.about)
            self.presence.viewed.leave(self.presence.viewer)
            self.journey.leave()

    def stop_searching(self) -> None:
        """End the search for somebody to play with, if there is one."""
        if self.search is not None:
            self.services.rooms.matchmaker.drop(self.search)
            self.search = None

    def send_away(self) -> None:
        """Close the socket because this node shuts down. A socket that another node relays goes on there."""
        if self.relayed_here and self.presence is None:
            self.escort.send_home(self)
        else:
            self.close_after(CloseCode.RENEWED, RENEWED)

    # ---- called by the room ------------------------------------------------------------------------------------------

    def set_out(self) -> None:
        """Stop handling input until this socket has followed its room."""
        self.journey.set_out()

    async def follow(self, moving: Moving | None, *, anew: bool = False) -> None:
        """Follow the room to another node, or have the client enter `anew`. If another node holds the socket, that node
        follows."""
        await self.escort.follow(self, None if anew and not self.relayed_here else moving)

    def put_out(self) -> None:
        """Leave the room, which has let this socket go."""
        self.journey.leave()

    def move_to(self, room: ViewedRoom) -> None:
        """Continue in the socket's room, which is at this node now."""
        self.journey.come_here(room)
