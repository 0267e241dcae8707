"""The files for proxies, in front of a real server: sockets and events pass, and nobody can forge an address."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest

from cadogan_protocol.api import HEARTBEAT_SECONDS, PREFIX
from cadogan_protocol.messages import Moved, Ping, Pong, Step
from cadogan_server.app import Running
from cadogan_server.gateway.relays.relay import PATH
from cadogan_server.settings import Events
from cadogan_server.store.log.bounds import Bounds
from cadogan_server.store.nodes.orders import Ban
from deploy.ports import free_ports
from deploy.programs import Missing
from deploy.proxy import FILES, PROXIES
from tests.faults.tcp_proxy import tcp_proxy
from tests.server.conftest import Serve
from tests.server.fetching import fetch
from tests.server.reading import nobody_reads, reading
from tests.server.waiting import until
from tests.server.wire import dial

INVENTED = "198.51.100.9"


@asynccontextmanager
async def in_front(
    of: Running, proxy: str, folder: Path, *others: Running, files: Path = FILES
) -> AsyncIterator[Running]:
    """Run a proxy in front of some servers; yield the first one, as seen through it."""
    (port,) = free_ports(1)
    try:
        command, where = PROXIES[proxy](folder, port, [node.port for node in (of, *others)], files)
    except Missing as missing:
        pytest.skip(str(missing))
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(*command, env={**os.environ, **where}, stdout=log, stderr=log)
    try:
        seen = dataclasses.replace(of, door=dataclasses.replace(of.door, port=port))

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
"""Seconds of silence after which each proxy cuts off a streamed answer, or a socket. Caddy by itself does not."""


@pytest.mark.parametrize("file", TIME_OUTS)
def test_no_proxy_cuts_off_a_line_that_is_silent_between_heartbeats(file: str) -> None:
    found = re.findall(TIME_OUTS[file], (FILES / file).read_text())
    assert len(found) == {"haproxy.cfg": 3, "nginx.conf": 2, "Caddyfile": 0}[file]
    assert all(int(seconds) >= 2 * HEARTBEAT_SECONDS for seconds in found)


@pytest.mark.parametrize("proxy", PROXIES)
async def test_sockets_and_events_pass_and_invented_addresses_do_not(serve: Serve, proxy: str, tmp_path: Path) -> None:
    quick = Events(look=0.01, heartbeat=0.05)
    async with serve(behind_proxy=True, events=quick) as server, in_front(server, proxy, tmp_path) as seen:
        async with dial(seen.port) as anna, reading(seen.port, f"{PREFIX}/events/rooms") as stream:
            # Events pass one by one and at once, and so do comments.
            assert (await stream.until("rooms")).data == {"rooms": []}
            while await stream.line() != ":":
                pass
            await (await anna.hello("Anna")).create("klondike", time_limit=0)
            assert (await stream.until("room")).data["code"] == anna.code
            assert server.gateway.limits.streams.sum == 1
            await anna.ready()
            await anna.the(Moved)
            assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        await nobody_reads(server)  # the proxy tells the server that the reader is gone
        assert (await fetch(server, "/node"))[0].status == 403
        assert [(await fetch(seen, path))[0].status for path in (PATH, PATH + "?")] == [404, 404]
        assert 403 not in [(await fetch(seen, path))[0].status for path in ("/%6eode", "//node", "/./node", "/NODE")]
        claims = {"X-Forwarded-For": INVENTED, "X-Forwarded-Host": "evil.example"}
        server.gateway.bans.set([Ban("address", f"{INVENTED}/32", 0, "")])
        assert (await fetch(seen, "/api/v1/rooms", **claims))[0].status == 200
        server.gateway.bans.set([Ban("address", "127.0.0.1/32", 0, "")])
        assert (await fetch(seen, "/api/v1/rooms", **claims))[0].status == 403


async def test_haproxy_cuts_off_no_player_of_a_lone_node_that_is_full(
    serve: Serve, redis_url: str, tmp_path: Path
) -> None:
    path = redis_url.removeprefix("unix://").partition("?")[0]
    async with AsyncExitStack() as stack:
        to_store = await stack.enter_async_context(tcp_proxy(path))
        bounds = Bounds(unwritten=0)
        lone = await stack.enter_async_context(serve(redis=f"redis://127.0.0.1:{to_store.port}", journal=bounds))
        seen = await stack.enter_async_context(in_front(lone, "haproxy", tmp_path))
        anna = await stack.enter_async_context(dial(seen.port))
        await (await anna.hello("Anna")).create("klondike", time_limit=0)
        await anna.ready()
        await anna.the(Moved)
        to_store.refuses = True
        to_store.cut()
        while isinstance(await anna.play(anna.moves[0]), Step):
            pass

        async def takes_nobody_new() -> bool:
            return (await fetch(seen, "/healthz"))[0].status == 503

        await until(takes_nobody_new)
        assert (await fetch(lone, "/healthz"))[0].status == 404
        assert isinstance(await anna.ask(Ping), Pong)
        to_store.refuses = False
        await anna.state(lambda room: room.safe)
        assert isinstance(await anna.play(anna.moves[0]), Step)


class RestartingNode:
    """A node that ends and comes back at the same port."""

    def __init__(self, serve: Serve, port: int) -> None:
        self._serve = serve
        self._port = port
        self._stack = AsyncExitStack()

    async def start(self) -> Running:
        return await self._stack.enter_async_context(self._serve(port=self._port, behind_proxy=True))

    async def end(self) -> None:
        await self._stack.aclose()


@pytest.mark.parametrize("proxy", PROXIES)
async def test_nobody_is_kept_out_while_nodes_end_and_come_back_in_turn(
    serve: Serve, proxy: str, tmp_path: Path
) -> None:
    """Players come in all the time. `dial` fails if the proxy answers instead of a node."""
    async with AsyncExitStack() as stack:
        nodes = [RestartingNode(serve, port) for port in free_ports(2)]
        for node in nodes:
            stack.push_async_callback(node.end)
        seen = await stack.enter_async_context(
            in_front(await nodes[0].start(), proxy, tmp_path, await nodes[1].start())
        )
        for node in nodes * 2:
            await node.end()
            for _ in range(4):
                wire = await stack.enter_async_context(dial(seen.port))
                await wire.hello("Anna")
            await node.start()
