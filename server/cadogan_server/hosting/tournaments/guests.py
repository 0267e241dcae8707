"""The people in the halls of tournaments at this node."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import NamedTuple

from cadogan_protocol.codec import Format, encode
from cadogan_protocol.messages import Message, MyTournament
from cadogan_server.tournaments.state import Tournament

BACK_MS = 1_000
"""Milliseconds after the end of a game. A player who is back within them counts as waiting since that end."""


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
        seen: the version of the tournament and the number of waiting players, as shown last.
        own: what was the player's own in it when that was told last.
        mine: what the player was told last.
        called_to: the number of the pairing to which the player was called last.
    """

    player: str
    is_free: Callable[[], bool]
    tell: Callable[[Message], None]
    show: Callable[[Shared], None]
    seen: tuple[int, int] = (0, 0)
    own: tuple[object, ...] = ()
    mine: MyTournament | None = None
    called_to: int = 0


class Hall:
    """The guests of one tournament at this node. Guests cost nothing while nothing changes for them: it looks only at players whom
    a record concerns, or whose sockets have come, gone, or entered or left a room.

    Attributes:
        guests: the guests, as keys; the guest who was shown the tournament last stands at the end.
        since: player who waits → since when, in ms.
        changes: how often somebody began or ceased to wait.
        unwritten: players who began or ceased to wait since the store was told.
        told: when the store was told last, in ms; 0: it must be told everything.
        shown: what all guests have been shown; None: perhaps not all.
    """

    def __init__(self) -> None:
        self.guests: dict[Guest, None] = {}
        self.since: dict[str, int] = {}
        self.changes = 0
        self.unwritten: set[str] = set()
        self.told = 0
        self.shown: tuple[int, int] | None = None
        self._of: defaultdict[str, list[Guest]] = defaultdict(list)
        self._stirred: dict[str, int] = {}
        self._looked = self._told = _Seen()
        self._restless: dict[str, None] = {}

    @property
    def is_restless(self) -> bool:
        """True while somebody is to be looked at."""
        return bool(self._stirred)

    def come(self, guest: Guest, now: int) -> None:
        """Let a guest in."""
        self.guests[guest] = None
        self._of[guest.player].append(guest)
        self.stir(guest.player, now)

    def go(self, guest: Guest, now: int) -> None:
        """Let a guest out."""
        if guest in self.guests:
            del self.guests[guest]
            self._of[guest.player].remove(guest)
            if not self._of[guest.player]:
                del self._of[guest.player]
            self.stir(guest.player, now)

    def stir(self, player: str, now: int) -> None:
        """Note that a socket of a player has come, gone, or entered or left a room."""
        self._stirred[player] = now

    def look(self, state: Tournament | None, now: int) -> None:
        """Find out who waits now: a guest who is free, takes part and does not play. None: the tournament is not known."""
        stirred, self._stirred = self._stirred, {}
        concerned, self._looked = self._looked.concerned(state)
        for player in list(self._of) if concerned is None else {*stirred, *concerned}:
            waits = state is not None and takes_part(state, player) and any(one.is_free() for one in self._with(player))
            if waits == (player in self.since):
                continue
            if waits and state is not None:
                self.since[player] = _back_since(state, player, stirred.get(player, now))
            else:
                del self.since[player]
            self.unwritten.add(player)
            self.changes += 1
        self._restless |= dict.fromkeys(stirred)
        if stirred:
            self.shown = None

    def to_look_at(self, state: Tournament) -> list[Guest]:
        """Return the guests for whom something of their own may be new since the last call, the longest ago first."""
        restless, self._restless = self._restless, {}
        concerned, self._told = self._told.concerned(state)
        if concerned is None:
            return list(self.guests)
        players = dict.fromkeys((*reversed(concerned), *restless))
        return [guest for player in players for guest in self._with(player)]

    def _with(self, player: str) -> list[Guest]:
        return self._of.get(player, [])


class _Seen(NamedTuple):
    """A version of a tournament."""

    state: Tournament | None = None
    version: int = 0

    def concerned(self, state: Tournament | None) -> tuple[list[str] | None, _Seen]:
        """Return the players whom the records since concern, None: all, and the present version."""
        if state is None or state is not self.state:
            return None, _Seen(state, state.version if state is not None else 0)
        return state.concerned_since(self.version), _Seen(state, state.version)


def _back_since(state: Tournament, player: str, moment: int) -> int:
    """Return since when somebody waits who is here from a moment on: since the end of the last game, if that was just now. The way
    back from a room of another node takes longer, and nobody shall be paired later for that."""
    last = state.competitors[player].last
    return last.ended if last is not None and moment - BACK_MS <= last.ended < moment else moment


def takes_part(state: Tournament, player: str) -> bool:
    """Return True if somebody takes part and does not play."""
    known = state.competitors.get(player)
    return known is not None and not known.out and player not in state.playing


class Guests:
    """All guests of this node, by the tournament.

    Args:
        now: the rooms' clock, in ms.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self.halls: defaultdict[str, Hall] = defaultdict(Hall)
        self._now = now
        self._by_socket: dict[Hashable, tuple[str, Guest]] = {}

    def come(self, socket: Hashable, id: str, guest: Guest) -> None:
        """Let the player of a socket into the hall of a tournament, and out of any other."""
        self.go(socket)
        self._by_socket[socket] = id, guest
        self.halls[id].come(guest, self._now())

    def go(self, socket: Hashable) -> None:
        """Let the player of a socket out of the hall, if it is in one."""
        id, guest = self._by_socket.pop(socket, ("", None))
        if guest is not None and id in self.halls:
            self.halls[id].go(guest, self._now())

    def stir(self, socket: Hashable) -> None:
        """Note that the player of a socket has perhaps entered or left a room."""
        id, guest = self._by_socket.get(socket, ("", None))
        if guest is not None and id in self.halls:
            self.halls[id].stir(guest.player, self._now())

    def of(self, socket: Hashable) -> tuple[str, Guest | None]:
        """Return the tournament in whose hall the player of a socket is, and the guest; empty and None: in none."""
        return self._by_socket.get(socket, ("", None))

    def close(self, id: str) -> None:
        """Forget an empty hall."""
        self.halls.pop(id, None)
