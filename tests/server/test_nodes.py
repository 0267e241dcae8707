"""Several nodes on one store: a socket is in the same rooms, whichever node it arrives at."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from cadogan_protocol.codec import Format
from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import Create, Error, Join, Leave, ListRooms, Moved, Ok, Play, Stand, Step
from cadogan_server.app import Running
from tests.faults.tcp_proxy import tcp_proxy
from tests.server.conftest import Serve
from tests.server.fetching import fetch, fetch_json
from tests.server.races import raced
from tests.server.reading import reading
from tests.server.waiting import until
from tests.server.wire import PATIENCE, Wire, dial


@pytest.mark.parametrize("fmt", Format)
async def test_a_player_at_another_node_plays_along(nodes: list[Running], fmt: Format) -> None:
    async with AsyncExitStack() as stack:
        anna, olga = await raced(nodes, stack, fmt)
        assert list(nodes[1].services.rooms.registry.hubs) == []
        for wire, other in ((olga, anna), (anna, olga)):
            assert isinstance(await wire.play(wire.moves[0]), Step | Moved)
            while other.room is None or other.room.seats[wire.own - 1].moves != 1:
                await other.next()
        for wire in (anna, olga):
            await wire.ask(Stand)
        await olga.phase("finished")


async def test_a_player_is_known_at_every_node(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        anna, again = [await stack.enter_async_context(dial(node.port)) for node in nodes]
        await anna.hello("Anna")
        assert (await again.hello("Anna", anna.token)).player == anna.player


async def test_a_request_that_comes_again_at_another_node_opens_no_second_room(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        anna = await stack.enter_async_context(dial(nodes[0].port))
        await (await anna.hello("Anna")).create()
        again = await stack.enter_async_context(dial(nodes[1].port, first_id=10))
        await again.hello("Anna", anna.token)
        again.ids = iter([2])  # type: ignore[assignment]
        await again.joined(await again.ask(Create, game="klondike"))
        assert (again.code, again.seat) == (anna.code, anna.seat)


async def test_a_player_who_comes_back_through_another_node_goes_on(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        anna, _ = await raced(nodes, stack)
        await anna.play(anna.moves[0])
        again = await stack.enter_async_context(dial(nodes[1].port, first_id=100))
        await (await again.hello("Anna", anna.token)).join(anna.code)
        assert (await anna.closed())[0] == CloseCode.REPLACED
        await again.the(Moved)
        assert isinstance(await again.play(again.moves[0]), Step | Moved)


async def test_a_socket_that_was_handed_on_can_leave_and_go_elsewhere(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        anna, olga = [await stack.enter_async_context(dial(node.port)) for node in nodes]
        eve = await stack.enter_async_context(dial(nodes[1].port))
        await (await anna.hello("Anna")).create()
        await (await eve.hello("Eve")).create()
        await (await olga.hello("Olga")).join(anna.code)
        assert (await olga.refusal(Join, room=eve.code)).code is ErrorCode.IN_ROOM
        await olga.ask(Leave)
        await olga.join(eve.code)
        await eve.state(lambda room: [seat.name for seat in room.seats] == ["Eve", "Olga"])


async def test_the_list_of_rooms_is_the_same_at_every_node(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        anna, olga = [await stack.enter_async_context(dial(node.port)) for node in nodes]
        await (await anna.hello("Anna")).create()
        await (await olga.hello("Olga")).create()
        for _ in range(2):
            for node in nodes:
                await node.services.rooms.listing.exchange()
        rooms = [room.code for room in (await anna.ask(ListRooms)).rooms]
        assert sorted(rooms) == sorted([anna.code, olga.code])
        assert [room.code for room in (await olga.ask(ListRooms)).rooms] == rooms
        assert [room["code"] for room in (await fetch_json(nodes[1], "/api/v1/rooms"))["rooms"]] == rooms


async def test_a_room_is_read_over_http_at_any_node(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        anna, _ = await raced(nodes, stack)
        here, there = [json.loads((await fetch(node, f"/api/v1/rooms/{anna.code}"))[1]) for node in nodes]
        assert here == there
        path = f"/api/v1/events/rooms/{anna.code}"
        streams = [await stack.enter_async_context(reading(node.port, path)) for node in nodes]
        boards = [await stream.until("board") for stream in streams]
        assert boards[0] == boards[1]
        await anna.play(anna.moves[0])
        told = [await stream.until("delta") for stream in streams]
        assert told[0] == told[1]
        again = await stack.enter_async_context(reading(nodes[1].port, path, Last_Event_ID=boards[1].id))
        assert (await again.until("delta")).data == told[0].data
        for node in nodes:
            answer, body = await fetch(node, f"/api/v1/replays/{anna.code}/text")
            assert (answer.status, json.loads(body)["code"]) == (409, "not_finished")


async def test_when_the_node_of_a_room_stops_its_players_come_back_to_another(serve: Serve) -> None:
    async with AsyncExitStack() as stack:
        two = await stack.enter_async_context(serve())
        async with serve() as one:
            await two.services.store.node_lease.confirm(anew=True)
            anna, olga = await raced([one, two], stack)
            await olga.play(olga.moves[0])
        assert (await olga.closed())[0] == CloseCode.GOING_AWAY
        again = await stack.enter_async_context(dial(two.port, first_id=100))
        await (await again.hello("Olga", olga.token)).join(anna.code)
        await again.the(Moved)
        assert again.boards[again.own] == olga.boards[olga.own]
        assert isinstance(await again.ask(Play, move=again.moves[0]), Step | Moved)


async def test_a_relayed_player_is_told_that_the_rooms_node_stands_still(serve: Serve) -> None:
    """Its connection stays open, and falls silent."""
    async with tcp_proxy(0) as between, AsyncExitStack() as stack:
        one = await stack.enter_async_context(serve(advertise=f"127.0.0.1:{between.port}"))
        between.to = one.port
        two = await stack.enter_async_context(serve())
        await two.services.store.node_lease.confirm(anew=True)
        _, olga = await raced([one, two], stack)
        between.open.clear()
        told = await olga.until(lambda message: isinstance(message, Error) and message.re is None)
        assert isinstance(told, Error)
        assert (told.code, told.retry) == (ErrorCode.BUSY, True)
        async with asyncio.timeout(15):  # without our pings, a connection of the library would last forty seconds
            code, reason = await olga.closed()
        assert (code, "come back" in reason) == (CloseCode.GOING_AWAY, True)
        between.open.set()


async def test_a_relayed_player_stays_if_the_rooms_node_only_stutters(serve: Serve) -> None:
    async with tcp_proxy(0) as between, AsyncExitStack() as stack:
        one = await stack.enter_async_context(serve(advertise=f"127.0.0.1:{between.port}"))
        between.to = one.port
        two = await stack.enter_async_context(serve())
        await two.services.store.node_lease.confirm(anew=True)
        _, olga = await raced([one, two], stack)
        between.open.clear()
        await olga.until(lambda message: isinstance(message, Error) and message.re is None)
        between.open.set()
        assert isinstance(await olga.play(olga.moves[0]), Step | Moved)


@asynccontextmanager
async def apart(serve: Serve) -> AsyncIterator[list[Running]]:
    """Yield two nodes on one store. The second can't reach the first, as nothing listens at the address that it tries."""
    async with serve(advertise="127.0.0.1:1", orders_look=0.05) as one, serve(orders_look=0.05) as two:
        await one.services.store.node_lease.confirm(anew=True)
        yield [one, two]


