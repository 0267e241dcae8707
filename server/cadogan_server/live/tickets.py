"""Ways in for a player who is known already, on another device: each is good for once, and for a short time."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from typing import NamedTuple

TICKET_SECONDS = 300
"""For so long a ticket is taken."""

KEPT = 10_000
"""How many there may be; the oldest goes first."""


class _Made(NamedTuple):
    """The last ticket of a player, the token that it stands for, and until when."""

    ticket: str
    token: str
    until: float


class Tickets:
    """The tickets that nobody has come in by yet. They are in memory alone: a server that stops forgets them.

    Args:
        now: a clock in seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._made: dict[str, _Made] = {}

    def make(self, player: str, token: str) -> str:
        """Return a ticket for a player with this token; the one made before is no longer good."""
        self._made.pop(player, None)
        if len(self._made) >= KEPT:
            del self._made[next(iter(self._made))]
        ticket = f"{player}.{secrets.token_urlsafe(16)}"
        self._made[player] = _Made(ticket, token, self._now() + TICKET_SECONDS)
        return ticket

    def take(self, ticket: str) -> str | None:
        """Return the token that a ticket stands for, once; None where it was never made, used before, or is too old."""
        player = ticket.partition(".")[0]
        made = self._made.get(player)
        if made is None or not hmac.compare_digest(made.ticket.encode(), ticket.encode()):
            return None
        del self._made[player]
        return made.token if self._now() <= made.until else None
