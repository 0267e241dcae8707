"""Two servers on one store: one server owns a room at a time, and no acknowledged move is lost if one dies or stands still."""

from __future__ import annotations

import signal
from contextlib import AsyncExitStack
from pathlib import Path

from redis.asyncio import Redis

from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import Error, Moved, Onward, Play, RoomUpdate, Step
from cadogan_server.commands.serve import REPLACED
from cadogan_server.rooms.opening import replay
from cadogan_server.store import keys
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.logs import Logs
from cadogan_server.store.redis.embedded import EmbeddedRedis
from tests.server.gateway.handlers.test_sequels import play
from tests.server.processes import process
from tests.server.test_series_live import called, standings
from tests.server.waiting import until
from tests.server.wire import LIVE, Wire, dial


async def begun(wire: Wire) -> None:
    await (await wire.hello("Anna")).create(time_limit=0)
    await wire.ready()
    await wire.the(Moved)


async def moved(wire: Wire, times: int) -> None:
    for _ in range(times):
        assert isinstance(await wire.play(wire.moves[0]), Step | Moved)


async def come_back(wire: Wire, before: Wire) -> None:
    """Go on in a room, and check that its state is as told."""
    await (await wire.hello("Anna", before.token)).join(before.code)
    await wire.the(Moved)
    assert wire.boards[1] == before.boards[1]


async def board_in(store: EmbeddedRedis, code: str) -> object:
    async with Redis.from_url(store.url) as redis:
        found = await Logs(redis, Journal(store.url)).read(code)
    assert found is not None
    return replay(found[0]).mode.views.board(1)


async def all_know_of_company(store: EmbeddedRedis) -> None:
    """Wait until no server takes itself for alone, in which case it would keep its rooms longer."""
    async with Redis.from_url(store.url) as redis:

        async def none_is_alone() -> bool:
            return not await redis.exists(keys.ALONE)

        await until(none_is_alone)


async def test_a_server_that_stood_still_writes_nothing_says_nothing_and_ends(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path) as store, AsyncExitStack() as stack:
        options = ("--redis", store.url, "--lease", "2", "--no-bots")
        first = await stack.enter_async_context(process(tmp_path, *options))
        second = await stack.enter_async_context(process(tmp_path, *options))
        anna = await stack.enter_async_context(dial(first.port))
        await begun(anna)
        await moved(anna, 3)
        other = await (await stack.enter_async_context(dial(first.port))).hello("Other")
        await all_know_of_company(store)

        first.process.send_signal(signal.SIGSTOP)
        again = await stack.enter_async_context(dial(second.port, first_id=100))
        await come_back(again, anna)
        await moved(again, 2)

        told = len(anna.log)
        for number in range(5):
            await anna.post(Play, move=anna.moves[number % len(anna.moves)])
        first.process.send_signal(signal.SIGCONT)
        assert (await anna.closed())[0] == CloseCode.GOING_AWAY
        assert (await other.closed())[0] == CloseCode.GOING_AWAY
        for message in anna.log[told:]:  # no message about moves that were not written, nor about later ones
            paused = isinstance(message, RoomUpdate) and message.paused
            assert paused or (isinstance(message, Error) and message.code is ErrorCode.STORE_DOWN), message
        assert await first.process.wait() == REPLACED

        await moved(again, 2)
        await second.end(signal.SIGKILL)
        assert await board_in(store, anna.code) == again.boards[1]


async def test_the_rooms_of_a_killed_server_are_played_on_elsewhere(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path) as store, AsyncExitStack() as stack:
        options = ("--redis", store.url, "--no-bots")
        first = await stack.enter_async_context(process(tmp_path, *options))
        second = await stack.enter_async_context(process(tmp_path, *options))
        anna = await stack.enter_async_context(dial(first.port))
        await begun(anna)
        await moved(anna, 3)
        await first.end(signal.SIGKILL)
        again = await stack.enter_async_context(dial(second.port, first_id=100))
        await come_back(again, anna)
        await moved(again, 2)
        assert await second.end(signal.SIGTERM) == 0
        third = await stack.enter_async_context(process(tmp_path, *options))
        last = await stack.enter_async_context(dial(third.port, first_id=200))
        await come_back(last, again)
        assert await board_in(store, anna.code) == again.boards[1]


async def test_a_series_goes_on_where_its_server_was_killed_between_races(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path) as store, AsyncExitStack() as stack:
        options = ("--redis", store.url, "--no-bots", "--countdown", "0.1")
        first = await stack.enter_async_context(process(tmp_path, *options))
        second = await stack.enter_async_context(process(tmp_path, *options))
        anna = await (await stack.enter_async_context(dial(first.port))).hello("Anna")
        ben = await (await stack.enter_async_context(dial(second.port))).hello("Ben")
        await anna.create("cover", **LIVE | {"races": 3, "games": "cover clock cover"})
        await ben.join(anna.code)  # from another server
        await play(anna, ben)
        assert standings(await ben.phase("finished")) == {"Anna": (1, 10), "Ben": (2, 0)}
        await anna.ask(Onward)
        await all_know_of_company(store)
        await first.end(signal.SIGKILL)

        again = await stack.enter_async_context(dial(second.port, first_id=500))
        await (await again.hello("Anna", anna.token)).join(anna.code)
        back = await stack.enter_async_context(dial(second.port, first_id=500))
        await (await back.hello("Ben", ben.token)).join(anna.code)
        kept = await back.state(lambda room: room.onward == (again.seat,))
        assert standings(kept) == {"Anna": (1, 10), "Ben": (2, 0)}
        await called(back, again)
        await play(back, again)
        over = await again.phase("finished")
        assert standings(over) == {"Anna": (1, 20), "Ben": (2, 10)}, "equal ranks get equal points"
