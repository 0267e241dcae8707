"""Redis goes away during play: play goes on, players are told, and everything is written when it is back."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from redis import Redis as BlockingRedis
from redis.asyncio import Redis

from cadogan_protocol.codec import Format
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Create, Hello, Moved, Ping, Play, Pong, Stand, Step
from cadogan_server.app import running
from cadogan_server.delivery.bus import Bus
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.rooms.records import Played
from cadogan_server.store import keys
from cadogan_server.store.log.bounds import Bounds
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.room_log import RoomLog
from cadogan_server.store.people.players import Players
from cadogan_server.store.redis.embedded import EmbeddedRedis
from tests.server.fetching import fetch
from tests.server.pipe import Pipe
from tests.server.store.between import Between
from tests.server.store.heard import heard
from tests.server.store.logs import written, wrote
from tests.server.store.settings import on
from tests.server.wire import PATIENCE, dial


async def test_play_goes_on_while_redis_is_away(tmp_path: Path) -> None:
    redis = EmbeddedRedis(tmp_path)
    await redis.start()
    async with running(on(redis)) as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
        await anna.ready()
        await anna.the(Moved)
        await redis.stop()
        for _ in range(3):
            assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        room = await anna.state(lambda room: not room.safe)
        assert room.phase == "running"
        async with dial(server.port, first_id=100) as again:
            await (await again.hello("Anna", anna.token)).join(anna.code)
            await again.the(Moved)
            assert again.boards[1] == anna.boards[1]
            await redis.start()
            await again.state(lambda room: room.safe)
            assert isinstance(await again.play(again.moves[0]), Step | Moved)
            await again.ask(Stand)
        found = await server.services.store.logs.read(anna.code)
        assert found is not None
        assert [type(record) for record in found[0]].count(Played) == 4
    await redis.stop()


async def test_past_the_bound_requests_are_refused(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path) as redis, running(on(redis, unwritten=100)) as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
        await anna.ready()
        await anna.the(Moved)
        await redis.stop()
        while isinstance(answer := await anna.play(anna.moves[0]), Step | Moved):
            pass
        assert (answer.code, answer.retry) == (ErrorCode.STORE_DOWN, True)
        assert isinstance(await anna.ask(Ping), Pong)
        answer_of_health, told = await fetch(server, "/healthz")
        assert (answer_of_health.status, json.loads(told)["status"]) == (404, "full"), "a proxy cuts no sockets"
        async with dial(server.port) as other:
            error = await other.refusal(Hello, name="Other", token="AAAAAAAAAAAA.BBBB")
            assert error.code is ErrorCode.STORE_DOWN
            await other.hello("Other")
            assert (await other.refusal(Create, game="klondike")).code is ErrorCode.STORE_DOWN
        await redis.start()
        await anna.state(lambda room: room.safe)
        assert isinstance(await anna.ask(Play, move=anna.moves[0]), Step | Moved)


# ---- the journal alone -----------------------------------------------------------------------------------------------


@pytest.mark.store
async def test_commands_that_are_sent_twice_are_written_once(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis, Between(redis_url) as between:
        told: asyncio.Queue[bool] = asyncio.Queue()
        between.lose = 3
        journal = heard(Journal(between.url), safe=told.put_nowait)
        log = RoomLog("ABCDEF", 1)
        for number in range(5):
            journal.append(log, bytes([number]))
            await asyncio.sleep(0)
        assert [await told.get(), await told.get()] == [False, True]
        await journal.close()
        assert b"".join(await written(redis, "ABCDEF")) == bytes(range(5))


@pytest.mark.store
@pytest.mark.parametrize("noticed", [True, False], ids=["while it is away", "when it is back"])
async def test_entries_that_redis_lost_are_written_before_all_others(
    tmp_path: Path, redis_binary: Path, noticed: bool
) -> None:
    server = EmbeddedRedis(tmp_path, redis_binary)
    await server.start()
    async with Redis.from_url(server.url) as redis:
        told: asyncio.Queue[bool] = asyncio.Queue()
        journal = heard(Journal(server.url), safe=told.put_nowait)
        log = RoomLog("ABCDEF", 1)
        for number in range(3):
            await wrote(journal, log, bytes([number]))
        await server.stop()
        if noticed:
            journal.append(log, b"\3")
            assert await told.get() is False
        manifest = next(tmp_path.glob("redis/appendonlydir/*.manifest"))
        for file in manifest.parent.glob("*.incr.aof"):
            os.truncate(file, 0)
        await server.start()
        journal.append(log, b"\4")
        await journal.close()
        assert b"".join(await written(redis, "ABCDEF")) == (b"\0\1\2\3\4" if noticed else b"\0\1\2\4")
    await server.stop()


@pytest.mark.store
async def test_a_writer_that_was_replaced_writes_nothing(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        journal = Journal(redis_url)
        journal.append(RoomLog("ABCDEF", 2), b"new")
        await journal.close()
        late = Journal(redis_url)
        late.append(RoomLog("ABCDEF", 1), b"old")
        await late.close()
        assert await written(redis, "ABCDEF") == [b"new"]


@pytest.mark.store
@pytest.mark.parametrize(
    ("setting", "bad", "good"),
    [("maxmemory", "1", "0"), ("min-replicas-to-write", "1", "0")],
    ids=["out of memory", "taking no writes"],
)
async def test_entries_that_a_store_in_trouble_refuses_are_written_later(
    redis_url: str, setting: str, bad: str, good: str
) -> None:
    async with Redis.from_url(redis_url) as redis:
        told: asyncio.Queue[bool] = asyncio.Queue()
        journal = heard(Journal(redis_url), safe=told.put_nowait)
        log = RoomLog("ABCDEF", 1)
        await redis.config_set(setting, bad)
        try:
            journal.append(log, b"first")
            async with asyncio.timeout(PATIENCE):
                assert await told.get() is False
            journal.append(log, b"second")
        finally:
            await redis.config_set(setting, good)
        async with asyncio.timeout(PATIENCE):
            assert await told.get() is True
        await journal.close()
        assert b"".join(await written(redis, "ABCDEF")) == b"firstsecond"


async def test_a_command_that_can_never_be_carried_out_holds_nothing_up(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with Redis.from_url(redis_url) as redis:
        await redis.set(keys.log("ABCDEF"), "no log")
        journal = Journal(redis_url)
        journal.append(RoomLog("ABCDEF", 1), b"lost")
        journal.write("EVAL", "return {err='ERR no'}", 0)
        journal.append(RoomLog("BBBBBB", 1), b"kept")
        await journal.close()
        assert journal.safe
        assert await written(redis, "BBBBBB") == [b"kept"]
        assert caplog.text.count("the store refuses") == 2


async def test_all_that_waits_counts_as_unwritten(tmp_path: Path) -> None:
    journal = Journal(f"unix://{tmp_path}/nothing-here")
    journal.write("HSET", "key", "name", "x" * 1000)
    await journal.close()
    assert journal.unwritten.size > 1000


async def test_a_full_journal_takes_no_more_players(tmp_path: Path) -> None:
    url = f"unix://{tmp_path}/nothing-here"
    async with Redis.from_url(url) as redis:
        journal = Journal(url, bounds=Bounds(unwritten=1000))
        players = Players(redis, journal)
        for number in range(100):
            _, token = players.welcome(f"Player {number}")
            await asyncio.sleep(0)
        assert await players.recognise(token, "Somebody") is not None
        await journal.close()
        assert journal.unwritten.size < 2000


async def test_a_tick_is_one_pipeline_and_one_write_for_each_socket(redis_url: str) -> None:
    async with Between(redis_url) as between:
        journal = Journal(between.url)
        bus = Bus(journal)
        pipes = [Pipe(), Pipe()]
        boxes = [Outbox(pipe, Format.MSGPACK, lambda: None, 1000) for pipe in pipes]
        logs = [RoomLog("AAAAAA", 1), RoomLog("BBBBBB", 1)]
        for number in range(3):
            for log in logs:
                journal.append(log, bytes([number]))
            for box in boxes:
                bus.send(box, bytes([number]))
            assert pipes[0].writes == []
        await journal.close()
        assert between.batches == [2]
        assert [pipe.writes for pipe in pipes] == [[b"\0\1\2"]] * 2


async def test_nothing_is_said_before_it_is_written(redis_url: str) -> None:
    class Witness(Pipe):
        """Reads from Redis at the moment when a frame is written to the socket."""

        def write(self, frames: Sequence[bytes]) -> bool:
            with BlockingRedis.from_url(redis_url) as witness:
                assert witness.xlen(keys.log("ABCDEF")) == 1
            return super().write(frames)

    journal = Journal(redis_url)
    pipe = Witness()
    Bus(journal).send(Outbox(pipe, Format.MSGPACK, lambda: None, 1000), b"said")
    journal.append(RoomLog("ABCDEF", 1), b"record")
    await journal.close()
    assert pipe.writes == [b"said"]
