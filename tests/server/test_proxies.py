"""The proxies' files that operators are given, before a real server: sockets and events pass, and nobody can invent an address."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from cadogan_protocol.api import HEARTBEAT_SECONDS, PREFIX
from cadogan_protocol.messages import Moved, Step
from cadogan_server.app import Running
from cadogan_server.settings import Events
from cadogan_server.store.orders import Ban
from deploy import cluster
from deploy.cluster import Missing
from deploy.ports import free_ports
from tests.server.conftest import Serve
from tests.server.fetching import fetch
from tests.server.reading import nobody_reads, reading
from tests.server.waiting import until
from tests.server.wire import dial

PROXIES = Path(cluster.__file__).parent / "proxies"

INVENTED = "198.51.100.9"

Command = tuple[list[str], dict[str, str]]


def caddy(folder: Path, port: int, node: str) -> Command:
    """As it stands, but without TLS, which needs a name."""
    where = {"CADOGAN_DOMAIN": f"http://127.0.0.1:{port}", "CADOGAN_NODES": node, "XDG_DATA_HOME": str(folder)}
    return [cluster.program("caddy"), "run", "--adapter", "caddyfile", "--config", str(PROXIES / "Caddyfile")], where


def haproxy(folder: Path, port: int, node: str) -> Command:
    """As it stands; the second node is not there."""
    where = {"CADOGAN_BIND": f"127.0.0.1:{port}", "CADOGAN_NODE1": node, "CADOGAN_NODE2": "127.0.0.1:1"}
    return [cluster.program("haproxy"), "-db", "-f", str(PROXIES / "haproxy.cfg")], where


def nginx(folder: Path, port: int, node: str) -> Command:
    """Its own server, but for ports, certificates and the way to it from port 80."""
    text = (PROXIES / "nginx.conf").read_text()
    text = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", text, flags=re.DOTALL)
    for line, instead in (
        (r"listen 443 ssl http2;", f"listen 127.0.0.1:{port};"),
        (r"listen \[::\]:443.*", ""),
        (r"ssl_.*", ""),
        (r"server 127\.0\.0\.1:8001", f"server {node}"),
        (r"server 127\.0\.0\.1:8002.*", ""),
    ):
        text, found = re.subn(line, instead, text)
        assert found, line
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; {temporary}\n{text}\n}}\n"
    )
    return [cluster.program("nginx"), "-c", str(folder / "nginx.conf"), "-p", str(folder)], {}


@asynccontextmanager
async def in_front(of: Running, proxy: Callable[[Path, int, str], Command], folder: Path) -> AsyncIterator[Running]:
    """Run a proxy before a server; give the server as it is seen through it."""
    (port,) = free_ports(1)
    try:
        command, where = proxy(folder, port, f"127.0.0.1:{of.port}")
    except Missing as missing:
        pytest.skip(str(missing))
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(*command, env={**os.environ, **where}, stdout=log, stderr=log)
    try:
        seen = dataclasses.replace(of, port=port)

        async def answers() -> bool:
            assert process.returncode is None, (folder / "log").read_text()
            with suppress(OSError):
                return (await fetch(seen, "/healthz"))[0].status == 200
            return False

        await until(answers)
        yield seen
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


TIME_OUTS = {
    "haproxy.cfg": r"timeout (?:client|server|tunnel) +(\d+)s",
    "nginx.conf": r"proxy_(?:read|send)_timeout +(\d+)s",
    "Caddyfile": r"(?:read|write|stream)_timeout +(\d+)s",
}
"""After what silence a proxy cuts off an answer that goes on, or a socket; of itself Caddy does not."""


@pytest.mark.parametrize("file", TIME_OUTS)
def test_no_proxy_cuts_off_what_is_silent_between_two_heartbeats(file: str) -> None:
    found = re.findall(TIME_OUTS[file], (PROXIES / file).read_text())
    assert len(found) == {"haproxy.cfg": 3, "nginx.conf": 2, "Caddyfile": 0}[file]
    assert all(int(seconds) >= 2 * HEARTBEAT_SECONDS for seconds in found)


@pytest.mark.parametrize("proxy", [caddy, haproxy, nginx])
async def test_sockets_and_events_pass_and_an_address_that_somebody_invents_does_not(
    serve: Serve, proxy: Callable[[Path, int, str], Command], tmp_path: Path
) -> None:
    quick = Events(look=0.01, heartbeat=0.05)
    async with serve(behind_proxy=True, events=quick) as server, in_front(server, proxy, tmp_path) as seen:
        async with dial(seen.port) as anna, reading(seen.port, f"{PREFIX}/events/rooms") as stream:
            # Events come as they are, one by one and at once, and so does what only says that the stream goes on.
            assert (await stream.until("rooms")).data == {"rooms": []}
            while await stream.line() != ":":
                pass
            await (await anna.hello("Anna")).create("klondike", time_limit=0)
            assert (await stream.until("room")).data["code"] == anna.code
            assert server.gateway.limits.streams._sum == 1
            await anna.ready()
            await anna.the(Moved)
            assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        await nobody_reads(server)  # the proxy tells the server that who has read is gone
        assert (await fetch(server, "/node"))[0].status == 403
        assert (await fetch(seen, "/node"))[0].status == 404, "the nodes' own way to each other is closed to visitors"
        claims = {"X-Forwarded-For": INVENTED, "X-Forwarded-Host": "evil.example"}
        server.gateway.bans.set([Ban("address", f"{INVENTED}/32", 0, "")])
        assert (await fetch(seen, "/api/v1/rooms", **claims))[0].status == 200
        server.gateway.bans.set([Ban("address", "127.0.0.1/32", 0, "")])
        assert (await fetch(seen, "/api/v1/rooms", **claims))[0].status == 403
