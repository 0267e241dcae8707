"""A store that comes back with less than it had acknowledged."""

from __future__ import annotations

import os
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import GetReplay, Moved, Stand, Step
from cadogan_server.app import running
from cadogan_server.store import keys
from cadogan_server.store.log.bounds import Bounds
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.mending import DataLoss
from cadogan_server.store.log.room_log import RoomLog
from cadogan_server.store.log.watch import Watch
from cadogan_server.store.redis.embedded import EmbeddedRedis
from tests.server.conftest import Serve
from tests.server.fetching import fetch_json
from tests.server.store.logs import written, wrote
from tests.server.store.settings import on
from tests.server.waiting import until
from tests.server.wire import Wire, dial


def in_use(journal: Journal, code: str = "ABCDEF") -> RoomLog:
    log = journal.logs[code] = RoomLog(code, 1)
    return log


RECORDS = [bytes([number]) for number in range(10)]


@pytest.mark.parametrize("left", [0, 1, 4, 9])
async def test_what_the_store_has_lost_is_written_again_from_memory(redis_url: str, redis: Redis, left: int) -> None:
    found: list[DataLoss] = []
    journal = Journal(redis_url, bounds=Bounds(lately=0))
    journal.on_went_back = found.append
    log = in_use(journal)
    await wrote(journal, log, *RECORDS)
    entries: Any = await redis.xrange(keys.log("ABCDEF"))
    await redis.delete(keys.log("ABCDEF"))
    for id, fields in entries[:left]:
        await redis.xadd(keys.log("ABCDEF"), fields, id=id)
    journal.look_again()
    await wrote(journal, log, b"next")
    assert await written(redis, "ABCDEF") == [*RECORDS, b"next"]
    assert [back.mended for back in found] == [{"ABCDEF": 10 - left}]
    assert log.lacks == 0
    await journal.close()


async def test_a_log_that_went_on_behind_a_hole_is_written_anew(redis_url: str, redis: Redis) -> None:
    found: list[DataLoss] = []
    journal = Journal(redis_url)
    journal.on_went_back = found.append
    watch, log = Watch(redis, journal), in_use(journal)
    await watch.check()
    await wrote(journal, log, *RECORDS)
    await redis.flushall()
    await wrote(journal, log, b"behind", b"the hole")
    await watch.check()
    await wrote(journal, log, b"next")
    assert await written(redis, "ABCDEF") == [*RECORDS, b"behind", b"the hole", b"next"]
    assert [(back.more, list(back.mended)) for back in found] == [(True, ["ABCDEF"])]
    await journal.close()


@pytest.mark.parametrize("emptied", [True, False])
async def test_a_finished_log_is_written_again_only_where_the_store_lost_more(
    redis_url: str, redis: Redis, emptied: bool
) -> None:
    """Alone it may have been dropped, or its time has run out. A store that has lost anything else has lost it, too."""
    found: list[DataLoss] = []
    journal = Journal(redis_url, bounds=Bounds(lately=0))
    journal.on_went_back = found.append
    watch, over, running = Watch(redis, journal), in_use(journal), in_use(journal, "BBBBBB")
    await watch.check()
    await wrote(journal, over, *RECORDS)
    await wrote(journal, running, *RECORDS)
    over.done = True
    if emptied:
        await redis.flushall()
    else:
        await redis.delete(keys.log("ABCDEF"), keys.log("BBBBBB"))
    await watch.check()
    journal.look_again()
    await wrote(journal, running, b"next")
    assert await written(redis, "ABCDEF") == (RECORDS if emptied else [])
    assert await written(redis, "BBBBBB") == [*RECORDS, b"next"]
    assert [set(back.mended) for back in found] == [{"ABCDEF", "BBBBBB"} if emptied else {"BBBBBB"}]
    await journal.close()


async def test_what_only_waits_to_be_written_is_not_lost(redis_url: str, redis: Redis) -> None:
    journal = Journal(redis_url)
    journal.on_went_back = lambda back: pytest.fail(str(back))
    log = in_use(journal)
    await wrote(journal, log, b"1")
    await redis.client_kill_filter(skipme=True)
    await wrote(journal, log, b"2")
    await journal.close()
    assert await written(redis, "ABCDEF") == [b"1", b"2"]


async def test_what_nobody_knows_any_more_is_told_exactly(redis_url: str, redis: Redis) -> None:
    found: list[DataLoss] = []
    journal = Journal(redis_url, bounds=Bounds(lately=0))
    journal.on_went_back = found.append
    log = in_use(journal)
    await wrote(journal, log, *RECORDS)
    log.known.let_go()
    await redis.xtrim(keys.log("ABCDEF"), maxlen=0)
    await redis.delete(keys.log("ABCDEF"))
    journal.look_again()
    await wrote(journal, log, b"next")
    (lost,) = found[0].lost.values()
    assert (lost.behind, lost.upto, lost.entries, log.lacks) == (None, (1, 10), 10, 10)
    await journal.close()


