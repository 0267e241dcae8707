"""Each kind of room that is unknown after a restart, as deploy/FAULTS.md lists them, and similar ones that are not."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Error, Join, Leave, Moved, Stand
from cadogan_server.app import Running
from cadogan_server.hosting.clearing import Clearing
from cadogan_server.hosting.sweeping import KEPT_AGAIN_MS
from cadogan_server.store import keys
from cadogan_server.store.log.logs import KEPT_BRIEFLY_SECONDS
from cadogan_server.store.nodes.orders import Orders
from cadogan_server.store.redis.servers import Server
from cadogan_server.store.upkeep.policy import EvictionStep
from tests.server.clocks import put_forward
from tests.server.conftest import Serve
from tests.server.waiting import until
from tests.server.wire import Wire, dial

AT_ONCE = -1.0
"""A time in seconds that is over at once."""


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    async with Redis.from_url(redis_url) as it:
        yield it


async def answer(server: Running, code: str, role: str = "spectator") -> ErrorCode | None:
    """Return the code of the refusal of a stranger who asks for a room; None if there is none."""
    async with dial(server.port) as eve:
        await eve.hello("Eve")
        told = await eve.ask(Join, room=code, role=role)
        return getattr(told, "code", None)


async def over(wire: Wire) -> None:
    """Play alone, and give up at once."""
    await wire.ready()
    await wire.the(Moved)
    await wire.ask(Stand)
    await wire.phase("finished")


async def test_a_lobby_that_all_have_left_outlives_a_restart(serve: Serve) -> None:
    """A player may still follow the link to it."""
    async with serve() as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
        await anna.ask(Leave)
    async with serve() as server:
        assert await answer(server, anna.code, "player") is None


async def test_a_lobby_is_closed_ten_minutes_after_all_have_left(serve: Serve, redis: Redis) -> None:
    async with serve(empty_lobby=AT_ONCE) as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
        await anna.ask(Leave)
        list(server.services.rooms.sweeping.caretaker.sweep())
    async with serve() as server:
        assert await answer(server, anna.code) is ErrorCode.UNKNOWN_ROOM
        assert await redis.exists(keys.log(anna.code)) == 0


@pytest.mark.usefixtures("certain_at_once")
async def test_a_game_with_hardly_a_move_is_kept_while_somebody_views_it(serve: Serve, redis: Redis) -> None:
    """Afterwards it is kept for ten minutes, through a restart too."""
    async with serve() as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
        await over(anna)
        key = keys.log(anna.code)

        async def kept_briefly() -> bool:
            return 0 < await redis.ttl(key) <= KEPT_BRIEFLY_SECONDS

        await until(kept_briefly)
        await redis.expire(key, 60)  # nine minutes later
        put_forward(server, KEPT_AGAIN_MS / 1000 + 1)
        await server.services.rooms.sweeping.sweep()

        async def kept_anew() -> bool:
            return await redis.ttl(key) > 60

        await until(kept_anew)
    async with serve() as server:
        assert await answer(server, anna.code) is None
    await redis.delete(key)
    async with serve() as server:
        assert await answer(server, anna.code) is ErrorCode.UNKNOWN_ROOM, "after that nothing is left of it"


@pytest.mark.usefixtures("certain_at_once")
async def test_a_finished_game_that_was_evicted_is_unknown(serve: Serve, redis: Redis) -> None:
    async def never_enough() -> bool:
        return False

    async def counted() -> bool:
        return await redis.ttl(keys.log(anna.code)) > 0

    async with serve() as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
        await over(anna)
        await until(counted)
    async with serve() as server:
        assert await answer(server, anna.code) is None
        assert await server.services.rooms.eviction.keys.shed(EvictionStep.LOGS, Server("", redis), never_enough) == 1
    async with serve() as server:
        assert await answer(server, anna.code) is ErrorCode.UNKNOWN_ROOM


async def test_a_room_that_was_ended_for_want_of_space_is_unknown(serve: Serve) -> None:
    async with serve() as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
        await anna.ready()
        await anna.the(Moved)
        assert Clearing(server.services.rooms.registry).clear(running=True) == 1
        told = await anna.the(Error)
        assert (told.re, told.code, "is full" in told.message) == (None, ErrorCode.UNKNOWN_ROOM, True)
    async with serve() as server:
        assert await answer(server, anna.code) is ErrorCode.UNKNOWN_ROOM


async def test_a_room_that_an_operator_has_closed_is_unknown(serve: Serve, redis: Redis) -> None:
    async with serve(orders_look=0.02) as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
        await anna.ready()
        await anna.the(Moved)
        await Orders(redis).give({"do": "close", "room": anna.code, "why": "it is in the way"})
        told = await anna.the(Error)
        assert (told.re, told.code, "in the way" in told.message) == (None, ErrorCode.UNKNOWN_ROOM, True)
    async with serve() as server:
        assert await answer(server, anna.code) is ErrorCode.UNKNOWN_ROOM


async def test_a_log_that_makes_no_sense_is_lost_and_not_unknown(serve: Serve, redis: Redis) -> None:
    async with serve() as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
    await redis.xadd(keys.log(anna.code), {"r": b"\xc1"}, id=f"{1 << 50}-1")
    async with serve() as server:
        assert await answer(server, anna.code) is ErrorCode.LOG_LOST


async def test_a_room_by_link_and_a_wrong_code_are_alike(serve: Serve) -> None:
    async with serve() as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create(by_link=True, public=False)
    async with serve() as server:
        assert await answer(server, anna.code) is ErrorCode.UNKNOWN_ROOM, "a stranger without the key"
        assert await answer(server, "AAAAAA") is ErrorCode.UNKNOWN_ROOM
