"""Limits on emotes and set phrases: for each player, and for a room as a whole.

The texts come from a fixed set, so nobody can write anything of their own; but each one is sent to everybody in the
room. Only the last one is kept, in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from cadogan_protocol.errors import ErrorCode
from cadogan_server.rooms.refused import Refused

PLAYER_BURST, PLAYER_SECONDS = 3, 3.0
"""The texts that a player may send at once, and then the seconds for each further one."""

ROOM_BURST, ROOM_SECONDS = 8, 0.5
"""The same limits for all players of a room together."""


class TextAllowance:
    """Allows `burst` uses at once, and then one every `seconds`. `now` is a moment in seconds."""

    __slots__ = ("_burst", "_left", "_seconds", "_since")

    def __init__(self, burst: int, seconds: float, now: float) -> None:
        self._burst = burst
        self._seconds = seconds
        self._left = float(burst)
        self._since = now

    def wait(self, now: float) -> float:
        """Return the seconds until the next use is allowed; 0 means now."""
        self._left = min(self._burst, self._left + (now - self._since) / self._seconds)
        self._since = now
        return max(0.0, (1 - self._left) * self._seconds)

    def use(self) -> None:
        """Count a use. Call `wait` first."""
        self._left -= 1


class EmoteLimits:
    """Limits the texts of one room.

    Args:
        now: the clock, in ms.
    """

    __slots__ = ("_now", "_players", "_room")

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._room: TextAllowance | None = None
        self._players: dict[str, TextAllowance] = {}
        """By player id, for players who have said something. A room has few players."""

    def must_not_be_too_much(self, player: str) -> None:
        """Count one text of a player.

        Raises:
            Refused: the player, or the room as a whole, has said too much.
        """
        now = self._now() / 1000
        if self._room is None:
            self._room = TextAllowance(ROOM_BURST, ROOM_SECONDS, now)
        own = self._players.setdefault(player, TextAllowance(PLAYER_BURST, PLAYER_SECONDS, now))
        wait = max(own.wait(now), self._room.wait(now))
        if wait > 0:
            raise Refused(
                ErrorCode.TOO_FAST, "too much is being said in this room; wait a moment", wait=max(1, ceil(wait))
            )
        own.use()
        self._room.use()