async def test_logs_in_use_are_held_up_to_a_bound(redis_url: str) -> None:
    journal = Journal(redis_url, bounds=Bounds(known=3000, known_look=1000))
    short, long = in_use(journal), in_use(journal, "BBBBBB")
    await wrote(journal, short, *RECORDS)
    for _ in range(60):
        await wrote(journal, long, bytes(100))
    assert long.known.size + short.known.size < 3000 + 1200
    assert short.known.between(None, (1, 10)) is not None, "the longest goes first"
    assert long.known.between((1, 55), (1, 60)) is not None, "and of it the oldest"
    await journal.close()


async def begun(wire: Wire, moves: int) -> None:
    await (await wire.hello("Anna")).create(time_limit=0)
    await wire.ready()
    await wire.the(Moved)
    for _ in range(moves):
        assert isinstance(await wire.play(wire.moves[0]), Step | Moved)


@pytest.mark.parametrize("how", ["behind an open connection", "by a restart"])
async def test_a_game_outlives_a_store_that_was_emptied(tmp_path: Path, how: str) -> None:
    async with EmbeddedRedis(tmp_path) as store, Redis.from_url(store.url) as redis:
        async with running(on(store)) as server, dial(server.port) as anna:
            await begun(anna, 12)
            if how == "by a restart":
                await store.stop()
                for file in tmp_path.glob("redis/appendonlydir/*.aof"):
                    os.truncate(file, 0)
                await store.start()
            else:
                await redis.flushall()

            async def is_whole() -> bool:
                return await redis.xlen(keys.log(anna.code)) >= 12 and bool(await redis.exists(keys.STORE))

            await until(is_whole)
            assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        async with running(on(store)) as server, dial(server.port, first_id=100) as again:
            await (await again.hello("Anna", anna.token)).join(anna.code)
            await again.the(Moved)
            assert again.room is not None
            assert (again.room.seats[0].moves, again.room.lost) == (13, 0)
            assert again.boards == anna.boards


async def test_a_room_goes_on_from_before_a_hole_and_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with EmbeddedRedis(tmp_path) as store, Redis.from_url(store.url) as redis:
        async with running(on(store)) as server, dial(server.port) as anna:
            await begun(anna, 12)
            room = anna.code
        entries: Any = await redis.xrange(keys.log(room))
        await redis.xdel(keys.log(room), entries[-5][0])
        for number in range(2):
            async with running(on(store)) as server, dial(server.port, first_id=100 + 100 * number) as again:
                await (await again.hello("Anna", anna.token)).join(room)
                await again.the(Moved)
                assert again.room is not None
                assert (again.room.seats[0].moves, again.room.lost) == (7 + number, 5)
                assert isinstance(await again.play(again.moves[0]), Step | Moved)
                if number:
                    await again.ask(Stand)
                    assert len((await again.ask(GetReplay, room=room)).boards[0].steps) == 9
        assert f"room {room} has lost 5 entries of its log, from " in caplog.text


async def test_players_are_told_of_what_is_lost_for_good_while_they_play(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path) as store, AsyncExitStack() as stack:
        redis = await stack.enter_async_context(Redis.from_url(store.url))
        server = await stack.enter_async_context(running(on(store, lately=0)))
        anna = await stack.enter_async_context(dial(server.port))
        await begun(anna, 12)
        server.services.registry.hubs[anna.code].log.known.let_go()
        count = server.services.registry.hubs[anna.code].log.count
        await redis.delete(keys.log(anna.code))
        server.services.journal.look_again()
        told = await anna.state(lambda room: room.lost > 0)
        assert (told.lost, told.safe) == (count, False)
        assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        assert (await fetch_json(server, "/healthz"))["store"] == "lost"
        await anna.ask(Stand)
        await anna.phase("finished")
        refused = await anna.refusal(GetReplay, room=anna.code)
        assert (refused.code, refused.retry) == (ErrorCode.LOG_LOST, False)


@pytest.mark.parametrize("what", ["some of it", "its beginning", "its end", "all of it", "its sense"])
async def test_a_replay_of_a_log_that_is_not_whole_is_refused(serve: Serve, redis: Redis, what: str) -> None:
    async with serve(replay_again=(0, 0)) as server, dial(server.port) as anna:
        await begun(anna, 8)
        await anna.ask(Stand)
        await anna.phase("finished")
        key = keys.log(anna.code)
        entries: Any = await redis.xrange(key)
        if what == "all of it":
            await redis.delete(key)
        elif what == "its sense":
            await redis.delete(key)
            for number, (id, fields) in enumerate(entries):
                await redis.xadd(key, fields if number != len(entries) - 4 else {"r": b"\x93\x63\x00\x00"}, id=id)
        else:
            await redis.xdel(key, entries[{"some of it": -4, "its beginning": 0, "its end": -1}[what]][0])
        refused = await anna.refusal(GetReplay, room=anna.code)
        assert (refused.code, refused.retry) == (ErrorCode.LOG_LOST, False)
