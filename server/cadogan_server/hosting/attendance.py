"""The attendance of a room of this node: players on their seats, spectators here, and spectators at the mirrors of other nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cadogan_protocol.errors import CloseCode
from cadogan_server.delivery.audience import Audience
from cadogan_server.delivery.barring import Barring
from cadogan_server.delivery.broadcast import Broadcast
from cadogan_server.delivery.describe import Volatile
from cadogan_server.delivery.viewer import Viewer
from cadogan_server.mirrors.messages import Notice, SpectatorReport
from cadogan_server.mirrors.remote_mirror import RemoteMirror
from cadogan_server.rooms.effects import Effect, PutOut
from cadogan_server.rooms.room import Room


class Attendance:
    """The people and nodes that look at a room.

    Args:
        room: the core of the room.
        volatile: the facts about it that its log does not hold.
        audience: the viewers.
        broadcast: tells them who is present.
        now: the clock, in ms.

    Attributes:
        audience: the viewers.
        barring: the addresses that stay out.
    """

    __slots__ = ("_broadcast", "_now", "_room", "_volatile_facts", "audience", "barring")

    def __init__(
        self, room: Room, volatile: Volatile, audience: Audience, broadcast: Broadcast, now: Callable[[], int]
    ) -> None:
        self.audience = audience
        self.barring = Barring()
        self._room = room
        self._volatile_facts = volatile
        self._broadcast = broadcast
        self._now = now

    @property
    def seated(self) -> dict[int, Viewer]:
        """The viewers of players, by seat."""
        return self.audience.seated

    @property
    def people(self) -> int:
        """The number of people here, players and spectators."""
        return self.audience.watchers + self.players

    @property
    def players(self) -> int:
        """The number of people on their seats."""
        return sum(not self._room.state.occupants[seat].bot for seat in self.seated)

    @property
    def playing(self) -> int:
        """The number of players here who can still play: people and bots; only people in a game by turns, where a bot
        waits for them.
        """
        if self._room.mode.kind.turns:
            return self.players
        return sum(not self._room.mode.is_done(seat) for seat in self.seated)

    @property
    def remote_mirrors(self) -> list[RemoteMirror]:
        """The mirrors of other nodes."""
        return [viewer for viewer in self.audience.watching if isinstance(viewer, RemoteMirror)]

    # ---- coming and going --------------------------------------------------------------------------------------------

    def enter(self, viewer: Viewer, last: dict[int, int]) -> None:
        """Let a viewer in and send it what it has not seen. `last` holds the number of the last message seen of each
        stream. An earlier socket of the same player is closed.
        """
        self.audience.add(viewer)
        if isinstance(viewer, RemoteMirror):
            self._tell_put_out(viewer)
        elif viewer.seat is not None and viewer.seat not in self._volatile_facts.present:
            self._volatile_facts.present += (viewer.seat,)
            self._broadcast.tell("seats")
        self.audience.show(viewer, last)

    def leave(self, viewer: Viewer) -> None:
        """Remove a viewer whose socket is gone or has left the room."""
        if self.audience.leave(viewer) and viewer.seat is not None:
            self._is_away(viewer.seat)
            self._broadcast.tell("seats")

    def attend(self, mirror: RemoteMirror, report: SpectatorReport) -> None:
        """Note the spectators who have come to a remote mirror or left it, by its report."""
        if mirror not in self.audience.watching:
            return
        for player in report.went:
            if mirror.party.pop(player, None) is not None:
                self.audience.take_away(player)
        for player, preview in report.came.items():
            here = self.audience.of(player)
            if here is not None and here.seat is not None:  # this player has taken a seat meanwhile
                mirror.tell(Notice(replaced=(player,)))
                continue
            self.audience.bring(player, mirror)
            mirror.party[player] = preview

    def stays_out(self, player: str, host: str) -> None:
        """Keep a player whom the host has put out, and the player's address, away at all nodes. `host` is the host's
        own address, which stays open.
        """
        self.barring.put_out(player, self._room.state.put_out[player], host)
        for mirror in self.remote_mirrors:
            self._tell_put_out(mirror)

    def _tell_put_out(self, mirror: RemoteMirror) -> None:
        now = self._now()
        players = {player: until - now for player, until in self._room.state.put_out.items() if until > now}
        mirror.tell(Notice(put_out=players, barred=self.barring.left(now)))

    def let_go(self, effects: list[Effect]) -> None:
        """Close the sockets of players who have lost their seats. `effects` may say why."""
        freed = [seat for seat in self.seated if seat not in self._room.state.occupants]
        if not freed:
            return
        put_out = {effect.seat: effect for effect in effects if isinstance(effect, PutOut)}
        for seat in freed:
            _, reason, withheld = put_out.get(seat, PutOut(seat, "your seat was freed; join again if you want to play"))
            self._is_away(seat)
            self.audience.close(self.seated[seat], CloseCode.WITHHELD if withheld else CloseCode.UNSEATED, reason)

    # ---- outages and handovers ---------------------------------------------------------------------------------------

    def send_people_away(self, reason: str) -> None:
        """Close the sockets of all people here, because this node can't continue the room for now. Bots stay."""
        for viewer in self.audience.viewers:
            occupant = None if viewer.seat is None else self._room.state.occupants.get(viewer.seat)
            if occupant is None or not occupant.bot:
                self.audience.close(viewer, CloseCode.GOING_AWAY, reason)
        self.expect_nobody()

    def expect(self, seats: Iterable[int]) -> None:
        """Treat the players of these seats as present: they are moving here with the room, and nobody needs to see them
        as away.
        """
        present = self._volatile_facts.present
        self._volatile_facts.present += tuple(
            seat for seat in dict.fromkeys(seats) if seat in self._room.state.occupants and seat not in present
        )

    def expect_nobody(self) -> None:
        """Show expected players who have not come as away."""
        present = self._volatile_facts.present
        here = tuple(seat for seat in present if seat in self.seated)
        if len(here) != len(present) or len(here) != len(self.seated):
            self._volatile_facts.present = here
            self._broadcast.tell("seats")

    def _is_away(self, seat: int) -> None:
        volatile = self._volatile_facts
        volatile.present = tuple(other for other in volatile.present if other != seat)
