"""Closing of rooms that all have left, freeing of seats, and recovery of rooms of earlier servers."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import msgpack
import pytest
from redis.asyncio import Redis

from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import (
    Create,
    Error,
    Join,
    Leave,
    ListRooms,
    Moved,
    Ready,
    Stand,
    Step,
)
from cadogan_server.app import Running
from cadogan_server.rooms.opening import replay
from cadogan_server.rooms.records import pack
from cadogan_server.rooms.refused import Refused
from cadogan_server.store import keys
from tests.server.conftest import Serve
from tests.server.core import created
from tests.server.waiting import until
from tests.server.wire import dial

AT_ONCE = -1.0
"""A time in seconds that is over at once."""


async def test_a_code_that_comes_again_begins_a_new_log(serve: Serve, redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis, serve() as server, dial(server.port) as anna:
        await redis.xadd(keys.log("ABCDEF"), {"r": pack(created())}, id="3-7")
        await redis.expire(keys.log("ABCDEF"), 3600)
        server.services.store.room_leases.free_code = lambda: "ABCDEF"  # type: ignore[method-assign]
        await (await anna.hello("Anna")).create()
        found = await server.services.store.logs.read("ABCDEF")
        assert found is not None
        room = replay(found[0])
        assert room.state.created.identity != created().identity
        assert room.state.occupants[0].name == "Anna"
        assert await redis.ttl(keys.log("ABCDEF")) == -1


async def test_a_closed_room_that_still_changes_is_nowhere(serve: Serve) -> None:
    async with serve() as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
        registry = server.services.rooms.registry
        hub = registry.hubs[anna.code]
        assert list(registry.whereabouts.of(anna.player)) == [hub]
        assert registry.close(anna.code)
        with hub.change() as room:
            room.ready(0, True, "", server.services.clock.now())
        assert list(registry.whereabouts.of(anna.player)) == []
        assert registry.timers.moment(hub) is None


async def test_a_seat_in_the_lobby_is_kept_for_a_while_only(serve: Serve) -> None:
    async with serve(away=AT_ONCE) as server, dial(server.port) as anna, dial(server.port) as olga:
        await (await anna.hello("Anna")).create()
        await (await olga.hello("Olga")).join(anna.code)
        await olga.gone(anna)
        list(server.services.rooms.sweeping.caretaker.sweep())
        room = await anna.state(lambda room: len(room.seats) == 1)
        assert room.seats[0].name == "Anna"


async def test_a_seat_in_a_race_is_kept(serve: Serve) -> None:
    async with serve(away=AT_ONCE) as server, dial(server.port) as anna, dial(server.port) as olga:
        await (await anna.hello("Anna")).create()
        await (await olga.hello("Olga")).join(anna.code)
        for wire in (anna, olga):
            await wire.ready()
        await anna.the(Moved)
        await olga.gone(anna)
        list(server.services.rooms.sweeping.caretaker.sweep())
        room = await anna.state(lambda room: True)
        assert [seat.state for seat in room.seats] == ["playing", "playing"]


async def test_a_lobby_that_all_have_left_is_closed(serve: Serve) -> None:
    async with serve(away=AT_ONCE, empty_lobby=AT_ONCE) as server, dial(server.port) as watcher:
        await watcher.hello("Watcher")
        async with dial(server.port) as anna:
            await (await anna.hello("Anna")).create()
            await watcher.join(anna.code, "spectator")
            list(server.services.rooms.sweeping.caretaker.sweep())
            assert len(server.services.rooms.registry.hubs) == 1
            await anna.gone(watcher)
        list(server.services.rooms.sweeping.caretaker.sweep())
        told = await watcher.the(Error)
        assert (told.re, told.code) == (None, ErrorCode.UNKNOWN_ROOM)
        assert server.services.rooms.registry.hubs == {}
        assert (await watcher.refusal(Join, room=watcher.code)).code is ErrorCode.UNKNOWN_ROOM
        assert (await watcher.refusal(Ready)).code is ErrorCode.NOT_IN_ROOM
        assert await server.services.store.logs.read(watcher.code) is None


async def test_lobbies_that_all_have_left_make_way(serve: Serve) -> None:
    async with serve(rooms_per_address=2) as server, dial(server.port) as anna, dial(server.port) as olga:
        await (await anna.hello("Anna")).create()
        await (await olga.hello("Olga")).create()
        assert (await olga.refusal(Create, game="klondike")).code is ErrorCode.IN_ROOM
        await olga.ask(Leave)
        assert [room.code for room in (await olga.ask(ListRooms)).rooms] == [anna.code]
        left = olga.code
        for _ in range(3):
            await olga.create()
            assert left not in server.services.rooms.registry.hubs
            await olga.ask(Leave)
            left = olga.code
        assert anna.code in server.services.rooms.registry.hubs


async def test_an_abandoned_race_without_a_limit_is_ended(serve: Serve) -> None:
    async with serve(empty_running=AT_ONCE) as server, dial(server.port) as watcher:
        await watcher.hello("Watcher")
        async with dial(server.port) as anna:
            await (await anna.hello("Anna")).create(time_limit=0)
            await watcher.join(anna.code, "spectator")
            await anna.ready()
            await anna.the(Moved)
            await anna.gone(watcher)
        list(server.services.rooms.sweeping.caretaker.sweep())
        room = await watcher.phase("finished")
        assert room.results is not None


async def test_a_finished_room_is_found_again_in_the_store(serve: Serve) -> None:
    async with serve(empty_finished=AT_ONCE) as server, dial(server.port) as later:
        async with dial(server.port) as anna:
            await (await anna.hello("Anna")).create()
            await anna.ready()
            await anna.play((await anna.the(Moved)).moves[0])
            await anna.ask(Stand)
            finished = await anna.phase("finished")
            await anna.connection.close()
        hub = server.services.rooms.registry.hubs[anna.code]
        await later.hello("Later")
        while hub.audience.viewers:
            await later.ask(ListRooms)
        list(server.services.rooms.sweeping.caretaker.sweep())
        assert server.services.rooms.registry.hubs == {}
        await later.join(anna.code, "spectator")
        again = await later.phase("finished")
        assert again.results == finished.results
        (over_all, _) = await server.services.store.history.figures(anna.player)
        assert over_all.played == 1, "it was counted before it was closed, and not again"


async def nothing_due(redis: Redis) -> None:
    """Wait until the store names no room that is due: each was recovered or let go."""

    async def none() -> bool:
        return not await redis.zcount(keys.DUE, "-inf", 1)

    await until(none)


@pytest.mark.store
async def test_rooms_of_an_earlier_version_are_taken_up_and_broken_ones_let_go(serve: Serve, redis_url: str) -> None:
    good = created()
    newer = good._replace(code="BBBBBB", revision=good.revision + 1)
    async with Redis.from_url(redis_url) as redis:
        for room in (good, newer):
            await redis.xadd(keys.log(room.code), {"r": pack(room)}, id="1-1")
        await redis.xadd(keys.log("CCCCCC"), {"r": b"\xc1"}, id="1-1")
        await redis.sadd(keys.UNFINISHED, good.code, newer.code, "CCCCCC", "DDDDDD")
        async with serve() as server:
            await nothing_due(redis)
            assert list(server.services.rooms.registry.hubs) == [good.code]
            with pytest.raises(Refused, match="later version"):
                await server.services.rooms.finder.find(newer.code)
            await redis.xadd(keys.log("EEEEEE"), {"r": msgpack.packb(["o", *range(99)])}, id="1-1")
            with pytest.raises(Refused, match="later version"):
                await server.services.rooms.finder.find_for("somebody", "EEEEEE", None)
        assert await redis.zrange(keys.DUE, 0, -1) == [newer.code.encode(), good.code.encode()]
        assert await redis.ttl(keys.log("BBBBBB")) == -1, "a newer server can play it"
        assert await redis.ttl(keys.log("CCCCCC")) > 0
        assert not await redis.exists(keys.UNFINISHED)


async def test_a_room_is_taken_up_when_it_is_due_and_not_before(serve: Serve, redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        async with serve() as first, dial(first.port) as anna:
            await (await anna.hello("Anna")).create()
        assert await redis.zscore(keys.DUE, anna.code)
        assert await redis.get(keys.room(anna.code)) is None, "any node may have it"
        await redis.xadd(keys.log("BBBBBB"), {"r": pack(created()._replace(code="BBBBBB"))}, id="1-1")
        await redis.zadd(keys.DUE, {"BBBBBB": 0})
        async with serve() as second:
            await nothing_due(redis)
            assert list(second.services.rooms.registry.hubs) == ["BBBBBB"]


async def test_a_race_loses_no_time_while_there_is_no_server(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serve() as first, dial(first.port) as anna:
        await (await anna.hello("Anna")).create(time_limit=30)
        await anna.ready()
        await anna.the(Moved)
        assert anna.room is not None
        ends = anna.room.ends
        assert ends is not None
    monkeypatch.setattr("cadogan_server.clock.Clock.now", lambda self: ends + 1)
    async with serve() as second, dial(second.port, first_id=100) as again:
        await (await again.hello("Anna", anna.token)).join(anna.code)
        room = await again.phase("running")
        assert (room.starts, room.ends) == (ends + 1, ends + 30_001)
        assert isinstance(await again.play(anna.moves[0]), Step | Moved)


async def test_a_server_that_stops_tells_its_sockets_to_come_back(serve: Serve) -> None:
    async with AsyncExitStack() as stack:
        async with serve() as server:
            anna = await stack.enter_async_context(dial(server.port))
            await (await anna.hello("Anna")).create()
            closing = asyncio.create_task(anna.closed())
        code, reason = await closing
        assert code == CloseCode.GOING_AWAY
        assert "come back" in reason


async def test_a_race_that_waits_only_for_absent_players_is_ended(serve: Serve) -> None:
    async with serve(awaited=AT_ONCE) as server, dial(server.port) as anna, dial(server.port) as olga:
        await (await anna.hello("Anna")).create()
        await (await olga.hello("Olga")).join(anna.code)
        for wire in (anna, olga):
            await wire.ready()
        await anna.the(Moved)
        await olga.gone(anna)
        caretaker = server.services.rooms.sweeping.caretaker
        list(caretaker.sweep())
        assert server.services.rooms.registry.hubs[anna.code].room.state.phase == "running"
        await anna.ask(Stand)
        list(caretaker.sweep())
        room = await anna.phase("finished")
        assert {seat.name: seat.state for seat in room.seats} == {"Anna": "stood", "Olga": "stood"}


async def test_nobody_is_given_up_before_the_time(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga:
        await (await anna.hello("Anna")).create()
        await (await olga.hello("Olga")).join(anna.code)
        for wire in (anna, olga):
            await wire.ready()
        await anna.the(Moved)
        await anna.ask(Stand)
        await olga.gone(anna)
        list(server.services.rooms.sweeping.caretaker.sweep())
        assert server.services.rooms.registry.hubs[anna.code].room.state.phase == "running"
