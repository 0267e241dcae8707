"""The objects of a closed connection are freed at once: no cycles that Python's collector would have to find during play."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import weakref
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from cadogan_server.app import Running
from cadogan_server.gateway.api.events import EventStream
from cadogan_server.gateway.api.onlooker import Onlooker
from cadogan_server.gateway.conversation import Conversation
from cadogan_server.gateway.session import Session
from cadogan_server.gateway.sockets.handshake import Handshake
from cadogan_server.gateway.sockets.socket import Socket
from tests.attack.attacker import OPENING, Attackers, Guest
from tests.fuzz.connection import called, request
from tests.server.wire import PATIENCE, dial


async def over_http(guest: Guest) -> None:
    await guest.line.send(request("/api/v1/boards/klondike"))
    assert await guest.status() == "200"


async def silent(guest: Guest) -> None:
    guest.line.hang_up()
    await guest.status()


async def half_a_request(guest: Guest) -> None:
    await guest.line.send(OPENING[:20])


async def broken(guest: Guest) -> None:
    await guest.line.send(b"\x00" * 100 + b"\r\n\r\n")
    await guest.status()


async def cut_off(guest: Guest) -> None:
    assert await guest.come_in()


async def against_the_protocol(guest: Guest) -> None:
    assert await guest.come_in()
    await guest.line.send(b"\xff" * 20)
    while await guest.line.frame():
        pass


async def in_a_room(guest: Guest) -> None:
    assert await guest.come_in()
    assert await guest.ask("create", game="klondike")


async def from_a_room(guest: Guest) -> None:
    await in_a_room(guest)
    assert await guest.ask("leave")


async def reads_the_list(guest: Guest) -> None:
    await guest.line.send(request("/api/v1/events/rooms"))
    assert await guest.status() == "200"
    assert await guest.line.event()


async def reads_a_room(guest: Guest) -> None:
    async with dial(guest.all.port) as anna:
        await (await anna.hello("Anna")).create("nestor")
        for number in range(MANY):
            async with called(guest.all.port) as line:
                await line.send(request(f"/api/v1/events/rooms/{anna.code}"))
                assert b" 200 " in (await line.head())[:20]
                if number % 2:  # the others are closed before the first message
                    while b"event: room" not in await line.event():
                        pass


WAYS = [
    over_http,
    silent,
    half_a_request,
    broken,
    cut_off,
    against_the_protocol,
    in_a_room,
    from_a_room,
    reads_the_list,
    reads_a_room,
]

MANY = 100
"""Open this many streams of a room's events, and close each at once."""


@pytest.fixture
def no_collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Switch off Python's own collector and the server's, which runs when it is quiet."""
    monkeypatch.setattr(gc, "collect", lambda *_: 0)
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("way", WAYS)
async def test_the_objects_of_a_connection_are_freed_without_the_collector(
    server: Running, way: Callable[[Guest], Awaitable[None]], monkeypatch: pytest.MonkeyPatch, no_collector: None
) -> None:
    held: set[object] = set()
    one_less = asyncio.Event()

    def freed(mark: object) -> None:
        held.discard(mark)
        one_less.set()

    def noted(cls: Any) -> None:
        made = cls.__init__

        def make(self: Any, *args: Any, **kwargs: Any) -> None:
            made(self, *args, **kwargs)
            mark = cls.__name__, id(self)
            held.add(mark)
            weakref.finalize(self, freed, mark)

        monkeypatch.setattr(cls, "__init__", make)

    for cls in (Socket, Handshake, Session, Conversation, Onlooker, EventStream):
        noted(cls)
    guest = Guest(Attackers(server.port, ["127.0.0.1"]), "127.0.0.1", 1)
    async with called(server.port) as guest.line:
        await way(guest)
    del guest
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while held:
                one_less.clear()
                await one_less.wait()
    assert held == set()
