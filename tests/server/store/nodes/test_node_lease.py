"""Node leases: living, ended, and of an earlier version."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ResponseError

from cadogan_protocol.codec import Format
from cadogan_server.delivery.bus import Bus
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.open_store import StartError
from cadogan_server.store import keys
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.room_log import RoomLog
from cadogan_server.store.nodes.node_lease import (
    ALL_NODES,
    ALONE_LEASES,
    DRIFT,
    LeaseHeld,
    LeaseLost,
    LeaseObserver,
    NodeLease,
    PlaysOn,
    described,
    known_nodes,
    living,
    this_process,
)
from tests.server.conftest import Serve
from tests.server.logged import logged
from tests.server.pipe import Pipe
from tests.server.processes import linux
from tests.server.store.heard import heard
from tests.server.store.leases import LONG, let_run_out
from tests.server.store.logs import taken, written
from tests.server.store.skipping import skipping
from tests.server.waiting import until
from tests.server.wire import PATIENCE


class Observing(LeaseObserver):
    """Calls back."""

    def __init__(
        self,
        ended: Callable[[], Any] = lambda: None,
        nodes: Callable[[], Any] = lambda: None,
        doubt: Callable[[], Any] = lambda: None,
        played_on: Callable[[], bool] = lambda: False,
    ) -> None:
        self._ended, self._nodes, self._doubt, self._played_on = ended, nodes, doubt, played_on

    def was_ended(self) -> None:
        self._ended()

    def nodes_changed(self) -> None:
        self._nodes()

    def came_in_doubt(self) -> None:
        self._doubt()

    def has_played_on(self) -> bool:
        return self._played_on()


def earlier(**changes: Any) -> bytes:
    """Return the key that a server of an earlier version on this machine would leave in the store."""
    return json.dumps({**this_process(), "token": "1", **changes}).encode()


@pytest.mark.store
async def test_nodes_know_each_other(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        async with NodeLease(redis, LONG) as first:
            assert list(first.nodes) == [first.id]
            told: list[set[str]] = []
            first.observe(Observing(nodes=lambda: told.append(set(first.nodes))))
            async with NodeLease(redis, LONG, link="somewhere") as second:
                await first.confirm(anew=True)
                assert told == [{first.id, second.id}]
                assert first.nodes[second.id].id == second.id
                assert first.nodes[second.id].description["link"] == "somewhere"
            await first.confirm(anew=True)
            assert list(first.nodes) == [first.id]
        assert not await redis.exists(keys.LEASE)


@pytest.mark.store
async def test_a_server_of_an_earlier_version_that_lives_keeps_nodes_out(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        await redis.set(keys.LEASE, earlier(), px=60_000)
        with logged() as log:
            node = asyncio.create_task(NodeLease(redis, LONG).__aenter__())
            assert re.search(r"held by process \d+ on .+ up to (59|60)\.\d s to see if it lives", await log.next())
        await redis.set(keys.LEASE, earlier(), px=120_000)
        with pytest.raises(LeaseHeld, match=r"process \d+ on .+ \(since 20"):
            async with asyncio.timeout(PATIENCE):
                await node


async def test_nodes_hold_the_lease_that_keeps_earlier_servers_out(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        async with NodeLease(redis, LONG):
            async with NodeLease(redis, LONG):
                pass
            assert await redis.get(keys.LEASE) == await redis.get(keys.LAST_LEASE) == ALL_NODES
            assert await redis.pttl(keys.LEASE) > 0
        assert not await redis.exists(keys.LEASE)


async def test_a_node_that_asks_twice_to_be_one_is_one_all_the_same(redis_url: str) -> None:
    class Twice:
        """A client whose first answers are lost."""

        async def eval(self, *arguments: Any) -> Any:
            await redis.eval(*arguments)
            return await redis.eval(*arguments)

    async with Redis.from_url(redis_url) as redis:
        async with NodeLease(Twice(), LONG) as lease:  # type: ignore[arg-type]
            await lease.confirm(anew=True)
            assert lease.alone
        assert not await redis.exists(keys.LEASE)


@linux
async def test_an_earlier_server_whose_process_has_ended_is_not_waited_for(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    async with Redis.from_url(redis_url) as redis:
        await redis.set(keys.LEASE, earlier(process=ended.pid), px=60_000)
        async with NodeLease(redis, LONG) as lease:
            assert not caplog.text
            assert lease.sure
        await redis.set(keys.LEASE, earlier(process=ended.pid, namespace="another machine"), px=250)
        async with NodeLease(redis, LONG):
            assert caplog.text.count(f"held by process {ended.pid}") == 1, "this is logged once"


@linux
async def test_a_node_is_ended_when_it_is_silent_or_its_process_gone(redis_url: str) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    async with Redis.from_url(redis_url) as redis, NodeLease(redis, LONG) as first, NodeLease(redis, LONG) as other:
        until, before = await redis.zscore(keys.ALIVE, first.id), await store_ms(redis)
        assert until is not None
        left = 1000 * await other.end(first.id)
        assert until - await store_ms(redis) <= left <= until - before
        await let_run_out(redis, first)
        assert await other.end(first.id) == 0
        await redis.hset(keys.NODES, "dead", json.dumps({**this_process(), "process": gone.pid}))
        await redis.zadd(keys.ALIVE, {"dead": 2**52})
        assert await other.end("dead") == 0
        assert await redis.zscore(keys.ENDED, "dead")


@pytest.mark.store
async def test_a_node_that_was_ended_has_lost_its_lease_for_good(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis, NodeLease(redis, LONG) as first, NodeLease(redis, LONG) as second:
        told: list[str] = []
        first.observe(Observing(ended=lambda: told.append("lost")))
        await let_run_out(redis, first)
        await second.end(first.id)
        await first.confirm()  # as far as its clock can tell
        with pytest.raises(LeaseLost, match=r"^another node has found it silent, and taken over its rooms$"):
            await first.confirm(anew=True)
        with pytest.raises(LeaseLost, match=r"^another node has ended this one$"):
            await first.confirm(anew=True)
        await second.confirm(anew=True)
        with pytest.raises(LeaseLost):
            await first.confirm()
        assert first.lost
        assert told == ["lost"]


@pytest.mark.store
async def test_a_node_that_nobody_has_ended_goes_on(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis, NodeLease(redis, LONG) as lease:
        for lose in (lambda: let_run_out(redis, lease), redis.flushall):
            await lose()
            await lease.confirm(anew=True)
            assert lease.id in lease.nodes


async def test_a_node_that_could_not_renew_waits_before_it_ends_others(redis_url: str) -> None:
    """While the store itself was away, no node could renew."""
    async with Redis.from_url(redis_url) as redis, NodeLease(redis, LONG) as second:
        first = NodeLease(redis, LONG)
        await first.confirm()
        await let_run_out(redis, second)
        assert await first.end(second.id) > 0
        assert not await redis.exists(keys.ENDED)


@pytest.mark.store
@pytest.mark.parametrize("known", [True, False], ids=["its clock tells", "the log tells"])
async def test_a_node_that_was_ended_writes_and_sends_nothing_any_more(
    redis_url: str, known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Redis.from_url(redis_url) as redis, NodeLease(redis, LONG) as first, NodeLease(redis, LONG) as second:
        journal, pipe = Journal(redis_url, lease=first), Pipe()
        bus = Bus(journal)
        first.observe(journal.unwritten)
        replaced = asyncio.Event()
        heard(journal, replaced=replaced.set)
        outbox = Outbox(pipe, Format.MSGPACK, lambda: None, 1000)
        journal.append(RoomLog("BBBBBB", 1), b"before")
        await taken(journal)
        if known:
            await let_run_out(redis, first)
            await second.end(first.id)
            loop, time = asyncio.get_running_loop(), asyncio.get_running_loop().time
            monkeypatch.setattr(loop, "time", lambda: time() + LONG)  # as after a standstill
        else:
            successor = Journal(redis_url, lease=second)
            successor.append(RoomLog("ABCDEF", 2), b"new")
            await successor.close()
        followed: list[str] = []
        for said in (b"one", b"two"):
            journal.append(RoomLog("ABCDEF", 1), b"old")
            bus.send(outbox, said)
            journal.when_written(lambda: followed.append("written"))
            await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):
            await replaced.wait()
        assert journal.replaced
        bus.send(outbox, b"of nothing that was written")
        await journal.close()
        assert await written(redis, "ABCDEF") == ([] if known else [b"new"])
        assert (pipe.writes, followed) == ([], [])
        assert journal.full


async def test_a_start_beside_an_older_server_names_the_holder_of_the_store(serve: Serve, redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        renewing = asyncio.create_task(renewed(redis))
        await until(lambda: redis.exists(keys.LEASE))
        with pytest.raises(StartError, match=r"in use by a server of an earlier version, process .* stop that one"):
            async with asyncio.timeout(PATIENCE), serve():
                pass
        renewing.cancel()
        await asyncio.wait([renewing])


async def renewed(redis: Redis) -> None:
    """Renew the lease of an earlier server, each time for longer, so that it does not run out on a slow machine either."""
    for seconds in count(60):
        await redis.set(keys.LEASE, earlier(), ex=seconds)
        await asyncio.sleep(0.05)


async def test_a_full_store_ends_nobody(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis, NodeLease(redis, LONG) as first, NodeLease(redis, LONG) as second:
        await let_run_out(redis, second)
        secret = await first.secret()
        await redis.config_set("maxmemory", "1")
        try:
            with pytest.raises(ResponseError, match="maxmemory"):
                await redis.set("any", "thing")
            assert await second.secret() == secret
            with pytest.raises(ResponseError, match="maxmemory"):
                await first.end(second.id)
            assert await redis.hexists(keys.NODES, second.id), "nothing was half done"
            for lease in (first, second):
                await lease.confirm(anew=True)
            assert set(first.nodes) | {second.id} == set(second.nodes) == {first.id, second.id}
        finally:
            await redis.config_set("maxmemory", "0")
        await let_run_out(redis, second)
        assert await first.end(second.id) == 0


async def test_a_redis_that_knows_no_flags_is_asked_without_them(redis_url: str) -> None:
    class Older:
        """Redis 6, which rejects the script with the line of flags."""

        asked = 0

        async def eval(self, script: str, *arguments: Any) -> Any:
            self.asked += 1
            if script.startswith("#!"):
                raise ResponseError("Error compiling script (new function): user_script:1: unexpected symbol near '#'")
            return await redis.eval(script, *arguments)

    older = Older()
    async with Redis.from_url(redis_url) as redis, NodeLease(older, LONG) as lease:  # type: ignore[arg-type]
        await lease.confirm(anew=True)
        assert lease.id in lease.nodes
        assert older.asked == 3, "the flags are tried once"


async def test_a_node_that_was_alone_keeps_its_rooms_for_longer(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis, NodeLease(redis, LONG) as first:
        assert first.plays_on
        async with NodeLease(redis, LONG) as second:
            assert not second.plays_on
            ran_out = await let_run_out_now(redis, first)
            before = await store_ms(redis)
            with pytest.raises(PlaysOn, match=first.id) as alone:
                await second.end(first.id)
            assert alone.value.node == first.id
            most = ran_out + 1000 * ALONE_LEASES * LONG
            assert most - await store_ms(redis) <= 1000 * alone.value.seconds <= most - before
            await first.confirm(anew=True)
            assert len(first.nodes) == 2
            await let_run_out_now(redis, first)
            assert await second.end(first.id) == 0


@pytest.mark.parametrize("times", [0.1, 10])
async def test_a_lone_node_keeps_its_rooms_for_leases_of_its_own_length(redis_url: str, times: float) -> None:
    async with (
        Redis.from_url(redis_url) as redis,
        NodeLease(redis, LONG) as first,
        NodeLease(redis, times * LONG) as second,
    ):
        ran_out = await let_run_out_now(redis, first)
        before = await store_ms(redis)
        with pytest.raises(PlaysOn, match=first.id) as alone:
            await second.end(first.id)
        most = ran_out + 1000 * ALONE_LEASES * LONG
        assert most - await store_ms(redis) <= 1000 * alone.value.seconds <= most - before


async def test_a_lone_node_of_an_earlier_version_gets_leases_of_the_asker(redis_url: str) -> None:
    async with (
        Redis.from_url(redis_url) as redis,
        NodeLease(redis, LONG) as first,
        NodeLease(redis, 10 * LONG) as second,
    ):
        await redis.hset(keys.NODES, first.id, json.dumps({"host": "elsewhere"}))
        await let_run_out_now(redis, first)
        with pytest.raises(PlaysOn, match=first.id) as alone:
            await second.end(first.id)
        assert alone.value.seconds > 5 * ALONE_LEASES * LONG


async def test_the_lease_is_in_doubt_before_another_may_take_it(redis_url: str) -> None:
    """The doubt counts from the request, and the store from its arrival, which is later."""

    requests: list[float] = []

    class Watched:
        """A client that notes its requests."""

        async def eval(self, *arguments: Any) -> Any:
            requests.append(loop.time())
            return await redis.eval(*arguments)

    async with Redis.from_url(redis_url) as redis:
        loop = asyncio.get_running_loop()
        began = loop.time()
        async with NodeLease(Watched(), LONG) as lease:  # type: ignore[arg-type]
            span = LONG * (1 - DRIFT)
            assert began + span <= lease.until <= requests[-1] + span
            began = loop.time()
            await lease.confirm(anew=True)
            assert began + span <= lease.until <= requests[-1] + span
            ends = await redis.zscore(keys.ALIVE, lease.id)
            seconds, microseconds = await redis.time()
            assert ends is not None
            assert lease.until - loop.time() < ends / 1000 - seconds - microseconds / 1e6


def test_a_process_of_which_nothing_is_known_has_no_name() -> None:
    assert described(b"") == described(b"null") == "an unknown process"
    assert described(b'{"process": 7, "host": "h"}') == "process 7 on h (since an unknown time)"


async def test_nodes_that_live_are_counted(redis_url: str) -> None:
    async with (
        Redis.from_url(redis_url) as redis,
        NodeLease(redis, LONG),
        NodeLease(redis, LONG),
        NodeLease(redis, LONG) as third,
    ):
        assert await living(redis) == 3
        await let_run_out_now(redis, third)
        await until_later(redis, third)
        assert await living(redis) == 2


async def test_all_nodes_have_one_secret_that_is_made_once(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis, NodeLease(redis, LONG) as first, NodeLease(redis, LONG) as second:
        assert first.known_secret == b""
        secret = await first.secret()
        assert len(secret) == 32
        assert await second.secret() == secret == first.known_secret
        await redis.delete(keys.SECRET)
        assert await first.secret() == secret, "the secret is read once"
        assert await NodeLease(redis, LONG).secret() != secret


async def test_nodes_are_called_as_they_call_themselves(redis_url: str) -> None:
    async with (
        Redis.from_url(redis_url) as redis,
        NodeLease(redis, LONG, name="one") as first,
        NodeLease(redis, LONG) as second,
    ):
        found = await known_nodes(redis)
        assert found[first.id] == "one"
        here = re.escape(f"process {os.getpid()} on {socket.gethostname()}")
        assert re.fullmatch(here + r" \(since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\)", found[second.id])
        first.say(name="first")
        await first.confirm(anew=True)
        assert first.says(first.id, "name") == "first"
        assert first.says(second.id, "name") is None
        assert first.says("nobody", "name") is None
    assert described(b'{"process": 7}') == "process 7 on an unknown machine (since an unknown time)"


async def test_a_node_may_hold_a_log_that_no_later_owner_has_written_to(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis, NodeLease(redis, LONG) as lease, NodeLease(redis, LONG) as other:
        await lease.must_hold(b"a log", 5)
        await redis.xadd("a log", {"r": b""}, id="5-9")
        await lease.must_hold(b"a log", 5)
        await let_run_out(redis, lease)
        await other.end(lease.id)
        assert lease.sure, "as far as its clock can tell"
        with pytest.raises(LeaseLost):
            await lease.must_hold(b"a log", 5)
        await redis.xadd("a log", {"r": b""}, id="6-1")
        with pytest.raises(LeaseLost, match="a log"):
            await other.must_hold(b"a log", 5)
        assert other.lost
        assert not other.sure


async def test_it_is_remembered_for_a_month_that_a_node_has_ended(redis_url: str) -> None:
    day = 24 * 3600 * 1000
    async with Redis.from_url(redis_url) as redis, NodeLease(redis, LONG) as first, NodeLease(redis, LONG) as second:
        now = first.store_time
        minute = 60_000
        await redis.zadd(keys.ENDED, {"long ago": now - 30 * day - minute, "lately": now - 30 * day + 10 * minute})
        await let_run_out(redis, second)
        assert await first.end(second.id) == 0
        assert set(await redis.zrange(keys.ENDED, 0, -1)) == {b"lately", second.id.encode()}


async def test_the_lease_is_renewed_by_itself_though_the_store_was_away(redis_url: str) -> None:
    class Shaky:
        """A client whose second request fails."""

        requests = 0

        async def eval(self, *arguments: Any) -> Any:
            self.requests += 1
            if self.requests == 2:
                raise RedisConnectionError
            if self.requests == 4:
                renewed.set()
            return await redis.eval(*arguments)

    async with Redis.from_url(redis_url) as redis:
        renewed, lease = asyncio.Event(), NodeLease(Shaky(), 0.6)  # type: ignore[arg-type]
        async with lease, asyncio.timeout(PATIENCE):
            first = lease.store_time
            await renewed.wait()
            assert lease.store_time == first > 0, "the moment at which the node first had the lease"
        assert "lease" not in {task.get_name() for task in asyncio.all_tasks()}


async def test_a_process_of_somebody_else_is_not_gone(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def kill(process: int, signal: int) -> None:
        assert signal == 0
        raise PermissionError

    async with Redis.from_url(redis_url) as redis, NodeLease(redis, LONG) as first, NodeLease(redis, LONG) as second:
        with monkeypatch.context() as patch:
            patch.setattr(os, "kill", kill)
            assert await first.end(second.id) > 0
        assert second.id in await known_nodes(redis)


async def test_a_node_that_was_never_one_is_sure_of_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    lease, loop = NodeLease(None, LONG), asyncio.get_running_loop()  # type: ignore[arg-type]
    monkeypatch.setattr(loop, "time", lambda: 0.5)  # the machine has just started
    assert not lease.sure
    assert (lease.lost, lease.nodes, lease.store_time, lease.known_secret) == (False, {}, 0, b"")
    assert not lease.plays_on


async def test_nodes_live_up_to_the_millisecond_that_the_store_knows(redis_url: str) -> None:
    class Stopped:
        """A store whose clock stands still at the end of a second."""

        async def time(self) -> tuple[int, int]:
            return 1000, 999_500

        async def zcount(self, *arguments: Any) -> int:
            count: int = await redis.zcount(*arguments)
            return count

    async with Redis.from_url(redis_url) as redis:
        await redis.zadd(keys.ALIVE, {"lives": 1_000_999, "has run out": 1_000_998})
        assert await living(Stopped()) == 1  # type: ignore[arg-type]


async def test_a_node_that_owes_moves_keeps_its_rooms_though_others_live(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis, NodeLease(redis, LONG) as first, NodeLease(redis, LONG) as second:
        owes = False
        first.observe(Observing(played_on=lambda: owes))
        first.observe(Observing(played_on=lambda: False))
        for owes in (False, True):
            await first.confirm(anew=True)
            assert await redis.sismember(keys.ALONE, first.id) == owes
        await let_run_out_now(redis, first)
        with pytest.raises(PlaysOn):
            await second.end(first.id)


async def test_a_node_that_finds_a_server_of_an_earlier_version_ends(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Redis.from_url(redis_url) as redis, NodeLease(redis, LONG) as lease:
        await redis.set(keys.LEASE, earlier())
        said = rf"^process {os.getpid()} on .+ \(since .+\), of an earlier version, has the store$"
        with pytest.raises(LeaseLost, match=said):
            await lease.confirm(anew=True)
        assert lease.lost
        with monkeypatch.context() as patch:
            patch.setattr(asyncio.get_running_loop(), "time", lambda: 0.5)
            assert not lease.sure, "and never again, whatever the clock says"
        await redis.delete(keys.LEASE)


async def test_a_secret_is_never_made_over_that_of_another_node(redis_url: str) -> None:
    class Late:
        """A client that looked for the first time before another node made the secret."""

        looked = False

        async def get(self, key: str) -> Any:
            if not self.looked:
                self.looked = True
                return None
            return await redis.get(key)

        async def set(self, *arguments: Any, **how: Any) -> Any:
            return await redis.set(*arguments, **how)

    async with Redis.from_url(redis_url) as redis:
        secret = await NodeLease(redis, LONG).secret()
        assert await NodeLease(Late(), LONG).secret() == secret  # type: ignore[arg-type]


@pytest.mark.parametrize(("refusal", "starts"), [("MISCONF it can't write to its disk", True), ("ERR no", False)])
async def test_a_store_that_takes_nothing_just_now_keeps_no_node_out(
    redis_url: str, refusal: str, starts: bool
) -> None:
    class Refusing:
        """A client whose first request is refused."""

        asked = 0

        async def eval(self, *arguments: Any) -> Any:
            self.asked += 1
            if self.asked == 1:
                raise ResponseError(refusal)
            return await redis.eval(*arguments)

    async with Redis.from_url(redis_url) as redis:
        lease = NodeLease(Refusing(), LONG)  # type: ignore[arg-type]
        if not starts:
            with pytest.raises(ResponseError, match=refusal):
                await lease.__aenter__()
            return
        async with lease:
            assert not lease.sure
            await lease.confirm()
            assert lease.sure


async def test_a_node_that_says_nothing_of_its_machine_is_waited_for(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(path: Path) -> str:
        raise OSError

    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    async with Redis.from_url(redis_url) as redis, NodeLease(redis, LONG) as lease:
        monkeypatch.setattr(Path, "read_text", unreadable)
        await redis.hset(keys.NODES, "silent", json.dumps({**this_process(), "process": gone.pid}))
        await redis.zadd(keys.ALIVE, {"silent": 2**52})
        assert await lease.end("silent") > 0


async def test_the_moment_of_a_start_is_told_in_utc(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC-9")
    time.tzset()
    try:
        async with Redis.from_url(redis_url) as redis, NodeLease(redis, LONG) as lease:
            told = str(lease.says(lease.id, "since"))
    finally:
        monkeypatch.undo()
        time.tzset()
    started = datetime.strptime(told, "%Y-%m-%d %H:%M:%S UTC").replace(tzinfo=UTC)
    assert abs(datetime.now(UTC) - started) < timedelta(hours=8)


# ---- the lease's own clock -------------------------------------------------------------------------------------------


ENDS = 4
"""The number of arguments of the script that ends a node; no other script has as many."""


class Near:
    """A store in this process that answers at once, or never.

    Attributes:
        asked: when it was, by the loop's clock.
        answers: what it answers to what renews a lease: "alive", "ended", or nothing at all ("").
    """

    def __init__(self) -> None:
        self.asked: list[float] = []
        self.answers = "alive"
        self._loop = asyncio.get_running_loop()

    async def eval(self, script: str, count: int, *arguments: Any) -> Any:
        self.asked.append(self._loop.time())
        if not self.answers:
            await asyncio.Event().wait()
        if self.answers == "ended":
            return [b"ended"]
        if len(arguments) - count == ENDS:
            return [0, 0]
        return [b"alive", 1, arguments[count].encode(), b"{}"]

    async def hget(self, *_: Any) -> None:
        return None

    async def xrevrange(self, *_: Any, **__: Any) -> Any:
        await asyncio.Event().wait()


async def test_a_lease_is_renewed_three_times_in_its_span() -> None:
    with skipping(1000):
        store = Near()
        async with NodeLease(store, 60):  # type: ignore[arg-type]
            await asyncio.sleep(70)
        assert store.asked == [1000, 1020, 1040, 1060, 1070]


async def test_a_store_that_does_not_answer_is_waited_for_in_vain_for_a_third() -> None:
    with skipping(1000):
        store, loop = Near(), asyncio.get_running_loop()
        async with NodeLease(store, 60) as lease:  # type: ignore[arg-type]
            with pytest.raises(TimeoutError):
                await lease.must_hold(b"log", 1)
            assert loop.time() == 1060, "for the log it waits for a whole span"
            store.answers = ""
            with pytest.raises(TimeoutError):
                await lease.confirm(anew=True)
            assert loop.time() == 1080
        assert loop.time() == 1100, "leaving does not wait any longer either"


async def test_who_loses_the_store_with_another_is_overdue_before_its_doubt() -> None:
    """However long ago each of the two was renewed: one just now, the other a third of a lease before."""
    with skipping(1000):
        loop = asyncio.get_running_loop()
        one, other = Near(), Near()
        overdue: list[bool] = []
        async with NodeLease(one, 60) as early:  # type: ignore[arg-type]
            await asyncio.sleep(19)
            async with NodeLease(other, 60) as late:  # type: ignore[arg-type]
                early.observe(Observing(doubt=lambda: overdue.append(late.overdue)))
                one.answers = other.answers = ""
                await asyncio.sleep(30)
                assert (loop.time(), late.overdue) == (1049, False)
                await asyncio.sleep(11)
                assert overdue == [True]
                other.answers = "alive"
                await late.confirm(anew=True)
                assert not late.overdue


async def test_a_node_leaves_when_its_last_renewal_is_over() -> None:
    """Otherwise that renewal could arrive after the end of the lease, and the others would wait for a node that is gone."""
    with skipping(1000):
        store = Near()
        async with NodeLease(store, 60):  # type: ignore[arg-type]
            store.answers = ""
            await asyncio.sleep(30)  # the renewal after 20 seconds is given up after 20 more
        assert store.asked == [1000, 1020, 1040]


async def test_a_lease_in_doubt_is_told_of_once_and_only_by_a_node_that_lives() -> None:
    doubted: list[tuple[str, float]] = []
    failed: list[Any] = []
    with skipping(1000):
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda loop, context: failed.append(context))
        stores = {name: Near() for name in ("renewed", "silent", "nobody asks", "ended")}
        leases = {name: NodeLease(store, 60) for name, store in stores.items()}  # type: ignore[arg-type]
        for name, lease in leases.items():
            if name != "nobody asks":
                lease.observe(Observing(doubt=lambda name=name: doubted.append((name, loop.time()))))  # type: ignore[misc]
            await lease.__aenter__()
        stores["silent"].answers = stores["nobody asks"].answers = ""
        stores["ended"].answers = "ended"
        await asyncio.sleep(150)
        assert not leases["silent"].sure
        assert leases["renewed"].sure
        assert leases["ended"].lost
        for lease in leases.values():
            await lease.__aexit__()
        await asyncio.sleep(150)
        leases.clear()
        del lease
        gc.collect()
        await asyncio.sleep(0)
        loop.set_exception_handler(None)
    assert doubted == [("silent", 1000 + 60 * (1 - DRIFT))], "a released lease does not come in doubt either"
    assert failed == [], "an ended node leaves no failed task behind"


async def test_a_timer_that_fires_early_still_brings_the_lease_in_doubt() -> None:
    """The event loop of a server rounds timers to milliseconds, so one may fire before its time by the loop's own clock."""
    doubted: list[float] = []
    with skipping(1000):
        loop: Any = asyncio.get_running_loop()
        call_at, store = loop.call_at, Near()
        loop.call_at = lambda when, *called, **context: call_at(when - 0.001, *called, **context)
        async with NodeLease(store, 60) as lease:  # type: ignore[arg-type]
            lease.observe(Observing(doubt=lambda: doubted.append(loop.time())))
            store.answers = ""
            await asyncio.sleep(150)
            assert not lease.sure
        del loop.call_at
    assert doubted == [pytest.approx(1000 + 60 * (1 - DRIFT), abs=0.01)]


