"""A node that is ordered to end hands its rooms over: games go on at another node, and no socket is closed before."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from cadogan_protocol.codec import Format
from cadogan_protocol.errors import CloseCode
from cadogan_protocol.messages import (
    Leave,
    ListRooms,
    Moved,
    Ping,
    Play,
    Pong,
    Rooms,
    RoomSnapshot,
    RoomUpdate,
    Stand,
    Step,
)
from cadogan_server.app import Running
from cadogan_server.delivery.viewer import Moving
from cadogan_server.gateway.handlers.entering import follow
from cadogan_server.gateway.relays.relay import NoRelay
from cadogan_server.hosting.hub import Hub
from tests.server.clocks import put_forward
from tests.server.conftest import Serve
from tests.server.fetching import figures
from tests.server.races import raced
from tests.server.wire import dial


@pytest.mark.parametrize("fmt", Format)
async def test_a_handover_keeps_sockets_elsewhere_and_closes_those_at_the_node(
    nodes: list[Running], fmt: Format
) -> None:
    async with AsyncExitStack() as stack:
        anna, olga = await raced(nodes, stack, fmt, time_limit=600)
        for wire in (anna, olga):
            assert isinstance(await wire.play(wire.moves[0]), Step | Moved)
        ends = nodes[0].services.rooms.registry.hubs[anna.code].room.state.ends
        for node in nodes:
            put_forward(node, 300)  # half of the time is over
        waits = await olga.post(Play, move=olga.moves[0])
        await nodes[0].leave()
        code, reason = await anna.closed()
        assert (code, "updated" in reason) == (CloseCode.RENEWED, True)
        hub = nodes[1].services.rooms.registry.hubs[anna.code]
        assert hub.room.state.ends is not None
        assert ends is not None
        assert 0 <= hub.room.state.ends - ends < 300_000, "the clock goes on from where it stood"
        assert isinstance(await olga.answer(waits), Step | Moved)
        assert sum(isinstance(message, RoomSnapshot) for message in olga.log) >= 1
        assert hub.room.state.occupants[1].name == "Olga"
        again = await stack.enter_async_context(dial(nodes[1].port, fmt, first_id=100))
        await (await again.hello("Anna", anna.token)).join(anna.code)
        await again.the(Moved)
        assert again.boards[again.own] == anna.boards[anna.own]
        for wire in (again, olga):
            assert isinstance(await wire.play(wire.moves[0]), Step | Moved)
            await wire.ask(Stand)
        await olga.phase("finished")


async def test_rooms_go_to_a_node_that_was_found_silent_a_moment_ago(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        anna, _olga = await raced(nodes, stack, time_limit=600)
        leases = [node.services.store.node_lease for node in nodes]
        other = leases[1].id
        address = leases[1].says(other, "address")
        assert address is not None

        async def announce(at: str) -> None:
            leases[1].say(address=at)
            for lease in reversed(leases):
                await lease.confirm(anew=True)

        await announce("ws://127.0.0.1:9")  # an address at which nobody listens
        with pytest.raises(NoRelay):
            await nodes[0].door.links.relays.handover_link(other)
        await announce(address)
        assert not nodes[0].door.links.other_nodes.willing()
        await nodes[0].leave()
        assert (await anna.closed())[0] == CloseCode.RENEWED
        assert anna.code in nodes[1].services.rooms.registry.hubs


async def test_spectators_at_other_nodes_keep_the_socket_in_a_handover(serve: Serve) -> None:
    """One of them is at the room's next node. The other one's node mirrors the room there."""
    async with AsyncExitStack() as stack:
        nodes = [await stack.enter_async_context(serve()) for _ in range(3)]
        await nodes[0].services.store.node_lease.confirm(anew=True)
        ports = [node.port for node in nodes]
        host, anna, eve, zoe = [await stack.enter_async_context(dial(ports[node])) for node in (0, 1, 1, 2)]
        await (await host.hello("Host")).create(seats=2)
        await (await anna.hello("Anna")).join(host.code)
        for wire, name in ((eve, "Eve"), (zoe, "Zoe")):
            await (await wire.hello(name)).join(host.code, "spectator")
        for wire in (host, anna):
            await wire.ready()
        for wire in (host, anna):
            await wire.the(Moved)
        for _ in range(3):
            await anna.play(anna.moves[0])
        await nodes[0].leave()
        for _ in range(3):
            await anna.play(anna.moves[0])
        again = await stack.enter_async_context(dial(ports[2], first_id=100))
        await (await again.hello("Host", host.token)).join(host.code)
        for wire in (again, anna):
            await wire.ask(Stand)
        for wire in (eve, zoe):
            room = await wire.phase("finished")
            assert [seat.moves for seat in room.seats] == [0, 6]
            assert isinstance(await wire.ask(Ping), Pong)
            shown = sum(isinstance(message, RoomSnapshot) for message in wire.log)
            assert shown == 2, "the room as it was when they came, and as it goes on"
        assert eve.boards == zoe.boards
        assert sum(host.code in node.services.rooms.registry.hubs for node in nodes[1:]) == 1
        lines = [line for node in nodes[1:] for line in await figures(node)]
        assert sorted(line for line in lines if line.startswith("cadogan_received_rooms_total")) == [
            "cadogan_received_rooms_total 0.0",
            "cadogan_received_rooms_total 1.0",
        ]


async def test_many_messages_on_their_way_are_each_answered_once_and_in_order(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        _, olga = await raced(nodes, stack, time_limit=600)
        asked = [await olga.post(ListRooms) for _ in range(20)]
        leaving: asyncio.Future[None] = asyncio.ensure_future(nodes[0].leave())
        asked += [await olga.post(ListRooms) for _ in range(20)]
        await leaving
        asked += [await olga.post(ListRooms) for _ in range(20)]
        for id in asked:
            await olga.answer(id)
        answers = [message.re for message in olga.log if isinstance(message, Rooms)]
        assert answers == asked


@pytest.mark.parametrize("usual", [{"expected": 0}])
async def test_a_player_on_the_way_is_not_away_and_one_lost_there_is(
    nodes: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test ends Anna's time to arrive by hand, once Olga has been shown the room as it was before the handover."""
    waited: asyncio.Queue[Hub] = asyncio.Queue()
    expect_nobody = Hub.expect_nobody
    monkeypatch.setattr(Hub, "expect_nobody", lambda hub: waited.put_nowait(hub))
    async with AsyncExitStack() as stack:
        anna, olga = await raced(nodes, stack, time_limit=600)
        told = len(olga.log)
        await nodes[0].leave()
        shown = await olga.the(RoomSnapshot)
        assert [seat.present for seat in shown.state.seats] == [True, True]
        changes = [message.seats for message in olga.log[told:] if isinstance(message, RoomUpdate) and message.seats]
        assert all(seat.present for seats in changes for seat in seats)
        expect_nobody(await waited.get())
        await olga.state(lambda room: not room.seats[0].present)
        assert (await anna.closed())[0] == CloseCode.RENEWED


async def test_an_old_socket_that_arrives_late_does_not_replace_the_new_one(serve: Serve) -> None:
    async with serve() as server, dial(server.port) as late, dial(server.port) as anna:
        await late.hello("Anna")
        session = next(session for session in server.gateway.sessions if session.player is not None)
        await (await anna.hello("Anna", late.token)).create("klondike")
        await follow(session, Moving("", anna.code, watches=False, preview=False))
        assert (await late.closed())[0] == CloseCode.REPLACED
        assert isinstance(await anna.ask(Ping), Pong)


async def test_a_player_in_no_room_goes_on_at_the_sockets_new_node(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        anna, olga = await raced(nodes, stack, time_limit=600)
        for wire in (anna, olga):
            await wire.ask(Stand)
        await olga.ask(Leave)
        await nodes[0].leave()
        await olga.create()
        assert list(nodes[1].services.rooms.registry.hubs) == [olga.code]
