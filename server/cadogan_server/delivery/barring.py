"""Which addresses stay out of a room for a while: those of people whom its host has put out.

The room's core knows the players themselves, from its log, and the marks of where they were when they took their seats. Here is
where they were last, which may be elsewhere: addresses are in no log, so these are in memory alone, at the room's node.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cadogan_server.rooms.lobby import must_wait

KEPT = 256
"""Of how many players of a room it is remembered where they came from."""


class Barring:
    """The addresses of one room."""

    __slots__ = ("_came_from", "_until")

    def __init__(self) -> None:
        self._came_from: dict[str, str] = {}
        self._until: dict[str, int] = {}

    def came(self, player: str, address: str) -> None:
        """A player has taken a seat, or come back to it."""
        self._came_from.pop(player, None)
        self._came_from[player] = address
        if len(self._came_from) > KEPT:
            del self._came_from[next(iter(self._came_from))]

    def put_out(self, player: str, until: int, host: str) -> None:
        """A player was put out until a moment, in ms. The host's own address stays open: it may be that of a whole house."""
        address = self._came_from.pop(player, "")
        if address and address != host:
            self._until[address] = until

    def told(self) -> list[dict[str, str] | dict[str, int]]:
        """Return all that is known, for another node that takes the room."""
        return [self._came_from, self._until]

    def learn(self, told: Any) -> None:
        """Know what another node has known."""
        came_from, until = told
        self._came_from.update({str(player): str(address) for player, address in came_from.items()})
        self._until.update({str(address): int(moment) for address, moment in until.items()})

    def left(self, now: int) -> dict[str, int]:
        """Return the addresses that stay out, each for how many ms yet."""
        return {address: until - now for address, until in self._until.items() if until > now}

    def learn_left(self, addresses: Mapping[str, int], now: int) -> None:
        """These addresses stay out, and for so many ms yet: another node says so, which has the room."""
        self._until = {address: now + left for address, left in addresses.items()}

    def must_not_be_out(self, code: str, address: str, now: int) -> None:
        """Raise Refused where nobody new may come from this address now."""
        must_wait(code, self._until.get(address, 0), now)
