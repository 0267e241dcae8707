"""A store that lost data is recognised by its counters."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ResponseError

from cadogan_server.store.log.mending import Mender
from cadogan_server.store.log.watch import KEPT_SECONDS, Watch
from cadogan_server.store.redis.writer import ErrorReply, pack
from tests.server.store.executed import Commands
from tests.server.store.log.test_mending import Master, logged_room
from tests.server.waiting import until


class Watched(Commands):
    """A journal, and its connection to two masters with a counter each.

    Attributes:
        looked: how often it was asked to compare its logs with the store.
        moved: True if another server has become the master.
    """

    def __init__(self) -> None:
        super().__init__()
        self.connection = self
        self.mender = Mender()
        self.mender.mark_keys = ["one", "two"]
        self.safe = True
        self.moved = False
        self.looked = 0

    async def leads_elsewhere(self) -> bool:
        return self.moved

    def look_again(self) -> None:
        self.looked += 1


def watched(redis: Redis) -> tuple[Watched, Watch]:
    journal = Watched()
    return journal, Watch(redis, journal)  # type: ignore[arg-type]


async def test_while_nothing_is_lost_a_check_only_increases_the_counters(redis: Redis) -> None:
    journal, watch = watched(redis)
    for number in (1, 2, 3):
        await watch.check()
        assert journal.mender.marks == {"one": number, "two": number}
    await redis.incrby("two", 5)  # a command that comes late
    journal.mender.mark_keys.append("a new master's")
    await watch.check()
    assert journal.mender.marks == {"one": 4, "two": 9, "a new master's": 1}
    assert (journal.mender.went_back, journal.looked, journal.written) == (False, 0, [])
    for key in journal.mender.mark_keys:
        assert KEPT_SECONDS - 60 < await redis.ttl(key) <= KEPT_SECONDS


@pytest.mark.parametrize("checks", [1, 3])
@pytest.mark.parametrize("left", [None, 0])
async def test_a_counter_that_is_gone_or_too_small_lets_the_logs_be_compared(
    redis: Redis, checks: int, left: int | None
) -> None:
    journal, watch = watched(redis)
    for _ in range(checks):
        await watch.check()
    await (redis.delete("two") if left is None else redis.set("two", left))
    await watch.check()
    assert (journal.mender.went_back, journal.looked) == (True, 1)
    assert journal.mender.marks == {"one": checks + 1, "two": 1}
    await watch.check()
    assert journal.looked == 1, "once for each loss"


async def test_another_master_lets_the_logs_be_compared(redis: Redis) -> None:
    journal, watch = watched(redis)
    journal.moved = True
    await watch.check()
    assert (journal.looked, journal.mender.went_back) == (1, False)


async def test_a_store_that_refuses_a_counter_has_failed_the_check(redis: Redis) -> None:
    journal, watch = watched(redis)
    await redis.lpush("two", "no number")
    with pytest.raises(ResponseError):
        await watch.check()
    assert (journal.mender.marks, journal.looked) == ({}, 0)


async def test_a_probe_creates_missing_counters_and_leaves_the_others(redis: Redis) -> None:
    journal, watch = watched(redis)
    await redis.set("two", 7)
    watch.probe()
    await journal.carry_out(redis)
    assert await redis.mget("one", "two") == [b"0", b"7"]
    assert KEPT_SECONDS - 60 < await redis.ttl("one") <= KEPT_SECONDS
    journal.safe = False
    watch.probe()
    assert journal.written == [], "the journal knows already that the store is away"


async def test_the_watch_goes_on_and_probes_while_the_store_is_away(redis: Redis) -> None:
    journal, watch = watched(redis)
    task = asyncio.create_task(watch.run())
    await until(lambda: journal.mender.marks == {"one": 1, "two": 1})
    away, watch_away = watched(Redis(port=1, retry=Retry(NoBackoff(), 0)))
    task_away = asyncio.create_task(watch_away.run())
    await until(lambda: len(away.written) == 2)
    for each in (task, task_away):
        await asyncio.sleep(0)
        assert not each.done()
        each.cancel()
    await asyncio.wait([task, task_away])


async def test_a_store_that_was_started_anew_is_known() -> None:
    mender, master, log = Mender(), Master(), logged_room("ABCDEF", "one")

    async def anew(*ids: Any) -> bool:
        master.infos = [id if isinstance(id, ErrorReply) else b"a:b\r\nrun_id:%b\r\n" % id for id in ids]
        found = await mender.compare(master, [log], [])  # type: ignore[arg-type]
        assert found is not None
        return found.anew

    assert [await anew(b"one", b"two"), await anew(b"two", b"one"), await anew(b"one")] == [False] * 3
    assert await anew(b"one", b"three")
    assert not await anew(b"three", ErrorReply("no"))
    assert await anew(b"four")


@pytest.mark.parametrize(
    ("last", "mark", "more"),
    [
        *((7, b"7", False), (7, b"8", False), (7, b"6", True), (7, None, True), (7, ErrorReply("no"), False)),
        *((1, b"1", False), (1, None, True)),
    ],
)
async def test_a_mark_that_is_not_there_tells_that_more_is_missing(last: int, mark: Any, more: bool) -> None:
    mender, master, log = Mender(), Master(ABCDEF=["5-1"]), logged_room("ABCDEF", "one")
    log.done = True
    mender.marks = {"other": 1, "mark": last}
    master.answers = {pack("GET", "other"): b"1", pack("GET", "mark"): mark}
    found = await mender.compare(master, [log], [])  # type: ignore[arg-type]
    assert (found is not None and found.more) == more
    assert bool(mender.marks) != more, "entries known to be lost are not looked for again"


async def test_a_store_without_a_run_id_does_not_count_as_restarted() -> None:
    mender, master, log = Mender(), Master(), logged_room("ABCDEF", "one")
    master.infos = [b"# Server\r\nredis_mode:standalone\r\n"]
    for _ in range(2):
        found = await mender.compare(master, [log], [])  # type: ignore[arg-type]
        assert found is not None
        assert not found.anew
