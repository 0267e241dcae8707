"""How often those who play in a room may say something: each of them, and all together.

What is said is one of a fixed set, so there is nothing to be read by others; but each of it is sent to everybody in the room.
It is kept in memory alone, and no more than the last.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from cadogan_protocol.errors import ErrorCode
from cadogan_server.rooms.refused import Refused

PLAYER_BURST, PLAYER_SECONDS = 3, 3.0
"""A player may say so many at once, and then one in so many seconds."""

ROOM_BURST, ROOM_SECONDS = 8, 0.5
"""The same for all players of a room together."""


class Allowance:
    """Lets something be done `burst` times at once, and then once in so many `seconds`. `now` is a moment in seconds."""

    __slots__ = ("_burst", "_left", "_seconds", "_since")

    def __init__(self, burst: int, seconds: float, now: float) -> None:
        self._burst = burst
        self._seconds = seconds
        self._left = float(burst)
        self._since = now

    def wait(self, now: float) -> float:
        """Return in how many seconds it may be done; 0: now."""
        self._left = min(self._burst, self._left + (now - self._since) / self._seconds)
        self._since = now
        return max(0.0, (1 - self._left) * self._seconds)

    def take(self) -> None:
        """Count that it is done now, after `wait`."""
        self._left -= 1


class Talk:
    """What is said in one room.

    Args:
        now: the clock, in ms.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._room: Allowance | None = None
        self._players: dict[str, Allowance] = {}
        """By the ids of those who have said something; a room has few players."""

    def must_not_be_too_much(self, player: str) -> None:
        """Count that a player says something; raise Refused where that is too much."""
        now = self._now() / 1000
        if self._room is None:
            self._room = Allowance(ROOM_BURST, ROOM_SECONDS, now)
        own = self._players.setdefault(player, Allowance(PLAYER_BURST, PLAYER_SECONDS, now))
        wait = max(own.wait(now), self._room.wait(now))
        if wait > 0:
            raise Refused(
                ErrorCode.TOO_FAST, "too much is being said in this room; wait a moment", wait=max(1, ceil(wait))
            )
        own.take()
        self._room.take()
