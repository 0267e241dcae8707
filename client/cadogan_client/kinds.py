"""The kinds of rooms. All other code of the client reads these facts, and never compares the name of a kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cadogan_protocol.room_options import RoomKind


@dataclass(frozen=True, kw_only=True)
class Kind:
    """The facts about a kind of room.

    Attributes:
        name: its name on the wire.
        seats: the number of seats of each room; None: its options say how many.
        own_boards: true if each player plays the same deal on a board of their own.
        turns: true if players take turns.
        together: true if several players move at one table at the same time, so a move may come too late.
        matches: true if a room may play several games, each with a deal of its own.
        wins: the heading of the figure `wins` on a leaderboard.
    """

    name: RoomKind
    seats: int | None
    own_boards: bool
    turns: bool
    together: bool
    matches: bool
    wins: str

    @property
    def waits(self) -> bool:
        """True if a player without a legal move waits for others. If false, a board without a legal move is stuck."""
        return self.turns or self.together

    def boards(self, seats: int) -> int:
        """Return the number of boards that a spectator of a room with this many seats is shown."""
        return seats if self.own_boards else 1


RACE = Kind(name="race", seats=None, own_boards=True, turns=False, together=False, matches=False, wins="first places")
DUEL = Kind(name="duel", seats=2, own_boards=False, turns=True, together=False, matches=True, wins="wins")
SHARED = Kind(name="shared", seats=None, own_boards=False, turns=False, together=True, matches=True, wins="wins")

KINDS: Mapping[RoomKind, Kind] = {kind.name: kind for kind in (RACE, DUEL, SHARED)}
