"""Rooms in use: their limit, their timers, and the return of rooms that were forgotten or lost."""

from __future__ import annotations

from cadogan_protocol.messages import Leave, ListRooms, Moved, Stand
from tests.server.conftest import Serve
from tests.server.wire import Wire, dial

AT_ONCE = -1.0
"""A time in seconds that is over at once."""


async def race_to_the_end(wire: Wire) -> None:
    """Open a room, and give up in it."""
    await wire.create()
    await wire.ready()
    await wire.the(Moved)
    await wire.ask(Stand)
    await wire.phase("finished")


async def test_a_finished_room_is_neither_listed_nor_counted_among_those_in_use(serve: Serve) -> None:
    async with serve(rooms_per_address=1, rooms=1) as server, dial(server.port) as anna:
        await race_to_the_end(await anna.hello("Anna"))
        assert (await anna.ask(ListRooms)).rooms == ()
        await anna.ask(Leave)
        await anna.create()
        assert [room.code for room in (await anna.ask(ListRooms)).rooms] == [anna.code]


async def test_nobody_is_sent_away_in_a_pause(serve: Serve) -> None:
    async with serve(away=AT_ONCE) as server, dial(server.port) as anna, dial(server.port) as olga:
        await (await anna.hello("Anna")).create()
        await (await olga.hello("Olga")).join(anna.code)
        await olga.gone(anna)
        registry, clock = server.services.rooms.registry, server.services.clock
        clock.pause()
        await server.services.rooms.sweeping.sweep()
        assert len(registry.hubs[anna.code].room.state.occupants) == 2
        clock.go_on()
        await server.services.rooms.sweeping.sweep()
        assert len(registry.hubs[anna.code].room.state.occupants) == 1
