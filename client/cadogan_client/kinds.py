"""The kinds of rooms, as far as a client must tell them apart. Everything else asks these facts, and never which kind it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cadogan_protocol.rooms import RoomKind


@dataclass(frozen=True, kw_only=True)
class Kind:
    """The facts about a kind of room.

    Attributes:
        name: its name on the wire.
        seats: the number of seats of each room; None: its options say how many.
        own_boards: each player has the same deal on an own board, and is done with it alone.
        turns: players wait for each other, so without a legal move it is another's turn; else the board is stuck.
        matches: a room may play several games, each with a deal of its own.
        wins: what the board of wins counts.
    """

    name: RoomKind
    seats: int | None
    own_boards: bool
    turns: bool
    matches: bool
    wins: str

    def boards(self, seats: int) -> int:
        """Return the number of boards that a spectator of a room with this many seats is shown."""
        return seats if self.own_boards else 1


RACE = Kind(name="race", seats=None, own_boards=True, turns=False, matches=False, wins="first places")
DUEL = Kind(name="duel", seats=2, own_boards=False, turns=True, matches=True, wins="wins")

KINDS: Mapping[RoomKind, Kind] = {kind.name: kind for kind in (RACE, DUEL)}
