"""Batches that an earlier process has left."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.exceptions import NoPermissionError

from cadogan_server.store import keys
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.losses import Losses
from cadogan_server.store.log.room_log import RoomLog
from cadogan_server.store.log.spill import HELD, TOLD, Spill
from cadogan_server.store.log.taking_in import AT_ONCE, Owed, store_name, take_in
from cadogan_server.store.redis.address import Address
from cadogan_server.store.redis.embedded import EmbeddedRedis
from cadogan_server.store.redis.shards import Shards
from cadogan_server.store.redis.trouble import TakesNothing
from cadogan_server.store.redis.writer import Writer, pack
from tests.server.store.heard import heard
from tests.server.store.log.test_spill import COMMANDS
from tests.server.store.logs import written, wrote
from tests.server.wire import PATIENCE


async def test_the_next_server_writes_what_a_journal_could_not(tmp_path: Path) -> None:
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
        await redis.delete(keys.log("ABCDEF"))  # the file has the last entries too, as the store may have lost them
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


# ---- the name of a store ---------------------------------------------------------------------------------------------


async def test_servers_that_start_at_once_give_a_store_one_name(redis: Redis) -> None:
    await asyncio.gather(redis.ping(), redis.ping())  # both connections are open, so both questions go out at once
    first, second = await asyncio.gather(store_name(redis), store_name(redis))
    assert first == second != ""
    assert await redis.get(keys.STORE) == first.encode()


async def test_a_store_that_takes_nothing_has_the_name_that_it_had(redis: Redis) -> None:
    await redis.config_set("min-replicas-to-write", "1")
    try:
        assert await store_name(redis) == ""
        await redis.config_set("min-replicas-to-write", "0")
        name = await store_name(redis)
        await redis.config_set("min-replicas-to-write", "1")
        assert await store_name(redis) == name != ""
    finally:
        await redis.config_set("min-replicas-to-write", "0")


async def test_a_store_that_forbids_us_to_name_it_is_an_error(redis: Redis, redis_url: str) -> None:
    await redis.execute_command("ACL", "SETUSER", "reader", "on", ">secret", "~*", "&*", "+@all", "-set")
    async with Redis.from_url(redis_url, username="reader", password="secret") as reader:
        with pytest.raises(NoPermissionError):
            await store_name(reader)
    await redis.execute_command("ACL", "DELUSER", "reader")


# ---- commands that are written, and outdated ones -------------------------------------------------------------------


def entry(code: str, epoch: int, count: int, records: bytes = b"x") -> bytes:
    """Return the command that writes an entry of a room's log."""
    return pack("XADD", keys.log(code), f"{epoch}-{count}", "r", records)


def spilled(folder: Path, store: str, *commands: bytes) -> Path:
    """Leave a spill file with these commands, and return its path."""
    spill = Spill(folder, store)
    spill.add(list(commands))
    spill.close()
    assert spill.path is not None
    return spill.path


async def taken_in(folder: Path, redis: Redis, redis_url: str) -> Owed:
    return await take_in(folder, redis, await store_name(redis), Address(redis_url, PATIENCE))


async def test_a_file_for_another_store_keeps_no_other_from_being_written(
    tmp_path: Path, redis: Redis, redis_url: str
) -> None:
    other = spilled(tmp_path, "another store", pack("INCR", "cadogan:number"))
    spilled(tmp_path, "", pack("INCRBY", "cadogan:number", 10))
    spilled(tmp_path, await store_name(redis), pack("INCRBY", "cadogan:number", 100))
    owed = await taken_in(tmp_path, redis, redis_url)
    assert (owed.files, owed.commands) == ([], [])
    assert await redis.get("cadogan:number") == b"110"
    assert list(tmp_path.iterdir()) == [other]


async def test_each_of_very_many_changes_is_written_once(tmp_path: Path, redis: Redis, redis_url: str) -> None:
    many = AT_ONCE + 1
    spilled(tmp_path, "", *[pack("INCR", "cadogan:number")] * many)
    await taken_in(tmp_path, redis, redis_url)
    assert await redis.get("cadogan:number") == str(many).encode()


