"""Attackers with many addresses take all they can get, again and again. Every newcomer comes in all the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_protocol.api import PREFIX
from cadogan_protocol.messages import (
    ClubTerms,
    Create,
    Error,
    GetAnalysis,
    Hello,
    Join,
    Joined,
    Leave,
    Moved,
    OpenClub,
    OpenTournament,
    Stand,
    TournamentTerms,
    Welcome,
)
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.store import keys
from cadogan_server.store.holdings import NUMBERS
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


def _duel(wire: Wire, _: str) -> Awaitable[Any]:
    return wire.ask(Create, game="spite_and_malice_modern", rules=RoomOptions(days_per_turn=7, public=False))


def _tournament(wire: Wire, _: str) -> Awaitable[Any]:
    return wire.ask(OpenTournament, terms=TournamentTerms(kind="arena", game="klondike", minutes=20))


LASTING: dict[str, tuple[str, str, Callable[[Wire, str], Awaitable[Any]]]] = {
    "clubs": (keys.CLUBS, keys.CLUB_NETWORKS, lambda wire, _: wire.ask(OpenClub, terms=ClubTerms(name="Eve"))),
    "tournaments": (keys.TOURNAMENTS, keys.TOURNAMENT_NETWORKS, _tournament),
    "duels": (keys.CORRESPONDENCE, keys.CORRESPONDENCE_NETWORKS, _duel),
    "analyses": (keys.ANALYSES_WAITING, keys.ANALYSES_NETWORKS, lambda wire, room: wire.ask(GetAnalysis, room=room)),
}
"""What lasts and is limited in number: the keys of all and of networks' numbers, and how one is opened."""

MUCH = 260
"""More than one network may have of any of these, and less than all of the scarcest, tournaments."""


@pytest.mark.parametrize("kind", LASTING)
async def test_a_network_that_holds_much_of_what_lasts_leaves_the_rest_to_others(
    serve: Serve, redis_url: str, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    index, networks, opens = LASTING[kind]
    async with (
        serve(behind_proxy=True, solvers=1, correspondence=1000, correspondence_per_week=10) as server,
        Redis.from_url(redis_url) as redis,
        dial(server.port, address="203.0.113.1") as eve,
        dial(server.port, address="203.0.113.2") as adam,
        dial(server.port, address="198.51.100.1") as olga,
    ):

        async def nothing_to_do() -> None:
            return None

        monkeypatch.setattr(server.services.store.analyses, "begin", nothing_to_do)
        rooms = [await played(wire, name) for wire, name in ((eve, "Eve"), (adam, "Adam"), (olga, "Olga"))]
        assert not isinstance(await opens(eve, rooms[0]), Error)

        async def counted() -> bool:
            return await redis.zcount(networks, 0, NUMBERS - 1) == 1

        await until(counted)
        found: Any = await redis.zrange(networks, 0, -1, withscores=True)
        ((id, number),) = found
        copies = [f"copy{other:04}" for other in range(MUCH)]
        for other in copies:
            for key in (keys.club, keys.tournament):
                await redis.copy(key(id.decode()), key(other))
        await redis.zadd(index, dict.fromkeys(copies, 2**50))
        await redis.zadd(networks, dict.fromkeys(copies, number))
        refused = await opens(adam, rooms[1])
        assert isinstance(refused, Error), "before, the first to come could have all"
        assert f"{MUCH + 1} come from your network, which is its share" in refused.message
        assert not isinstance(await opens(olga, rooms[2]), Error)


async def played(wire: Wire, name: str) -> str:
    """Come in, play a race that is over at once, leave, and return its room."""
    await (await wire.hello(name)).create(deal="numbered", number=7)
    await wire.ready()
    await wire.the(Moved)
    await wire.ask(Stand)
    await wire.phase("finished")
    await wire.ask(Leave)
    return wire.code


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
