"""Batches that an earlier process has left."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.room_log import RoomLog
from cadogan_server.store.log.spill import Spill
from cadogan_server.store.log.taking_in import store_name, take_in
from cadogan_server.store.redis.address import Address
from cadogan_server.store.redis.embedded import EmbeddedRedis
from cadogan_server.store.redis.writer import pack
from tests.server.store.heard import heard
from tests.server.store.log.test_spill import COMMANDS
from tests.server.store.logs import written, wrote
from tests.server.wire import PATIENCE


async def test_what_a_journal_could_not_write_is_written_by_the_next_server(tmp_path: Path) -> None:
    server = EmbeddedRedis(tmp_path)
    await server.start()
    async with Redis.from_url(server.url) as redis:
        name = await store_name(redis)
        assert await store_name(redis) == name
        spill = Spill(tmp_path / "spill", name)
        journal, log = Journal(server.url, spill=spill), RoomLog("ABCDEF", 1)
        for number in range(3):
            await wrote(journal, log, bytes([number]))
        await server.stop()
        for number in range(3, 6):
            journal.append(log, bytes([number]))
            await asyncio.sleep(0)
        await journal.close()
        assert journal.unwritten.left > 0
        spill.close()
        await server.start()
        await redis.delete(keys.log("ABCDEF"))  # what was written last is in it, too, as the store may have lost it
        owed = await take_in(tmp_path / "spill", redis, name, Address(server.url, PATIENCE))
        assert owed.commands == []
        assert b"".join(await written(redis, "ABCDEF")) == bytes(range(6))
        assert not list((tmp_path / "spill").iterdir())
    await server.stop()


async def test_spilled_batches_that_the_store_still_refuses_are_kept(tmp_path: Path, redis_url: str) -> None:
    log = RoomLog("ABCDEF", 1)
    log.records = b"1"
    spill = Spill(tmp_path, "")
    spill.add([log.entry()])
    spill.close()
    async with Redis.from_url(redis_url) as redis:
        await redis.config_set("min-replicas-to-write", "1")
        try:
            owed = await take_in(tmp_path, redis, "", Address(redis_url, PATIENCE))
            assert len(owed.commands) == 1
            mine, told = Spill(tmp_path, ""), asyncio.Queue[bool]()
            mine.after(owed.files)
            journal = heard(Journal(redis_url, spill=mine), safe=told.put_nowait)
            journal.unwritten.owe(owed.commands)
            assert await told.get() is False
        finally:
            await redis.config_set("min-replicas-to-write", "0")
        async with asyncio.timeout(PATIENCE):
            assert await told.get() is True
        await journal.close()
        mine.close()
        assert await written(redis, "ABCDEF") == [b"1"]
        assert not list(tmp_path.iterdir())


async def test_spilled_batches_for_another_store_or_too_late_are_only_reported(
    tmp_path: Path, redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with Redis.from_url(redis_url) as redis:
        other = Spill(tmp_path / "other", "another store")
        other.add(COMMANDS)
        other.close()
        await take_in(tmp_path / "other", redis, await store_name(redis), Address(redis_url, PATIENCE))
        assert await redis.get("cadogan:number") is None
        assert "another store than this one" in caplog.text
        assert len(list((tmp_path / "other").iterdir())) == 1

        await redis.xadd(keys.log("ABCDEF"), {"r": b"went on"}, id="2-1")
        late = Spill(tmp_path / "late", await store_name(redis))
        log = RoomLog("ABCDEF", 1)
        log.records = b"late"
        late.add([log.entry(), pack("DEL", keys.log("ABCDEF")), *COMMANDS])
        late.close()
        await take_in(tmp_path / "late", redis, await store_name(redis), Address(redis_url, PATIENCE))
        assert await written(redis, "ABCDEF") == [b"went on"]
        assert await redis.get("cadogan:number") == b"2"
        assert "room ABCDEF: 1 entries of its log" in caplog.text
