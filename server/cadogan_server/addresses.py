"""Where a server is found: by processes of its machine, by those of others."""

from __future__ import annotations

import re
import socket

from cadogan_server.settings import Settings


def bots_url(host: str, port: int) -> str:
    """Return where a process on this machine finds a server that listens on `host`."""
    return f"ws://{near(host)}:{port}/ws"


def near(host: str) -> str:
    """Return how a process on this machine writes the host of a server that listens on `host`, in a URL."""
    found = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "localhost": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"[{found}]" if ":" in found else found


def node_address(settings: Settings, port: int) -> str:
    """Return where other nodes reach this one: where it says so, else at its machine's address if it listens there."""
    everywhere = settings.host in ("", "0.0.0.0", "::")
    host = settings.advertise or (everywhere and network_address()) or near(settings.host)
    return f"ws://{host}" if re.search(r"[^:]:\d+$|\]:\d+$", host) else f"ws://{host}:{port}"


def network_address() -> str | None:
    """Return this machine's address on its network, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; it only chooses the way that a packet would take
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address
