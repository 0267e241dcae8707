"""Rooms in use: how many there may be, what is due in them, and how one that was forgotten or lost comes back."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Create, Leave, ListRooms, Moved, Ready, Stand
from cadogan_server.hosting.housekeeping import every
from cadogan_server.rooms.records import Created, Reopened, pack, unpack
from cadogan_server.store import keys
from tests.server.conftest import Serve
from tests.server.core import created
from tests.server.wire import PATIENCE, Wire, dial

AT_ONCE = -1.0
"""A grace that is over before it begins."""


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


async def test_a_server_takes_no_more_rooms_than_it_may(serve: Serve) -> None:
    async with serve(rooms=1) as server, dial(server.port) as anna, dial(server.port) as olga:
        await (await anna.hello("Anna")).create()
        await olga.hello("Olga")
        refused = await olga.refusal(Create, game="klondike")
        assert refused.code is ErrorCode.TOO_MANY_ROOMS
        assert "this server" in refused.message
        await anna.ask(Leave)
        await olga.create()


async def test_a_room_has_a_timer_for_what_is_due_and_none_otherwise(serve: Serve) -> None:
    async with serve(countdown=60) as server, dial(server.port) as anna:
        registry, clock = server.services.rooms.registry, server.services.clock
        await (await anna.hello("Anna")).create()
        hub = registry.hubs[anna.code]
        assert registry.timers.moment(hub) is None
        await anna.ready()
        assert registry.timers.moment(hub) == hub.deadline
        await anna.ask(Ready, ready=False)
        assert registry.timers.moment(hub) is None
        await anna.ready()
        clock.pause()
        registry.changed(hub)
        assert registry.timers.moment(hub) is None, "nothing is due in a pause"


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


async def test_housekeeping_goes_on_after_a_failure(caplog: pytest.LogCaptureFixture) -> None:
    done = asyncio.Event()

    async def work() -> None:
        if not caplog.records:
            raise LookupError
        done.set()

    task = asyncio.create_task(every(0, work))
    async with asyncio.timeout(PATIENCE):
        await done.wait()
    task.cancel()
    assert "housekeeping failed" in caplog.text


async def test_a_requested_room_is_returned_once_and_read_again_next_time(serve: Serve) -> None:
    async with serve(empty_finished=AT_ONCE) as server, dial(server.port) as anna:
        registry, finder = server.services.rooms.registry, server.services.rooms.finder
        await race_to_the_end(await anna.hello("Anna"))
        before = registry.hubs[anna.code]
        for _ in range(2):
            await anna.ask(Leave)
            list(server.services.rooms.sweeping.caretaker.sweep())
            assert registry.hubs == {}
            both = await asyncio.gather(finder.find(anna.code), finder.find(anna.code.lower()))
            assert both[0] is both[1] is registry.hubs[anna.code]
            assert both[0] is not before
            assert both[0].room.state.reopened == 0, "nothing goes on in it"
            before = both[0]
            await anna.join(anna.code)


async def test_that_a_server_has_taken_a_room_up_is_written_down_at_once(serve: Serve, redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        await redis.xadd(keys.log("ABCDEF"), {"r": pack(created())}, id="1-1")
        async with serve() as server:
            await server.services.rooms.finder.find("ABCDEF")
        written: Any = await redis.xrange(keys.log("ABCDEF"))
        records = [type(record) for record in unpack(fields[b"r"] for _, fields in written)]
        assert records == [Created, Reopened], "so that the next server numbers the streams on from there"