async def test_a_change_that_is_refused_is_logged_unless_the_store_has_it(
    tmp_path: Path, redis: Redis, redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    await redis.xadd(keys.log("ABCDEF"), {"r": b"there"}, id="1-1")
    spilled(tmp_path, "", entry("ABCDEF", 1, 1), entry("ABCDEF", 1, 2, b"new"))
    await taken_in(tmp_path, redis, redis_url)
    assert await written(redis, "ABCDEF") == [b"there", b"new"]
    assert "refuses" not in caplog.text
    spilled(
        tmp_path,
        "",
        pack("SET", "cadogan:text", "x"),
        pack("LPUSH", "cadogan:text", "y"),
        pack("SET", "cadogan:after", "z"),
    )
    await taken_in(tmp_path, redis, redis_url)
    assert "the store refuses b'LPUSH' [b'cadogan:text']: WRONGTYPE" in caplog.text
    assert await redis.get("cadogan:after") == b"z"
    assert list(tmp_path.iterdir()) == []


class TakingNothing(Address):
    """Leads to a store that refuses all writes."""

    async def connect(self) -> Writer | Shards:
        raise TakesNothing("MISCONF the disk is full")


async def test_commands_that_several_servers_left_are_owed_in_order(
    tmp_path: Path, redis: Redis, redis_url: str
) -> None:
    commands = [entry("AAAAAA", 1, 1), entry("AAAAAA", 1, 2), entry("BBBBBB", 1, 1)]
    paths = [spilled(tmp_path, "", *commands[:2]), spilled(tmp_path, "", *commands[2:])]
    owed = await take_in(tmp_path, redis, "", TakingNothing(redis_url, PATIENCE))
    assert owed.commands == commands
    assert [older.path for older in owed.files] == paths
    assert sorted(tmp_path.iterdir()) == paths
    for older in owed.files:
        older.leave()


def lease(code: str) -> bytes:
    """Return the command of a script that writes the lease of a room."""
    return pack("EVAL", "return redis.call('SET', KEYS[1], 'late')", 1, keys.room(code))


async def test_rooms_taken_over_by_another_server_lost_the_told_changes(
    tmp_path: Path, redis: Redis, redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """AAAAAA was taken over by another server: players were told of two of its four entries. BBBBBB and CCCCCC still
    belong to this server, and the store has one entry of each. In DDDDDD players were told of nothing."""
    for code, id in (("AAAAAA", "1-7"), ("AAAAAA", "5-1"), ("BBBBBB", "3-2"), ("CCCCCC", "2-9"), ("DDDDDD", "2-1")):
        await redis.xadd(keys.log(code), {"r": b"there"}, id=id)
    path = spilled(
        tmp_path,
        "",
        entry("AAAAAA", 4, 9),
        entry("BBBBBB", 3, 3),
        lease("AAAAAA"),
        TOLD,
        entry("AAAAAA", 4, 10),
        entry("AAAAAA", 4, 11),
        pack("DEL", keys.log("AAAAAA")),
        lease("BBBBBB"),
        entry("CCCCCC", 1, 10),
        entry("CCCCCC", 3, 1),
        HELD,
        entry("AAAAAA", 4, 12),
        entry("DDDDDD", 1, 1),
    )
    await taken_in(tmp_path, redis, redis_url)
    assert await redis.hgetall(keys.lost("AAAAAA")) == {path.stem.encode(): b"2"}
    assert [await redis.exists(keys.lost(code)) for code in ("BBBBBB", "CCCCCC", "DDDDDD")] == [0, 0, 0]
    for code, lost in (("AAAAAA", 4), ("DDDDDD", 1)):
        assert f"room {code}: {lost} entries of its log in {path} are lost" in caplog.text
    assert [await written(redis, code) for code in ("AAAAAA", "BBBBBB", "DDDDDD")] == [
        [b"there", b"there"],
        [b"there", b"x"],
        [b"there"],
    ]
    assert await written(redis, "CCCCCC") == [b"there", b"x"]
    assert [await redis.get(keys.room(code)) for code in ("AAAAAA", "BBBBBB")] == [None, b"late"]


async def test_all_entries_count_as_told_in_a_file_without_held_ones(
    tmp_path: Path, redis: Redis, redis_url: str
) -> None:
    await redis.xadd(keys.log("AAAAAA"), {"r": b"there"}, id="2-1")
    spilled(tmp_path, "", TOLD, entry("AAAAAA", 1, 1), entry("AAAAAA", 1, 2), entry("AAAAAA", 1, 3))
    spilled(tmp_path, "", entry("AAAAAA", 1, 1), entry("AAAAAA", 1, 2))
    await taken_in(tmp_path, redis, redis_url)
    assert await Losses(redis).of("AAAAAA") == 3


async def test_a_command_too_short_for_a_room_is_passed_on(tmp_path: Path, redis: Redis, redis_url: str) -> None:
    spilled(tmp_path, "", pack("PING"), pack("EVAL", "redis.call('SET', 'cadogan:done', 1)", 0))
    await taken_in(tmp_path, redis, redis_url)
    assert await redis.get("cadogan:done") == b"1"
    assert list(tmp_path.iterdir()) == []