async def come_in(wire: Wire, code: str) -> None:
    """Join a room, again and again while the server is too busy."""
    async with asyncio.timeout(PATIENCE):
        while isinstance(answer := await wire.ask(Join, room=code), Error):
            assert (answer.code, answer.retry, answer.wait) == (ErrorCode.BUSY, True, 1)
    await wire.joined(answer)


async def test_a_room_comes_to_its_players_from_a_node_out_of_reach(serve: Serve) -> None:
    async with apart(serve) as (one, two):
        async with dial(one.port) as anna:
            await (await anna.hello("Anna")).create()
            await anna.ready()
            await anna.the(Moved)
            await anna.play(anna.moves[0])
        async with dial(two.port, first_id=100) as again:
            await again.hello("Anna", anna.token)
            await come_in(again, anna.code)
            await again.the(Moved)
            assert again.boards[again.own] == anna.boards[anna.own]
            assert isinstance(await again.play(again.moves[0]), Step | Moved)
        assert (anna.code in one.services.rooms.registry.hubs, anna.code in two.services.rooms.registry.hubs) == (
            False,
            True,
        )


async def test_a_room_comes_to_relayed_players_whose_old_sockets_look_open(serve: Serve) -> None:
    """The owner closes them when another node asks for the room, without waiting for a keepalive."""
    async with tcp_proxy(0) as between, AsyncExitStack() as stack:
        how: dict[str, Any] = {"orders_look": 0.05, "ping": None}
        one = await stack.enter_async_context(serve(advertise=f"127.0.0.1:{between.port}", **how))
        between.to = one.port
        two = await stack.enter_async_context(serve(**how))
        await two.services.store.node_lease.confirm(anew=True)
        anna, olga = await raced([two, two], stack)
        await give(two, one, anna.code)
        await olga.play(olga.moves[0])
        between.open.clear()
        await anna.closed()
        again = await stack.enter_async_context(dial(two.port, first_id=100))
        await again.hello("Anna", anna.token)
        await come_in(again, anna.code)
        await again.the(Moved)
        assert again.boards[again.own] == anna.boards[anna.own]
        assert isinstance(await again.play(again.moves[0]), Step | Moved)
        assert anna.code in two.services.rooms.registry.hubs
        between.open.set()


async def give(node: Running, other: Running, code: str) -> None:
    """Hand a room over to another node, which its players' sockets follow."""
    rooms = node.services.rooms
    assert await rooms.handover.give(rooms.registry.hubs[code], other.services.store.node_lease.id, sockets=False)


async def test_a_room_stays_with_its_players_at_a_node_out_of_reach(serve: Serve) -> None:
    async with apart(serve) as (one, two), dial(one.port) as anna, dial(two.port) as olga:
        await (await anna.hello("Anna")).create()
        await olga.hello("Olga")
        refusal = await olga.refusal(Join, room=anna.code)
        assert (refusal.code, refusal.retry) == (ErrorCode.BUSY, True)
        assert "can't be reached from here" in refusal.message
        last = await one.services.store.orders.last()
        await until_done(one, last)
        assert anna.code in one.services.rooms.registry.hubs
        assert isinstance(await anna.ready(), Ok)


async def until_done(node: Running, order: str) -> None:
    """Wait until both nodes have carried out an order."""
    orders = node.services.store.orders

    async def both() -> bool:
        return await orders.done_with(order) == 2

    await until(both)
