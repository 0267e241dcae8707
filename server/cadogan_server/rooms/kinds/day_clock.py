"""The clock of a correspondence duel: each turn has some days, by the calendar."""

from __future__ import annotations

from cadogan_protocol.rooms import Clock

DAY_MS = 24 * 3600 * 1000

GRACE_MS = 10 * 60 * 1000
"""Milliseconds after the shown deadline in which a player may still act: the clocks of nodes may differ by minutes."""

OUTAGE_MS = 10 * 60 * 1000
"""Milliseconds after that by which a node is sure to take the room up. If it is later, no server ran."""

AGAIN_MS = 12 * 3600 * 1000
"""Milliseconds that a player gets whose time ran out while no server ran."""

REMINDER = 4
"""A player is reminded when the time that is left is the whole divided by this."""


class DayClock:
    """The clock of a duel whose turns have days. It runs on while no node has the room. Moments and spans are milliseconds;
    moments count from the start of the room.

    Args:
        days: the days for each turn.
    """

    __slots__ = ("_again", "_days", "_is_news", "_reminded", "_seat", "_since", "_woken")

    def __init__(self, days: int) -> None:
        self._days = days
        self._seat: int | None = None
        self._since = 0
        """The moment at which the current turn began."""
        self._again = 0
        """The moment until which the current turn was prolonged; 0: it was not."""
        self._reminded = False
        """True once the player on turn was reminded."""
        self._is_news = False
        """True if the turn began, or its player was reminded, since a node last took the room up."""
        self._woken = 0
        """The moment of that, in ms since 1970; 0: none has."""

    @property
    def _deadline(self) -> int:
        return max(self._again, self._since + self._days * DAY_MS)

    def has_run_out(self, t: int) -> bool:
        """Return True if the time for the current turn, and the grace, are over at moment `t`."""
        return t >= self._deadline + GRACE_MS

    def remind(self) -> None:
        """Note that the player on turn was reminded."""
        self._reminded = self._is_news = True

    def news(self, starts: int) -> tuple[int, bool] | None:
        """Return when the current turn began, in ms since 1970, and whether its player was reminded of it; None if that was
        before a node last took the room up. `starts` is the start of the room.
        """
        return (starts + self._since, self._reminded) if self._is_news else None

    def reopened(self, woken: int, starts: int) -> None:
        """Note that a node has taken the room up at the moment `woken`; later calls with the same change nothing. If the time ran
        out long before, no server ran: the player gets some more. Both moments are in ms since 1970.
        """
        if woken == self._woken:
            return
        self._woken, self._is_news = woken, False
        if woken - starts > self._deadline + GRACE_MS + OUTAGE_MS:
            self._again = woken - starts + AGAIN_MS

    def show(self, t: int, seat: int | None, starts: int) -> tuple[Clock, int | None]:
        """Return the clock as players are told it, and the moment, in ms since 1970, at which something is due.

        Args:
            t: the moment.
            seat: the player who is to act; None: nobody is. A turn begins when it is another player than before.
            starts: the moment of the start, in ms since 1970.
        """
        if seat != self._seat:
            self._seat, self._since, self._again = seat, t, 0
            self._reminded, self._is_news = False, True
        if seat is None:
            return Clock(), None
        deadline = self._deadline
        due = deadline + GRACE_MS if self._reminded else deadline - self._days * DAY_MS // REMINDER
        return Clock(seat=seat, deadline=starts + deadline), starts + due
