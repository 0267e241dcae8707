"""Those who are in the halls of tournaments at this node."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from cadogan_protocol.codec import Format, encode
from cadogan_protocol.messages import Message, MyTournament


class Shared:
    """A message for many, made when the first one needs it, and encoded once in each format."""

    def __init__(self, make: Callable[[], Message]) -> None:
        self._make = make
        self._encoded: dict[Format, bytes | str] = {}

    def data(self, fmt: Format) -> bytes | str:
        """Return it in a format."""
        if fmt not in self._encoded:
            self._encoded[fmt] = encode(self._make(), fmt)
        return self._encoded[fmt]


@dataclass(eq=False)
class Guest:
    """Somebody in a hall, through one socket.

    Attributes:
        player: the player's id.
        is_free: returns True while the socket is in no room and this node answers it.
        tell: sends a message to the player.
        show: sends a message that many get.
        seen: the version of the tournament and the number of those who wait, as shown last.
        looked: the version at which it was last looked whether the player must be told something at once.
        own: what was the player's own in it then.
        mine: what the player was told last.
        called_to: the number of the pairing to which the player was called last.
    """

    player: str
    is_free: Callable[[], bool]
    tell: Callable[[Message], None]
    show: Callable[[Shared], None]
    seen: tuple[int, int] = (0, 0)
    looked: int = 0
    own: tuple[object, ...] = ()
    mine: MyTournament | None = None
    called_to: int = 0


@dataclass
class Hall:
    """The guests of one tournament at this node.

    Attributes:
        guests: the guests, as keys; who was shown the tournament last stands at the end.
        since: player who waits → since when, in ms.
        written: what the store knows of that.
        told: when the store was told last, in ms; 0: never.
    """

    guests: dict[Guest, None] = field(default_factory=dict)
    since: dict[str, int] = field(default_factory=dict)
    written: dict[str, int] = field(default_factory=dict)
    told: int = 0

    def look(self, now: int, busy: Callable[[str], bool]) -> None:
        """Find out who waits now: a guest who is free, and not busy otherwise."""
        free = {guest.player for guest in self.guests if guest.is_free() and not busy(guest.player)}
        self.since = {player: self.since.get(player, now) for player in free}


class Guests:
    """All guests of this node, by the tournament."""

    def __init__(self) -> None:
        self.halls: defaultdict[str, Hall] = defaultdict(Hall)
        self._by_socket: dict[Hashable, tuple[str, Guest]] = {}

    def come(self, socket: Hashable, id: str, guest: Guest) -> None:
        """Let the player of a socket into the hall of a tournament, and out of any other."""
        self.go(socket)
        self._by_socket[socket] = id, guest
        self.halls[id].guests[guest] = None

    def go(self, socket: Hashable) -> None:
        """Let the player of a socket out of the hall, if it is in one."""
        id, guest = self._by_socket.pop(socket, ("", None))
        if guest is not None and id in self.halls:
            self.halls[id].guests.pop(guest, None)

    def of(self, socket: Hashable) -> tuple[str, Guest | None]:
        """Return the tournament in whose hall the player of a socket is, and the guest; empty and None: in none."""
        return self._by_socket.get(socket, ("", None))

    def close(self, id: str) -> None:
        """Forget an empty hall."""
        self.halls.pop(id, None)
