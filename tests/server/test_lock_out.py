"""Attackers with many addresses take all they can get, again and again. Every newcomer comes in all the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from cadogan_protocol.api import PREFIX
from cadogan_protocol.messages import Create, Error, Hello, Join, Joined, Leave, Welcome
from tests.server.conftest import Serve
from tests.server.reading import reading
from tests.server.waiting import until
from tests.server.wire import Wire, dial

CROWDS = {
    "networks of one customer": [f"2001:db8:0:{number:x}::1" for number in range(24)],
    "addresses of one hoster": [f"203.0.113.{number}" for number in range(24)],
    "many networks": [f"2001:db8:{number:x}::1" for number in range(24)],
}
"""Addresses of attackers: 24 networks of 64 bits within one of 56, one /24, or as many customers."""

MANY = CROWDS["many networks"]

NEWCOMERS = [f"2001:db8:{0xA000 + number:x}::1" for number in range(12)]
"""Addresses of newcomers, no two of them in one network."""

Act = Callable[[], Awaitable[bool]]
"""Makes one request; returns True if it was granted."""


@asynccontextmanager
async def attacked(port: int, addresses: list[str], attack: Callable[[Wire], Act]) -> AsyncIterator[None]:
    """Attack from each address for as long as the context lasts. It begins when each attacker was refused something."""
    refused: set[str] = set()

    async def go_on(address: str) -> None:
        while True:
            async with dial(port, address=address) as wire:
                act = attack(wire)
                while await act():
                    pass
                refused.add(address)
                while not await act():  # the server makes a pause after each
                    pass

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(go_on(address)) for address in addresses]
        await until(lambda: len(refused) == len(addresses))
        yield
        for task in tasks:
            task.cancel()


@pytest.mark.parametrize("crowd", CROWDS)
async def test_new_players_come_in_while_a_crowd_makes_new_players(serve: Serve, crowd: str) -> None:
    async def identities(address: str) -> None:
        while True:
            async with dial(server.port, address=address) as wire:
                while isinstance(await wire.ask(Hello, name="Eve"), Error):
                    refused.add(address)

    refused: set[str] = set()
    async with (
        serve(behind_proxy=True, players_per_hour=5, new_players=100) as server,
        asyncio.TaskGroup() as group,
    ):
        tasks = [group.create_task(identities(address)) for address in CROWDS[crowd]]
        await until(lambda: len(refused) == len(CROWDS[crowd]))
        for address in NEWCOMERS:
            async with dial(server.port, address=address) as wire:
                assert isinstance(await wire.ask(Hello, name="Newcomer"), Welcome), address
        for task in tasks:
            task.cancel()


async def test_newcomers_open_rooms_while_a_crowd_opens_rooms(serve: Serve) -> None:
    def rooms(wire: Wire) -> Act:
        async def act() -> bool:
            if not wire.player:
                await wire.hello("Eve")
            opened = isinstance(await wire.ask(Create, game="klondike"), Joined)
            return opened and not isinstance(await wire.ask(Leave), Error)

        return act

    bounds = {"rooms_per_hour": 5, "new_rooms": 100, "rooms_per_address": 5, "rooms": 100}
    async with serve(behind_proxy=True, **bounds) as server, attacked(server.port, MANY, rooms):
        for address in NEWCOMERS:
            async with dial(server.port, address=address) as wire:
                await (await wire.hello("Newcomer")).create()


async def test_newcomers_join_rooms_while_a_crowd_guesses_codes(serve: Serve) -> None:
    def guesses(wire: Wire) -> Act:
        async def act() -> bool:
            if not wire.player:
                await wire.hello("Eve")
            answer = await wire.ask(Join, room="AAAAAA")
            return isinstance(answer, Error) and answer.code == "unknown_room"

        return act

    guessing = {"guesses_per_second": 0.001, "guess_burst": 5, "guesses": 0.001, "guesses_burst": 100}
    async with (
        serve(behind_proxy=True, **guessing) as server,
        dial(server.port, address="10.0.0.1") as anna,
        attacked(server.port, MANY, guesses),
    ):
        await (await anna.hello("Anna")).create(public=False, seats=64)
        for address in NEWCOMERS:
            async with dial(server.port, address=address) as wire:
                await (await wire.hello(f"Newcomer {address[9:13]}")).join(anna.code)


async def test_newcomers_read_events_while_a_crowd_holds_all_streams_it_can(serve: Serve) -> None:
    async with (
        serve(behind_proxy=True, streams_per_address=16, streams=300) as server,
        AsyncExitStack() as stack,
    ):

        async def status(address: str) -> int:
            stream = reading(server.port, f"{PREFIX}/events/rooms", X_Forwarded_For=address)
            return (await stack.enter_async_context(stream)).status

        for address in MANY:
            while await status(address) == 200:
                pass
        assert [await status(address) for address in NEWCOMERS] == [200] * len(NEWCOMERS)
