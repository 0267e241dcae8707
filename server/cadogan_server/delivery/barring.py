"""Addresses that the host of a room has put out for a while.

The room's core knows the players themselves, and the marks of the addresses from which they took their seats, as both
are in the log. This module knows the players' latest addresses, which may differ. No log holds addresses, so they are
only in the owner's memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from cadogan_server.rooms.seats import must_wait

KEPT = 256
"""The number of players of a room whose addresses are remembered."""


NOBODY_BARRED: Mapping[str, int] = MappingProxyType({})
"""Shared by all rooms whose host has put nobody out."""


class Barring:
    """The addresses of one room."""

    __slots__ = ("_came_from", "_until")

    def __init__(self) -> None:
        self._came_from: dict[str, str] = {}
        self._until = NOBODY_BARRED

    def note_address(self, player: str, address: str) -> None:
        """Note the address of a player who has taken a seat or come back to it."""
        self._came_from.pop(player, None)
        self._came_from[player] = address
        if len(self._came_from) > KEPT:
            del self._came_from[next(iter(self._came_from))]

    def put_out(self, player: str, until: int, host: str) -> None:
        """Bar the address of a player until a moment, in ms. The host's own address stays open: a whole house may share
        it.
        """
        address = self._came_from.pop(player, "")
        if address and address != host:
            self._until = {**self._until, address: until}

    def known(self) -> list[dict[str, str] | dict[str, int]]:
        """Return everything known, for another node that takes the room over."""
        return [self._came_from, dict(self._until)]

    def add_known(self, known: Any) -> None:
        """Add what `known` returned at the node that had the room before."""
        came_from, until = known
        self._came_from.update({str(player): str(address) for player, address in came_from.items()})
        self._until = {**self._until, **{str(address): int(moment) for address, moment in until.items()}}

    def left(self, now: int) -> dict[str, int]:
        """Return the barred addresses, each with the ms that are left."""
        return {address: until - now for address, until in self._until.items() if until > now}

    def learn_left(self, addresses: Mapping[str, int], now: int) -> None:
        """Replace the barred addresses by those that the owner sends, each with the ms that are left."""
        self._until = {address: now + left for address, left in addresses.items()}

    def must_not_be_out(self, code: str, address: str, now: int) -> None:
        """Check that a newcomer may come from this address.

        Raises:
            Refused: the address is barred at `now`, in ms.
        """
        must_wait(code, self._until.get(address, 0), now)
