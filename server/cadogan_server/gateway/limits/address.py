"""The address that a connection counts for."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

from websockets.datastructures import Headers

FORWARDED_FOR = "X-Forwarded-For"
"""Header in which a proxy names the client's address. Connections of other nodes, and the proxy's own, have none."""


def counted(peer: object) -> str:
    """Return the address of a socket's peer, given `get_extra_info("peername")`; "" if there is none."""
    return network(str(peer[0])) if isinstance(peer, (tuple, list)) and peer else ""


def forwarded(headers: Headers, behind: str) -> str:
    """Return the last address in X-Forwarded-For, which the proxy has added; without the header, the proxy's own,
    `behind`.

    Earlier addresses came from the client and may be invented.
    """
    last = ",".join(headers.get_all(FORWARDED_FOR)).rpartition(",")[2].strip()
    return network(last) if last else behind


def network(address: str) -> str:
    """Return what counts as one address: for IPv6 the network of 64 bits, since its holder has all of it."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or parsed.exploded[:19])
    return str(parsed)
