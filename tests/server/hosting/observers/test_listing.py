"""The list of public rooms."""

from __future__ import annotations

from contextlib import AsyncExitStack
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from cadogan_protocol.messages import (
    ListRooms,
    Moved,
    SeatBots,
    Stand,
)
from cadogan_server.app import Running
from cadogan_server.hosting.observers.listing import OF_A_NETWORK, Listing
from tests.server.conftest import Serve
from tests.server.fetching import fetch_json
from tests.server.wire import Wire, dial


async def test_only_the_first_of_many_rooms_are_listed(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serve() as server, AsyncExitStack() as stack:
        moments = count(server.services.clock.now())
        monkeypatch.setattr(server.services.clock, "now", lambda: next(moments))
        hosts = [await stack.enter_async_context(dial(server.port)) for _ in range(5)]
        for number, host in enumerate(hosts):
            await (await host.hello(f"Host {number}")).create()
        guest = await stack.enter_async_context(dial(server.port))
        await (await guest.hello("Guest")).join(hosts[1].code)
        await hosts[4].ready()
        await hosts[4].phase("running")
        wanted = [hosts[number].code for number in (1, 3, 2, 0, 4)]
        assert [room.code for room in (await guest.ask(ListRooms)).rooms] == wanted
        assert [room["code"] for room in (await fetch_json(server, "/api/v1/rooms?count=200"))["rooms"]] == wanted
        elsewhere: Any = SimpleNamespace(others=server.services.rooms.listing.ranked())
        network = server.services.rooms.registry.in_use.network
        few = Listing({}, network, elsewhere, most=3)
        assert [room.code for room in few.listed()] == wanted[:3]
        few = Listing(server.services.rooms.registry.hubs, network, elsewhere, most=3)
        assert [hub.code for _, hub in few.ranked()] == wanted[:3], "no more than these are told to other nodes"


async def test_many_rooms_of_one_network_hide_no_others(serve: Serve) -> None:
    async with serve(behind_proxy=True) as server, AsyncExitStack() as stack:
        hosts = [
            await stack.enter_async_context(dial(server.port, address=address))
            for address in ("198.51.100.1", *(f"203.0.113.{number}" for number in range(OF_A_NETWORK + 2)))
        ]
        for number, host in enumerate(hosts):
            await (await host.hello(f"Host {number}")).create()
        codes = await listed(hosts[0])
        assert sorted(codes) == sorted(host.code for host in hosts)
        assert codes.index(hosts[0].code) == OF_A_NETWORK, (
            "the oldest room comes before the further ones of the network"
        )


async def listed(wire: Wire) -> list[str]:
    return [room.code for room in (await wire.ask(ListRooms)).rooms]


async def test_a_lobby_is_listed_while_somebody_is_there(server: Running) -> None:
    async with dial(server.port) as eve, dial(server.port) as anna:
        await eve.hello("Eve")
        await (await anna.hello("Anna")).create()
        assert await listed(eve) == [anna.code]
        await anna.connection.close()
        while server.services.rooms.registry.hubs[anna.code].attendance.seated:
            await eve.ask(ListRooms)
        assert await listed(eve) == []


async def test_a_race_is_listed_while_a_present_racer_plays(server: Running) -> None:
    """Racers who are away or done do not keep it in the list."""
    async with dial(server.port) as eve, dial(server.port) as anna, dial(server.port) as olga:
        await eve.hello("Eve")
        await (await anna.hello("Anna")).create()
        await (await olga.hello("Olga")).join(anna.code)
        for wire in (anna, olga):
            await wire.ready()
        await anna.the(Moved)
        await anna.ask(Stand)
        assert await listed(eve) == [anna.code]
        await olga.gone(anna)
        assert await listed(eve) == []
        async with dial(server.port, first_id=1000) as again:
            await (await again.hello("Olga", olga.token)).join(anna.code)
            assert await listed(eve) == [anna.code]


async def test_a_duel_with_a_bot_is_listed_while_its_person_is_there(serve: Serve) -> None:
    async with serve(bots=True) as server, dial(server.port) as eve, dial(server.port) as anna:
        await eve.hello("Eve")
        await (await anna.hello("Anna")).create("spite_and_malice_modern", {"move_seconds": 0}, time_limit=0)
        await anna.ask(SeatBots, count=1, level="easy")
        await anna.ready()
        await anna.the(Moved)
        assert await listed(eve) == [anna.code]
        await eve.join(anna.code, "spectator")
        await anna.gone(eve)
        assert await listed(eve) == []


async def test_the_liveliest_race_is_listed_first(server: Running) -> None:
    """Only racers who still play count: a crowd that is done does not."""
    async with AsyncExitStack() as stack:
        wires = [await stack.enter_async_context(dial(server.port)) for _ in range(4)]
        for number, wire in enumerate(wires):
            await wire.hello(f"Player {number}")
        full, one, *others = wires
        await full.create()
        for other in others:
            await other.join(full.code)
        await one.create()
        for wire in wires:
            await wire.ready()
        for wire in wires:
            await wire.the(Moved)
        assert await listed(one) == [full.code, one.code]
        for other in others:
            await other.ask(Stand)
        assert await listed(one) == [one.code, full.code]
