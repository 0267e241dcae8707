"""Builds the addresses under which a server is found, by this machine and by others."""

from __future__ import annotations

import re
import socket

from cadogan_server.settings import Settings


def bots_url(host: str, port: int) -> str:
    """Return the address at which a process on this machine finds a server that listens on `host`."""
    return f"ws://{near(host)}:{port}/ws"


def near(host: str) -> str:
    """Return the host of a server that listens on `host`, as a process on this machine writes it in a URL."""
    found = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "localhost": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"[{found}]" if ":" in found else found


def node_address(settings: Settings, port: int) -> str:
    """Return the address at which other nodes reach this one: as configured, else its machine's address if it listens
    there.
    """
    everywhere = settings.host in ("", "0.0.0.0", "::")
    host = settings.advertise or (everywhere and network_address()) or near(settings.host)
    return f"ws://{host}" if re.search(r"[^:]:\d+$|\]:\d+$", host) else f"ws://{host}:{port}"


def network_address() -> str | None:
    """Return this machine's address on its network, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; it only chooses the route
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address
