"""Several nodes on one store: a socket is in the same rooms, whichever node it arrives at."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack

import pytest

from cadogan_protocol.codec import Format
from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import Create, Join, Leave, ListRooms, Moved, Play, Stand, Step
from cadogan_server.app import Running
from tests.server.conftest import Serve
from tests.server.fetching import fetch, fetch_json
from tests.server.races import raced
from tests.server.reading import reading
from tests.server.wire import dial


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