async def test_a_node_that_could_not_ask_gives_the_others_a_whole_lease() -> None:
    with skipping(1000):
        store, loop = Near(), asyncio.get_running_loop()
        async with NodeLease(store, 60) as lease:  # type: ignore[arg-type]
            store.answers = ""
            await asyncio.sleep(99)  # until it is no longer sure of its own life
            store.answers = "alive"
            await lease.confirm()
            confirmed = loop.time()
            assert await lease.end("other") == 60
            await asyncio.sleep(59.5)
            assert await lease.end("other") == confirmed + 60 - loop.time() == 0.5
            await asyncio.sleep(0.5)
            asked = len(store.asked)
            assert await lease.end("other") == 0
            assert len(store.asked) == asked + 1, "then the store decides"


async def store_ms(redis: Redis) -> int:
    """Return the store's clock in ms."""
    seconds, microseconds = await redis.time()
    return int(1000 * seconds + microseconds // 1000)


async def until_later(redis: Redis, lease: NodeLease) -> None:
    """Return when the store's clock is past the moment at which a lease has run out."""
    ended = await redis.zscore(keys.ALIVE, lease.id)
    while ended is not None and (time := await redis.time())[0] * 1000 + time[1] // 1000 <= ended:
        pass


async def let_run_out_now(redis: Redis, lease: NodeLease) -> int:
    """Let a lease run out at this moment, and return the moment."""
    now = await store_ms(redis)
    await redis.zadd(keys.ALIVE, {lease.id: now})
    return now


async def traces_of(redis: Redis, node: str) -> list[Any]:
    """Return the store's entries for a living node: its description, its lease, and whether it was alone."""
    return [
        await redis.hexists(keys.NODES, node),
        await redis.zscore(keys.ALIVE, node) is not None,
        bool(await redis.sismember(keys.ALONE, node)),
    ]


async def test_nothing_stays_of_a_node_that_left_or_was_ended(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        async with NodeLease(redis, LONG) as left:
            assert await traces_of(redis, left.id) == [True, True, True]
            assert await redis.exists(keys.LEASE)
        assert await traces_of(redis, left.id) == [False, False, False]
        assert not await redis.exists(keys.LEASE), "a server of an earlier version may start"
        async with NodeLease(redis, LONG) as silent, NodeLease(redis, LONG) as other:
            assert await traces_of(redis, silent.id) == [True, True, True]
            await redis.zadd(keys.ALIVE, {silent.id: await store_ms(redis) - 1000 * (ALONE_LEASES + 1) * LONG})
            assert await other.end(silent.id) == 0
            assert await traces_of(redis, silent.id) == [False, False, False]
            assert await traces_of(redis, other.id) == [True, True, False]


async def test_the_last_node_leaves_the_key_of_an_earlier_server_in_place(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        async with NodeLease(redis, LONG):
            await redis.set(keys.LEASE, earlier())
        assert await redis.get(keys.LEASE) == earlier()


async def test_a_lease_lasts_as_long_as_the_node_has_said(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        before = await store_ms(redis)
        async with NodeLease(redis, LONG) as lease:
            until = await redis.zscore(keys.ALIVE, lease.id)
            assert until is not None
            assert before + 1000 * LONG <= until <= await store_ms(redis) + 1000 * LONG


async def test_an_observer_that_says_nothing_has_not_played_on(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis, NodeLease(redis, LONG) as first, NodeLease(redis, LONG):
        first.observe(LeaseObserver())
        await first.confirm(anew=True)
        assert not await redis.sismember(keys.ALONE, first.id)
