"""Ports for servers that are told theirs before they start, or that start again at the same one."""

from __future__ import annotations

import atexit
import random
import socket
from pathlib import Path

GIVEN_BY_THE_SYSTEM = Path("/proc/sys/net/ipv4/ip_local_port_range")
"""Where Linux says which ports it gives to whoever asks for any, and to each connection that is opened."""

_claims: list[socket.socket] = []


def free_ports(count: int) -> list[int]:
    """Return so many ports of the loopback that nobody has, nor gets while this process lives.

    The system never gives them to a connection that somebody opens just when no server listens there. Of other processes that
    ask here none gets them: a port is claimed by a UDP socket of the same number, which is in nobody's way.

    Raises:
        OSError: there are not so many.
    """
    found: list[int] = []
    candidates = _not_given_by_the_system()
    random.shuffle(candidates)
    while len(found) < count:
        if not candidates:
            raise OSError(f"{count} free ports are wanted, and only {len(found)} are to be had")
        port = candidates.pop()
        claim = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            claim.bind(("127.0.0.1", port))
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            claim.close()
        else:
            _claims.append(claim)
            found.append(port)
    return found


@atexit.register
def _let_go() -> None:
    for claim in _claims:
        claim.close()


def _not_given_by_the_system() -> list[int]:
    try:
        first, last = map(int, GIVEN_BY_THE_SYSTEM.read_text().split())
    except OSError:
        first, last = 49152, 65535  # as IANA has it, and most systems
    return [port for port in range(10_000, 65_536) if not first <= port <= last]
