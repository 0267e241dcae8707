"""A room of another node, mirrored for the spectators at this node.

This node has one link to the owner, however many watch the room here. Incoming messages go through the same feed that the owner
uses for delayed spectators, so numbers, reconnects and snapshots work alike.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cadogan_protocol import codec
from cadogan_protocol.codec import Format, decode_server
from cadogan_protocol.messages import Error, Joined
from cadogan_protocol.rooms import RoomState
from cadogan_server.delivery.audience import PAUSED, Audience, paused
from cadogan_server.delivery.barring import Barring
from cadogan_server.delivery.bus import Bus
from cadogan_server.delivery.feed import Feed
from cadogan_server.delivery.frame import BINARY, framed
from cadogan_server.delivery.viewer import ViewedRoom, Viewer
from cadogan_server.mirrors.messages import MirrorRequest, Notice, SpectatorReport
from cadogan_server.rooms import fairness
from cadogan_server.rooms.seats import must_wait


class Rejected(Exception):
    """The owner shows nothing more of the room; `error` says why."""

    def __init__(self, error: Error) -> None:
        super().__init__(error.message)
        self.error = error


class OwnRoom(ViewedRoom, Protocol):
    """A room that this node owns."""

    def enter(self, viewer: Viewer, last: dict[int, int]) -> None:
        """Let a viewer in and send it what it has not seen."""


class Mirror:
    """One room of another node.

    Args:
        code: the code of the room.
        bus: the way to the sockets.
        now: the clock, in ms.
        on_change: called when a spectator has come or gone.

    Attributes:
        audience: the spectators here.
        layout: where the piles of the room's game lie.
        barring: the addresses that stay out.
        shown: true once the mirror has something to show.
        superseded: true if newcomers may see more than the spectators who are here, and so need another mirror.
    """

    def __init__(self, code: str, bus: Bus, now: Callable[[], int], on_change: Callable[[Mirror], None]) -> None:
        self.barring = Barring()
        self.shown = False
        self.superseded = False
        self._code = code
        self._now = now
        self._on_change = on_change
        self._bus = bus
        self._feed = Feed(bus)
        self.audience = Audience(bus, self._feed, {})
        self._put_out: dict[str, int] = {}
        self._reported: dict[str, bool] = {}
        """The spectators here that the owner knows of, by player id; True for a preview."""
        self._paused = ""
        """The reason why the room is paused, in words, until the owner's next message to spectators."""

    @property
    def code(self) -> str:
        """The code of the room."""
        return self._code

    # ---- messages of the owner ---------------------------------------------------------------------------------------

    def receive(self, data: bytes | str) -> None:
        """Take a message of the owner: bytes are a message to spectators, which `pass_on` passes on; text is a `Notice`.

        Raises:
            Rejected: nothing more will come.
            MessageMissing: a message before it is missing.
        """
        if isinstance(data, str):
            self._note(Notice.model_validate_json(data))
            return
        if codec.is_map(data):
            message = decode_server(data, Format.MSGPACK)
            if isinstance(message, Joined):
                self.layout = message.layout
                return
            if isinstance(message, Error):
                raise Rejected(message)
        self._feed.receive(framed(BINARY, data))
        self._paused = ""
        if self._bus.holding:
            self.tell_pause_while_held()

    def pass_on(self) -> None:
        """Pass on what has come to all spectators."""
        self._feed.pass_on()

    def tell_pause_while_held(self) -> None:
        """Tell the spectators here at once if the room is paused. This node holds the frame that says so."""
        if self.shown and self.room.paused:
            self.audience.say_paused(PAUSED)

    def _note(self, notice: Notice) -> None:
        now = self._now()
        if "put_out" in notice.model_fields_set:
            self._put_out = {player: now + left for player, left in notice.put_out.items()}
            self.barring.learn_left(notice.barred, now)
        for player in notice.replaced:
            self._reported.pop(player, None)
            if self.audience.has(player):
                self.audience.replace(player)
                self._on_change(self)
        if notice.paused:
            self._paused = notice.paused
            self.audience.say_paused(notice.paused)
        self.superseded = self.superseded or notice.open
        self.shown = self.shown or notice.shown

    # ---- messages to the owner ---------------------------------------------------------------------------------------

    def request(self) -> MirrorRequest:
        """Return the message that asks an owner for the room, from the last message that has come here."""
        self._reported = self._watching()
        return MirrorRequest(room=self.code, last=self._feed.last, watching=self._reported)

    def report(self) -> SpectatorReport | None:
        """Return the changes among the spectators since the last report to the owner; None if there are none. The caller
        must send them.
        """
        now, before = self._watching(), self._reported
        self._reported = now
        came = {player: preview for player, preview in now.items() if before.get(player) is not preview}
        went = tuple(player for player in before if player not in now)
        return SpectatorReport(came=came, went=went) if came or went else None

    def _watching(self) -> dict[str, bool]:
        return {viewer.player: viewer.preview for viewer in self.audience.watching}

    # ---- spectators --------------------------------------------------------------------------------------------------

    @property
    def room(self) -> RoomState:
        """The room as the spectators know it."""
        return self._feed.room

    @property
    def is_public(self) -> bool:
        """True if everybody may know of the room."""
        return self.room.rules.public

    def has_seat(self, player: str) -> bool:
        """Return True if a player has a seat in the room; players connect to the owner."""
        return any(seat.player == player for seat in self.room.seats)

    def must_not_be_out(self, player: str, address: str) -> None:
        """Check that the host has not put out this player, or another one at the same address, lately.

        Raises:
            Refused: the player must wait.
        """
        if self.room.phase != "finished":
            must_wait(self.code, self._put_out.get(player, 0), self._now())
            self.barring.must_not_be_out(self.code, address, self._now())

    def is_outdated(self, now: int) -> bool:
        """Return True if more may be shown at `now`, in ms since 1970, than was shown: the secret of a day that is
        over.
        """
        room = self.room
        if room.day is None or room.results is None:
            return False
        return room.results.day_secret is None and fairness.day_of(now) > room.day

    def enter(self, viewer: Viewer, last: dict[int, int]) -> None:
        """Let a spectator in and send it what it has not seen. `last` holds the number of the last message seen of each
        stream. An earlier socket of the same player is closed.
        """
        self.audience.add(viewer)
        self._on_change(self)
        self.audience.show(viewer, last)
        if self._paused:
            self._bus.send(viewer.outbox, viewer.news(paused(self._paused)))

    def send_away(self, reason: str) -> None:
        """Close the sockets of all spectators here."""
        self.audience.send_away(reason)
        self._on_change(self)

    def leave(self, viewer: Viewer) -> None:
        """Remove a spectator whose socket is gone or has left the room."""
        if self.audience.leave(viewer):
            self._on_change(self)

    def move_to(self, room: OwnRoom) -> None:
        """Move all spectators to the room itself, because this node owns it now."""
        for viewer in self.audience.viewers:
            self.audience.forget(viewer)
            viewer.holder.move_to(room)
            room.enter(viewer, {})
