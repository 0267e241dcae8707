"""The order in which the journal writes and says things, and what it does while Redis is away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from redis.asyncio import Redis

from cadogan_server.store import journal as journals
from cadogan_server.store import keys
from cadogan_server.store.embedded import EmbeddedRedis
from cadogan_server.store.journal import Journal, RoomLog
from tests.server.test_store_away import Flaky, written
from tests.server.wire import PATIENCE

LOG = keys.log("ABCDEF")


class Told:
    """An outbox that notes down what it is given."""

    def __init__(self, note: Callable[[bytes], None]) -> None:
        self.note = note
        self.pending: list[bytes] = []

    def write(self, frames: list[bytes]) -> None:
        for frame in frames:
            self.note(frame)


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    async with Redis.from_url(redis_url) as client:
        yield client


async def test_what_comes_after_a_command_is_written_after_it(redis: Redis) -> None:
    journal, log = Journal(redis), RoomLog("ABCDEF", 1)
    journal.append(log, b"before")
    journal.write("DEL", LOG)
    journal.append(log, b"after")
    await journal.close()
    assert await written(redis, "ABCDEF") == [b"after"]


async def test_one_sockets_trouble_is_its_own_and_what_follows_comes_last(redis: Redis) -> None:
    said: list[bytes] = []

    def fail(frame: bytes) -> None:
        raise OSError("broken")

    journal = Journal(redis)
    journal.send(b"lost", (Told(fail),))
    journal.then(lambda: said.append(b"then"))
    journal.send(b"frame", (Told(said.append),))
    await journal.close()
    assert said == [b"frame", b"then"]


async def test_an_idle_connection_that_was_closed_is_not_worth_a_word(redis: Redis) -> None:
    told: list[bool] = []
    journal = Journal(Flaky(redis, lost=1), told.append)  # type: ignore[arg-type]
    journal.append(RoomLog("ABCDEF", 1), b"record")
    await journal.close()
    assert await written(redis, "ABCDEF") == [b"record"]
    assert told == []


async def test_what_was_written_long_ago_is_not_kept(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, log = Journal(redis), RoomLog("ABCDEF", 1)
    for number in range(5):
        monkeypatch.setattr(journals, "LATELY_SECONDS", 0.0 if number == 4 else 3600.0)
        journal.append(log, bytes([number]))
        while journal.written <= number:
            await asyncio.sleep(0)
        assert len(journal._lately) == (1 if number == 4 else number + 1)
    await journal.close()


async def test_a_backlog_of_many_pipelines_is_written_whole_and_the_bound_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journals, "CHUNK", 2)
    monkeypatch.setattr(journals, "BACKLOG_BYTES", 100)
    server = EmbeddedRedis(tmp_path)
    await server.start()
    async with Redis.from_url(server.url) as redis:
        told: asyncio.Queue[bool] = asyncio.Queue()
        full: list[bool] = []
        journal = Journal(redis, told.put_nowait)
        journal.on_full = lambda: full.append(journal.full)
        await server.stop()
        log = RoomLog("ABCDEF", 1)
        for number in range(7):
            journal.append(log, bytes([number]))
            if not number:
                assert await told.get() is False
            await asyncio.sleep(0)
        assert full == [True]
        await server.start()
        async with asyncio.timeout(PATIENCE):
            assert await told.get() is True
        assert not journal.full
        assert b"".join(await written(redis, "ABCDEF")) == bytes(range(7))
        await journal.close()
    await server.stop()
