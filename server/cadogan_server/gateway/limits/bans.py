"""Bans: addresses, networks and players that the operator keeps out."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from cadogan_server.store.nodes.orders import Ban


class Bans:
    """All bans that this server knows."""

    def __init__(self) -> None:
        self._players: dict[str, Ban] = {}
        self._networks: list[tuple[IPv4Network | IPv6Network, Ban]] = []

    def set(self, bans: Iterable[Ban]) -> None:
        """Replace all bans by these."""
        self._players, self._networks = {}, []
        for ban in bans:
            if ban.kind == "player":
                self._players[ban.name] = ban
            else:
                self._networks.append((ip_network(ban.name), ban))

    def of_player(self, player: str, now: int) -> Ban | None:
        """Return a player's ban at the time `now` in ms; None if there is none."""
        ban = self._players.get(player)
        return ban if ban is not None and ban.holds(now) else None

    def of_address(self, address: str, now: int) -> Ban | None:
        """Return the ban of an address (see `address.py`) at the time `now` in ms; None if there is none.

        An IPv6 network of 64 bits is banned if any part of it is.
        """
        if not self._networks:
            return None
        try:
            theirs = _network_of(address)
        except ValueError:
            return None
        return next(
            (ban for network, ban in self._networks if _overlap(network, theirs) and ban.holds(now)),
            None,
        )


def sentence(ban: Ban) -> str:
    """Return the sentence that a banned client is sent."""
    until = datetime.fromtimestamp(ban.until / 1000, UTC).strftime(" until %Y-%m-%d %H:%M UTC") if ban.until else ""
    why = f": {ban.why}" if ban.why else ""
    return f"you are banned from this server{until}{why}"


def _network_of(counted: str) -> IPv4Network | IPv6Network:
    """Return the network that counts as one address."""
    if counted.count(":") == 3 and "::" not in counted:  # the first 64 bits of an IPv6 address
        return ip_network(f"{counted}::/64")
    return ip_network(ip_address(counted))


def _overlap(one: IPv4Network | IPv6Network, other: IPv4Network | IPv6Network) -> bool:
    if isinstance(one, IPv4Network) and isinstance(other, IPv4Network):
        return one.overlaps(other)
    return isinstance(one, IPv6Network) and isinstance(other, IPv6Network) and one.overlaps(other)
