"""Where a connection comes from, as all that is counted by addresses counts it."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

from websockets.datastructures import Headers

FORWARDED_FOR = "X-Forwarded-For"
"""The header in which a proxy says where a connection comes from. Connections of other nodes, and the proxy's own, have none."""


def counted(peer: object) -> str:
    """Return the address of a socket's peer, as `get_extra_info("peername")` tells it; "" where that has none."""
    return network(str(peer[0])) if isinstance(peer, (tuple, list)) and peer else ""


def forwarded(headers: Headers, behind: str) -> str:
    """Return the address that a proxy has put last into X-Forwarded-For; that of the proxy, `behind`, where it is silent.

    What comes before the last was written by who came to the proxy, and may be invented.
    """
    last = ",".join(headers.get_all(FORWARDED_FOR)).rpartition(",")[2].strip()
    return network(last) if last else behind


def network(address: str) -> str:
    """Return what counts as one address: in IPv6 a network of 64 bits, as whoever has one has all of it."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or parsed.exploded[:19])
    return str(parsed)
