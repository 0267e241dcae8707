"""Ports for servers that need them before they start, or that restart at the same one."""

from __future__ import annotations

import atexit
import random
import socket
from pathlib import Path

GIVEN_BY_THE_SYSTEM = Path("/proc/sys/net/ipv4/ip_local_port_range")
"""The file with the range of ports that Linux assigns automatically, to listening and outgoing sockets."""

_claims: list[socket.socket] = []


def free_ports(count: int) -> list[int]:
    """Return `count` ports of the loopback that no process has, or gets while this process lives.

    The system never assigns them to outgoing connections while no server listens there. Other processes that call this
    function do not get them either: a UDP socket of the same number claims each port without disturbing anybody.

    Raises:
        OSError: fewer ports than that are free.
    """
    found: list[int] = []
    candidates = _not_given_by_the_system()
    random.shuffle(candidates)
    while len(found) < count:
        if not candidates:
            raise OSError(f"{count} free ports are wanted, and only {len(found)} are free: end programs that use ports")
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
        first, last = 49152, 65535  # IANA's range, and most systems'
    return [port for port in range(10_000, 65_536) if not first <= port <= last]
