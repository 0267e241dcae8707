"""A proxy's bounds on one visitor, in the files for operators: simultaneous connections, and new ones a second."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from websockets.exceptions import InvalidHandshake

from deploy.proxy import FILES
from tests.server.conftest import Serve
from tests.server.fetching import fetch
from tests.server.test_proxies import in_front
from tests.server.wire import dial

SMALLER = {
    "nginx.conf": [(r"cadogan_connections 300", "cadogan_connections 4")],
    "haproxy.cfg": [(r"conn_cur\(0\) gt 300", "conn_cur(0) gt 4")],
}
"""The same bounds, with fewer connections."""

SELDOM = [(r"rate=100r/s", "rate=1r/m"), (r"burst=1000", "burst=2")]


def changed(folder: Path, file: str, changes: list[tuple[str, str]]) -> Path:
    """Write a proxy's file with other numbers; return its folder."""
    text = (FILES / file).read_text()
    for old, new in changes:
        text, found = re.subn(old, new, text)
        assert found == 1, old
    files = folder / "files"
    files.mkdir()
    (files / file).write_text(text)
    return files


@pytest.mark.parametrize("name", ["nginx", "haproxy"])
async def test_the_connections_of_one_visitor_are_limited(serve: Serve, name: str, tmp_path: Path) -> None:
    (file,) = (file for file in SMALLER if file.startswith(name))
    files = changed(tmp_path, file, SMALLER[file])
    async with (
        serve(behind_proxy=True) as server,
        in_front(server, name, tmp_path, files=files) as seen,
        AsyncExitStack() as stack,
    ):
        for _ in range(4):
            await stack.enter_async_context(dial(seen.port))
        # HAProxy closes the connection. The client reads an end of file or a reset, whichever comes first.
        with pytest.raises((InvalidHandshake, OSError)):
            await stack.enter_async_context(dial(seen.port))
        await stack.enter_async_context(dial(seen.port, source="127.0.0.2"))


async def test_the_requests_of_one_visitor_to_nginx_are_limited(serve: Serve, tmp_path: Path) -> None:
    files = changed(tmp_path, "nginx.conf", SELDOM)
    async with serve(behind_proxy=True) as server, in_front(server, "nginx", tmp_path, files=files) as seen:
        assert [(await fetch(seen, "/healthz"))[0].status for _ in range(3)] == [200, 200, 429]  # `in_front` sent one
        async with dial(seen.port, source="127.0.0.2") as anna:
            await anna.hello("Anna")


@pytest.mark.parametrize(
    ("address", "visitor"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2:"),
        ("2001:db8:1:2::6", "2001:db8:1:2:"),
        ("2001:db8:1::6", "2001:db8:1::"),
        ("2001:db8::1:2:3", "2001:db8::"),
        ("::1", "::"),
    ],
)
def test_nginx_counts_an_ipv6_network_as_one_visitor(address: str, visitor: str) -> None:
    text = (FILES / "nginx.conf").read_text().partition("$cadogan_visitor {")[2].partition("}\n")[0]
    patterns = re.findall(r'"~(\S+)"', text)
    assert len(patterns) == 2
    found = next((match[1] for pattern in patterns if (match := re.search(pattern, address))), address)
    assert found == visitor


CONNECT = """
import socket
held = []
def connections(source, count):
    for number in range(count):
        held.append(socket.socket())
        held[-1].settimeout(0.1)
        held[-1].bind((source, 0))
        try:
            held[-1].connect(("127.0.0.1", 443))
        except TimeoutError:
            return number
    return count
server = socket.create_server(("127.0.0.1", 443), backlog=1000)
print(connections("127.0.0.2", 310), connections("127.0.0.3", 10))
"""


def test_the_kernel_gives_one_visitor_300_connections_and_others_theirs() -> None:
    """It runs in a network namespace with a loopback and rules of its own."""
    if shutil.which("nft", path="/usr/sbin:/usr/bin") is None:
        pytest.skip("nft is not installed: apt install nftables")
    steps = 'ip link set lo up && nft -f "$1" && exec "$2" -c "$3"'
    own = ("unshare", "--user", "--map-root-user", "--net", "sh", "-ec", steps, "sh")
    done = subprocess.run(
        [*own, FILES / "nftables.conf", sys.executable, CONNECT], capture_output=True, text=True, check=False
    )
    if "unshare failed" in done.stderr:
        pytest.skip(f"no network namespace can be had here: {done.stderr}")
    assert done.stdout == "300 10\n", done.stderr
