"""Connections are accepted in turns."""

from __future__ import annotations

import asyncio
import gc

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State
from websockets.typing import Subprotocol

from cadogan_protocol.codec import Format
from cadogan_server.app import Running
from cadogan_server.gateway.sockets.socket import Socket
from tests.server.conftest import Serve
from tests.server.fetching import figures
from tests.server.iterations import counted, knock
from tests.server.waiting import until
from tests.server.wire import PATIENCE, dial


async def test_each_turn_accepts_one_of_many_simultaneous_connections(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with counted(monkeypatch, Socket, "connection_made") as made, asyncio.timeout(PATIENCE):
        lines = await knock(server.port, 40)
        while made.times.total() < 40:
            await asyncio.sleep(0)
        assert made.most == 1
    for line in lines:
        line.close()


async def test_a_closed_socket_makes_room_for_another(serve: Serve) -> None:
    async with serve(sockets_per_address=1) as strict, asyncio.timeout(PATIENCE):
        for number in range(3):
            while True:
                async with dial(strict.port) as wire:
                    try:
                        await wire.hello(f"Visitor {number}")
                        break
                    except ConnectionClosed:
                        pass  # the one before is still closing
        while "cadogan_sockets 0.0" not in await figures(strict):
            pass


async def test_clients_that_do_not_close_do_not_delay_the_end_of_a_server(serve: Serve) -> None:
    async with asyncio.timeout(PATIENCE):
        async with serve(closing=3600, goodbye=0.1) as server:
            (knocking,) = await knock(server.port, 1)
            knocking.send(b"GET /ws")
            silent = await connect(f"ws://127.0.0.1:{server.port}/ws", subprotocols=[Subprotocol(Format.JSON.value)])
            silent.transport.pause_reading()
            await until(lambda: server.gateway.limits.connecting.sum == 1)
        assert await asyncio.get_running_loop().sock_recv(knocking, 1) == b""
    knocking.close()
    silent.transport.abort()


async def test_an_open_socket_keeps_nothing_of_its_handshake(server: Running) -> None:
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        # Sockets of other tests that never finished a handshake may not be collected yet.
        sockets = [found for found in gc.get_objects() if type(found) is Socket and found.state is State.OPEN]
        assert sockets
        heads = [head for opened in sockets for head in (opened.request, opened.response) if head is not None]
        assert heads
        assert not any(head.headers for head in heads)
