"""Sockets that read too slowly: they lose nothing that matters, and hold nobody up."""

from __future__ import annotations

import asyncio
import socket

import pytest

from cadogan_protocol.errors import CloseCode
from cadogan_protocol.messages import Games, ListGames, Ok, Ping, Ready, RoomSnapshot
from cadogan_server.app import Running
from cadogan_server.gateway.sockets.socket import Socket
from tests.server.conftest import Serve
from tests.server.wire import Wire, dial

SMALL = 4096

AT_ONCE = 25
"""The number of changes between two looks at the slow socket."""


@pytest.fixture
def serve_small(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> Serve:
    """Start servers whose sockets are full soon. None is dropped for an unanswered ping."""
    made = Socket.connection_made

    def connection_made(self: Socket, transport: asyncio.BaseTransport) -> None:
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16 * SMALL)
        made(self, transport)

    monkeypatch.setattr(Socket, "connection_made", connection_made)
    return lambda **settings: serve(outbox_bytes=SMALL, ping=None, **settings)


async def talk_until_let_go(server: Running, anna: Wire, slow: Wire) -> None:
    """Change a room again and again, until the outbox of a viewer who does not read drops frames, or the socket is closed."""
    slow.connection.transport.pause_reading()
    hub = server.services.rooms.registry.hubs[anna.code]
    (viewer,) = [viewer for viewer in hub.audience.viewers if viewer.player == slow.player]
    while not (viewer.outbox.behind or viewer.outbox.closed):
        for ready in [True, False] * AT_ONCE:
            last = await anna.post(Ready, ready=ready)
        assert isinstance(await anna.answer(last), Ok)
    slow.connection.transport.resume_reading()


async def test_a_slow_spectator_is_owed_a_snapshot(serve_small: Serve) -> None:
    async with serve_small() as server, dial(server.port) as anna, dial(server.port, ping_interval=None) as slow:
        await (await anna.hello("Anna")).create()
        async with dial(server.port) as olga:  # she keeps the race from beginning
            await (await olga.hello("Olga")).join(anna.code)
        await (await slow.hello("Slow")).join(anna.code, "spectator")
        await slow.the(RoomSnapshot)
        await talk_until_let_go(server, anna, slow)
        await slow.the(RoomSnapshot)
        await anna.ask(Ready, ready=True)
        watched = await anna.state(lambda room: room.watchers == 1)  # the server tells it a little later
        assert await slow.state(lambda room: room == anna.room) == watched


async def test_a_slow_player_is_let_go_and_comes_back(serve_small: Serve) -> None:
    async with serve_small() as server, dial(server.port) as anna, dial(server.port, ping_interval=None) as slow:
        await (await anna.hello("Anna")).create()
        await (await slow.hello("Slow")).join(anna.code)
        await slow.the(RoomSnapshot)
        await talk_until_let_go(server, anna, slow)
        assert (await slow.closed())[0] == CloseCode.TOO_SLOW
        async with dial(server.port, first_id=100) as again:
            await (await again.hello("Slow", slow.token)).join(anna.code)
            await anna.ask(Ready, ready=True)
            room = await again.state(lambda room: room == anna.room)
            assert again.seat == 1
            assert room.seats[1].present


async def test_requests_wait_unread_while_a_socket_reads_no_answers(serve_small: Serve) -> None:
    async with serve_small() as server, dial(server.port, ping_interval=None) as greedy, dial(server.port) as other:
        await greedy.hello("Greedy")
        await other.hello("Other")
        before = server.services.stats.messages
        greedy.connection.transport.pause_reading()
        asked = [await greedy.post(ListGames) for _ in range(100)]
        for _ in range(200):
            await other.ask(Ping)
        assert server.services.stats.messages - before - 200 < 100
        greedy.connection.transport.resume_reading()
        for request in asked:
            assert isinstance(await greedy.answer(request), Games)


async def test_a_socket_that_never_read_leaves_nothing_behind(serve_small: Serve) -> None:
    async with serve_small() as server, dial(server.port) as other:
        await other.hello("Other")
        async with dial(server.port, ping_interval=None) as greedy:
            await (await greedy.hello("Greedy")).create()
            greedy.connection.transport.pause_reading()
            for _ in range(100):
                await greedy.post(ListGames)
            await other.join(greedy.code, "spectator")
            seated = server.services.rooms.registry.hubs[greedy.code].attendance.seated
            outbox = seated[0].outbox
            while not outbox.blocked:
                assert 0 in seated, "the socket was closed before it was full"
                await other.ask(Ping)
            greedy.connection.transport.abort()
        await other.state(lambda room: not room.seats[0].present)
