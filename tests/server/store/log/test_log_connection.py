"""The connection over which logs are written: broken, closed, replaced."""

from __future__ import annotations

import asyncio

import pytest
from redis.asyncio import Redis

from cadogan_server.store.log.bounds import Bounds
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.log_connection import LogConnection
from cadogan_server.store.log.room_log import RoomLog
from cadogan_server.store.redis.address import Address
from cadogan_server.store.redis.shards import Shards
from cadogan_server.store.redis.writer import Writer, pack
from tests.server.store.between import Between
from tests.server.store.heard import heard
from tests.server.store.log.test_journal import Own
from tests.server.store.logs import taken, written
from tests.server.wire import PATIENCE


@pytest.mark.parametrize("how", ["lose", "cut"])
async def test_a_batch_whose_connection_breaks_is_written_once_over_another(
    redis_url: str, redis: Redis, how: str
) -> None:
    told: list[bool] = []
    async with Between(redis_url) as between:
        journal = heard(Journal(between.url, bounds=Bounds(lately=3600)), safe=told.append)
        logs = [RoomLog(code, 1) for code in ("ABCDEF", "BBBBBB")]
        for number in range(3):
            setattr(
                between, how, 1 if number < 2 else 0
            )  # the first batch, which connects, and one over an open connection
            for log in logs:
                journal.append(log, bytes([number]))
            await taken(journal)
        await journal.close()
        assert between.batches == [2, 2, 2, 4, 2]  # over the last connection, the earlier entries go first
    for code in ("ABCDEF", "BBBBBB"):
        assert await written(redis, code) == [b"\0", b"\1", b"\2"]
    assert told == []


async def test_a_closed_idle_connection_does_not_make_play_unsafe(redis_url: str, redis: Redis) -> None:
    told: list[bool] = []
    async with Between(redis_url) as between:
        journal, log = heard(Journal(between.url), safe=told.append), RoomLog("ABCDEF", 1)
        journal.append(log, b"1")
        await taken(journal)
        between.hang_up()
        journal.append(log, b"2")
        await journal.close()
        assert between.lines == 2
    assert await written(redis, "ABCDEF") == [b"1", b"2"]
    assert told == []


async def test_a_line_leads_elsewhere_when_another_master_is_named(redis_url: str) -> None:
    masters: list[Writer | Shards] = []

    class Moving(Address):
        """The address of a store whose master may have changed."""

        async def leads_to(self, writer: Writer | Shards) -> bool:
            return writer in masters

        async def connect(self) -> Writer | Shards:
            writer = await super().connect()
            masters.append(writer)
            return writer

    address = Moving(redis_url, PATIENCE)
    connection = LogConnection(address, Own(plays_on=True), Bounds(), list, lambda loss: None)
    assert not await connection.leads_elsewhere(), "it leads to no server"
    await connection.write([pack("PING")])
    assert not await connection.leads_elsewhere()
    masters.clear()
    assert await connection.leads_elsewhere()
    connection.drop()
    assert not await connection.leads_elsewhere(), "the next write looks for the master"
    await connection.close()


async def test_a_closed_journal_leaves_no_connection(redis_url: str, redis: Redis) -> None:
    before = len(await redis.client_list())
    journal = Journal(redis_url)
    journal.append(RoomLog("ABCDEF", 1), b"1")
    await taken(journal)
    assert len(await redis.client_list()) == before + 1
    await journal.close()
    async with asyncio.timeout(PATIENCE):
        while len(await redis.client_list()) > before:
            await asyncio.sleep(0)


async def test_a_connection_closed_while_it_opens_is_not_left_behind(redis_url: str, redis: Redis) -> None:
    connected, go_on = asyncio.Event(), asyncio.Event()

    class Slow(Address):
        """An address whose connection is handed over late."""

        async def connect(self) -> Writer | Shards:
            writer = await super().connect()
            connected.set()
            await go_on.wait()
            return writer

    before = len(await redis.client_list())
    connection = LogConnection(Slow(redis_url, PATIENCE), Own(plays_on=True), Bounds(), list, lambda loss: None)
    for _ in range(2):
        writing = asyncio.create_task(connection.write([pack("PING")]))
        await connected.wait()
        await connection.close()
        go_on.set()
        with pytest.raises(ConnectionError, match=r"^the connection was closed while it was being opened$"):
            await writing
        connected.clear()
        go_on.clear()
    async with asyncio.timeout(PATIENCE):
        while len(await redis.client_list()) > before:
            await asyncio.sleep(0)


async def test_each_new_connection_runs_its_callback_first(
    redis_url: str, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    connected: list[str] = []

    async def note() -> None:
        connected.append("connected")

    async with Between(redis_url) as between:
        journal, log = Journal(between.url, on_connected=note), RoomLog("ABCDEF", 1)
        journal.append(log, b"1")
        await taken(journal)
        assert connected == ["connected"]
        journal.look_again()
        await taken(journal)
        assert connected == ["connected"] * 2
        assert not await journal.connection.leads_elsewhere(), "it has no Sentinels that could name another"
        journal.append(log, b"2")
        await taken(journal)
        assert connected == ["connected"] * 2
        assert between.lines == 2
        await journal.close()
    assert caplog.text == "", "nothing is wrong"
