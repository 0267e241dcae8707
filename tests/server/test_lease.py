"""One server at a time: who holds the store, who has to wait for it, and who learns that it is lost."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_protocol.codec import Format
from cadogan_server.app import StartError
from cadogan_server.live.outbox import Outbox
from cadogan_server.rooms.records import Reopened, pack
from cadogan_server.store import keys
from cadogan_server.store.journal import Journal, RoomLog
from cadogan_server.store.lease import Lease, LeaseHeld, LeaseLost, _holder
from cadogan_server.store.logs import Logs
from tests.server.conftest import Serve
from tests.server.test_embedded import linux
from tests.server.test_http import fetch_json
from tests.server.test_outbox import Pipe
from tests.server.test_store_away import written

LONG = 60.0
SECONDS = 2.0


def holder(**changes: Any) -> bytes:
    """What a server like this one would leave in the store."""
    return json.dumps({**json.loads(_holder()), **changes}).encode()


async def let_run_out(redis: Redis) -> None:
    await redis.delete(keys.LEASE)


@pytest.mark.store
async def test_who_comes_while_the_holder_lives_is_turned_away(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with Redis.from_url(redis_url) as redis, Lease(redis, LONG) as first:
        await redis.pexpire(keys.LEASE, 10_000)
        second = asyncio.create_task(Lease(redis, LONG).__aenter__())
        while "held by" not in caplog.text:
            await asyncio.sleep(0)
        await first.confirm(anew=True)
        with pytest.raises(LeaseHeld, match=r"process \d+ on .+ \(since 20"):
            await second


@pytest.mark.store
async def test_a_lease_that_was_released_costs_no_wait(redis_url: str, caplog: pytest.LogCaptureFixture) -> None:
    async with Redis.from_url(redis_url) as redis:
        for _ in range(2):
            async with Lease(redis, LONG):
                assert await redis.pttl(keys.LEASE) > 0
        assert not caplog.text


async def test_who_asks_again_because_an_answer_was_lost_has_it_already(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    class Twice:
        """A client whose first answers are lost."""

        async def eval(self, *arguments: Any) -> Any:
            await redis.eval(*arguments)
            return await redis.eval(*arguments)

    async with Redis.from_url(redis_url) as redis:
        async with Lease(Twice(), LONG) as lease:  # type: ignore[arg-type]
            await lease.confirm(anew=True)
        assert not await redis.exists(keys.LEASE)
    assert not caplog.text


@linux
async def test_a_process_of_this_machine_that_has_ended_is_not_waited_for(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    async with Redis.from_url(redis_url) as redis:
        await redis.set(keys.LEASE, holder(process=ended.pid), px=60_000)
        async with Lease(redis, LONG):
            assert not caplog.text
        await redis.set(keys.LEASE, holder(process=ended.pid, namespace="another machine"), px=100)
        async with Lease(redis, LONG):
            assert f"held by process {ended.pid}" in caplog.text


@pytest.mark.store
async def test_who_was_thought_dead_and_replaced_learns_it_for_good(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis, Lease(redis, LONG) as first:
        told: list[str] = []
        first.on_lost = lambda: told.append("lost")
        await let_run_out(redis)
        async with Lease(redis, LONG) as second:
            await first.confirm()  # as far as its clock can tell
            for _ in range(2):
                with pytest.raises(LeaseLost):
                    await first.confirm(anew=True)
            await second.confirm(anew=True)
        with pytest.raises(LeaseLost):
            await first.confirm()
        assert first.lost
        assert told == ["lost"]


@pytest.mark.store
async def test_a_lease_that_nobody_else_has_had_goes_on(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis, Lease(redis, LONG) as lease:
        for lose in (lambda: let_run_out(redis), redis.flushall):
            await lose()
            await lease.confirm(anew=True)
            assert await redis.pttl(keys.LEASE) > 0


@pytest.mark.store
@pytest.mark.parametrize("known", [True, False], ids=["its clock tells", "the log tells"])
async def test_who_was_replaced_writes_nothing_and_says_nothing_of_it(redis_url: str, known: bool) -> None:
    async with Redis.from_url(redis_url) as redis, Lease(redis, LONG) as first:
        journal, pipe = Journal(redis_url, lease=first), Pipe()
        first.on_lost = journal.give_up
        outbox = Outbox(pipe, Format.MSGPACK, lambda: None, 1000)
        journal.append(RoomLog("BBBBBB", 1), b"before")
        while not journal.written:
            await asyncio.sleep(0)
        await let_run_out(redis)
        async with Lease(redis, LONG) as second:
            if known:
                first._until = 0
            else:
                successor = Journal(redis_url, lease=second)
                successor.append(RoomLog("ABCDEF", 2), b"new")
                await successor.close()
            for said in (b"one", b"two"):
                journal.append(RoomLog("ABCDEF", 1), b"old")
                journal.send(outbox, said)
                await asyncio.sleep(0)
            await journal.close()
            assert await written(redis, "ABCDEF") == ([] if known else [b"new"])
        assert pipe.writes == []
        assert journal.replaced
        assert journal.full


@pytest.mark.store
async def test_what_is_read_for_going_on_with_is_all_that_there_will_be(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        before, after = Journal(redis_url), Journal(redis_url)
        logs, old = Logs(redis, after), RoomLog("ABCDEF", 1)
        before.append(old, pack(Reopened(1)))
        await before.close()
        found = await logs.take_over("ABCDEF")
        before.append(old, pack(Reopened(2)))
        await before.close()
        assert found is not None
        records, log = found
        logs.append(log, Reopened(3))
        await after.close()
        again = await logs.read("ABCDEF")
        assert again is not None
        assert [*records, Reopened(3)] == again[0] == [Reopened(1), Reopened(3)]
        assert await logs.take_over("BBBBBB") is None


async def test_a_second_server_on_a_store_says_who_has_it(serve: Serve) -> None:
    async with serve(lease=SECONDS) as first:
        with pytest.raises(StartError, match=r"in use by another server, process .* stop that one"):
            async with serve():
                pass
        assert await fetch_json(first, "/healthz") == {"status": "ok", "store": "ok"}
