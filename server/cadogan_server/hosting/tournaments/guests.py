"""Those who are in the halls of tournaments at this node."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from cadogan_protocol.codec import Format, encode
from cadogan_protocol.messages import Message, MyTournament


class Shared:
    """A message for many, encoded once in each format."""

    def __init__(self, message: Message) -> None:
        self.message = message
        self._encoded: dict[Format, bytes | str] = {}

    def data(self, fmt: Format) -> bytes | str:
        """Return it in a format."""
        if fmt not in self._encoded:
            self._encoded[fmt] = encode(self.message, fmt)
        return self._encoded[fmt]


@dataclass(eq=False)
class Guest:
    """Somebody in a hall, through one socket.

    Attributes:
        player: the player's id.
        is_free: returns True while the socket is in no room and this node answers it.
        tell: sends a message to the player.
        show: sends a message that many get.
        version: the version of the tournament that was shown last.
        mine: what the player was told last.
        called_to: the number of the pairing to which the player was called last.
    """

    player: str
    is_free: Callable[[], bool]
    tell: Callable[[Message], None]
    show: Callable[[Shared], None]
    version: int = 0
    waiting: int = -1
    mine: MyTournament | None = None
    called_to: int = 0


@dataclass
class Hall:
    """The guests of one tournament at this node.

    Attributes:
        guests: the guests.
        since: player who waits → since when, in ms.
        written: what the store knows of that.
        told: when the store was told last, in ms; 0: never.
    """

    guests: set[Guest] = field(default_factory=set)
    since: dict[str, int] = field(default_factory=dict)
    written: dict[str, int] = field(default_factory=dict)
    told: int = 0

    def look(self, now: int, busy: Callable[[str], bool]) -> None:
        """Find out who waits now: a guest who is free and plays nowhere else."""
        free = {guest.player for guest in self.guests if guest.is_free() and not busy(guest.player)}
        self.since = {player: self.since.get(player, now) for player in free}


class Guests:
    """All guests of this node, by the tournament."""

    def __init__(self) -> None:
        self.halls: defaultdict[str, Hall] = defaultdict(Hall)

    def come(self, id: str, guest: Guest) -> None:
        """Let somebody into the hall of a tournament."""
        self.halls[id].guests.add(guest)

    def go(self, id: str, guest: Guest) -> None:
        """Let somebody out."""
        if id in self.halls:
            self.halls[id].guests.discard(guest)

    def of(self, id: str) -> set[Guest]:
        """Return the guests of a tournament."""
        return self.halls[id].guests if id in self.halls else set()

    def here(self) -> Iterator[tuple[str, Hall]]:
        """Yield each tournament that has guests, or had them a moment ago, with its hall."""
        yield from list(self.halls.items())

    def close(self, id: str) -> None:
        """Forget an empty hall."""
        self.halls.pop(id, None)
