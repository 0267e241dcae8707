"""The clock of a game by turns: the time for one action, and the time that each player has for the whole game."""

from __future__ import annotations

from cadogan_protocol.rooms import Clock


class TurnClock:
    """The clock of a game by turns. Moments and spans are milliseconds; moments count from the start of the room.

    Args:
        players: the number of players.
        action: the span of one action; 0: unlimited.
        whole: the span that each player has for a whole game; 0: unlimited.

    Attributes:
        since: the moment at which the current action began.
    """

    __slots__ = ("_action", "_players", "_remaining", "_whole", "since")

    def __init__(self, players: int, action: int, whole: int) -> None:
        self.since = 0
        self._players = players
        self._action = action
        self._whole = whole
        self._remaining = [0] * players

    def begin(self) -> None:
        """Give each player the time for a whole game."""
        self._remaining = [self._whole] * self._players

    def spend(self, seat: int, t: int) -> None:
        """Take from a player the time of the current action, which ends at moment `t`."""
        if self._whole:
            self._remaining[seat] = max(0, self._remaining[seat] - (t - self.since))

    def has_run_out(self, seat: int, t: int) -> bool:
        """Return True if a player has used up the time for the whole game at moment `t`."""
        return self._whole > 0 and t - self.since >= self._remaining[seat]

    def begin_action(self, t: int, seat: int | None, starts: int, timeouts: tuple[int, ...]) -> Clock:
        """Let an action begin at moment `t`, and return the clock as players are told it.

        Args:
            t: the moment.
            seat: the player who is to act; None: nobody is.
            starts: the moment of the start, in ms since 1970.
            timeouts: by seat, how many times in succession a player's time ran out.
        """
        self.since = t
        spans = []
        if seat is not None:
            spans = [self._action] if self._action else []
            spans += [self._remaining[seat]] if self._whole else []
        return Clock(
            seat=seat,
            deadline=starts + t + min(spans) if spans else None,
            remaining=tuple(self._remaining) if self._whole else (),
            timeouts=timeouts,
        )
