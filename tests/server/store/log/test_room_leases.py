"""Room leases: the owner of each room, and the commands that only an owner may give."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Container, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, NamedTuple

import pytest
from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import CODE_LENGTH
from cadogan_server.rooms.records import Reopened, pack
from cadogan_server.rooms.refused import Refused
from cadogan_server.store import keys
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.logs import Logs
from cadogan_server.store.log.room_leases import CODE_SECONDS, CODES_AHEAD, RoomLeases, node_of
from cadogan_server.store.log.room_log import RoomLog
from cadogan_server.store.nodes.elsewhere import Elsewhere
from cadogan_server.store.nodes.node_lease import NodeLease
from tests.server.core import created
from tests.server.store.leases import LONG, let_run_out
from tests.server.store.logs import written
from tests.server.waiting import until

NOON = 1_800_000_000_000


class Here(NamedTuple):
    """A node with its room leases."""

    lease: NodeLease
    journal: Journal
    leases: RoomLeases

    async def opened(self, code: str = "ABCDEF") -> RoomLog:
        log = self.leases.open(code, NOON)
        self.journal.append(log, pack(created()._replace(code=code)))
        await self.settled()
        return log

    async def settled(self) -> None:
        """Wait until all writes are done, or have failed for good."""
        done = asyncio.Event()
        self.journal.in_turn(done.set)
        await done.wait()


@asynccontextmanager
async def node(
    url: str, redis: Redis, clock: Sequence[int] = (NOON,), lives: Container[str] = (), **how: int
) -> AsyncIterator[Here]:
    async with NodeLease(redis, LONG) as lease:
        journal = Journal(url, lease=lease)
        lease.observe(journal.unwritten)
        yield Here(lease, journal, RoomLeases(redis, journal, lease, lambda: clock[0], lives.__contains__, **how))
        await journal.close()


@pytest.mark.store
async def test_a_room_belongs_to_one_node_until_that_releases_it_or_ends(redis: Redis, redis_url: str) -> None:
    async with node(redis_url, redis) as one, node(redis_url, redis) as two:
        log = await one.opened()
        await two.lease.confirm(anew=True)
        taking = asyncio.create_task(two.leases.acquire("ABCDEF"))
        while not taking.done():
            await one.lease.confirm(anew=True)
        with pytest.raises(Elsewhere) as elsewhere:
            await taking
        assert elsewhere.value.node == one.lease.id == await two.leases.owner("ABCDEF")
        one.leases.release(log)
        await one.settled()
        taken = await two.leases.acquire("ABCDEF")
        assert taken is not None
        assert (taken.epoch, taken.count) == (NOON + 1, 1)
        entries: Any = await redis.xrange(keys.log("ABCDEF"))
        (before, _), (_, fence) = entries
        assert await written(redis, "ABCDEF") == [pack(created()), b""], "the fence against the first node is no record"
        assert fence[b"a"] == before, "it names the entry before, so that a gap is noticed"
        await let_run_out(redis, two.lease)
        back = await one.leases.acquire("ABCDEF")
        assert back is not None
        assert back.epoch == NOON + 2
        two.journal.append(taken, pack(Reopened(1)))
        await two.settled()
        assert two.journal.replaced
        one.journal.append(back, pack(Reopened(2)))
        await one.settled()
        found = await Logs(redis, one.journal).read("ABCDEF")
        assert found is not None
        assert found[0][1:] == [Reopened(2)]


@pytest.mark.store
async def test_a_former_owner_can_neither_drop_finish_nor_hand_over_a_room(redis: Redis, redis_url: str) -> None:
    async with node(redis_url, redis) as one, node(redis_url, redis) as two:
        log = await one.opened()
        one.leases.release(log)
        await one.settled()
        await two.leases.acquire("ABCDEF")
        one.leases.finish(log, 10)
        one.leases.drop(log)
        one.leases.hand_over(log, "a third")
        one.leases.release(log)
        await one.settled()
        assert await redis.ttl(keys.log("ABCDEF")) == -1
        assert await two.leases.owner("ABCDEF") == two.lease.id


async def test_only_the_last_receiver_of_a_room_can_hand_it_on(redis: Redis, redis_url: str) -> None:
    async with node(redis_url, redis) as one:
        log = await one.opened()
        await redis.expire(keys.room("ABCDEF"), 100)
        for to, held_by, holder in (
            ("second", None, "second"),
            ("third", None, "second"),  # this node no longer owns it
            ("third", "fourth", "second"),  # and that node has never owned it
            ("third", "second", "third"),
        ):
            one.leases.hand_over(log, to, held_by)
            await one.settled()
            assert await one.leases.owner("ABCDEF") == holder, (to, held_by)
        assert 0 < await redis.ttl(keys.room("ABCDEF")) <= 100
        one.leases.release(log, "second")
        await one.settled()
        assert await one.leases.owner("ABCDEF") == "third"
        one.leases.release(log, "third")
        await one.settled()
        assert await one.leases.owner("ABCDEF") is None


@pytest.mark.store
async def test_a_log_is_kept_for_a_while_or_dropped_and_its_lease_with_it(redis: Redis, redis_url: str) -> None:
    async with node(redis_url, redis) as one:
        over, dropped = await one.opened("AAAAAA"), await one.opened("BBBBBB")
        one.leases.finish(over, 100)
        one.leases.drop(dropped)
        await one.settled()
        assert 0 < await redis.ttl(keys.log("AAAAAA")) <= 100
        assert 0 < await redis.ttl(keys.room("AAAAAA")) <= 100
        assert not await redis.exists(keys.log("BBBBBB"), keys.room("BBBBBB"))
        assert await one.leases.acquire("BBBBBB") is None
        one.leases.release(over)
        await one.settled()
        assert await one.leases.acquire("AAAAAA") is not None
        assert 0 < await redis.ttl(keys.room("AAAAAA")) <= 100


def drained(leases: RoomLeases) -> list[str]:
    """Take all codes that a node has reserved for new rooms."""
    codes = []
    with suppress(Refused):
        while True:
            codes.append(leases.free_code())
    return codes


@pytest.mark.store
async def test_no_two_nodes_open_rooms_under_one_code(redis: Redis, redis_url: str) -> None:
    async with node(redis_url, redis, code_length=1) as one, node(redis_url, redis, code_length=1) as two:
        for here in (one, two):
            await here.leases.prepare()
        found = drained(one.leases) + drained(two.leases)
        assert len(found) == len(set(found)) > 0


@pytest.mark.store
async def test_codes_that_no_room_has_got_are_released(redis: Redis, redis_url: str) -> None:
    async with node(redis_url, redis) as one, node(redis_url, redis) as two:
        for here in (one, two):
            await here.leases.prepare()
        assert await set_aside(redis) == 2 * CODES_AHEAD
        for here in (one, two):
            await here.leases.stop()
            await here.settled()
        assert await set_aside(redis) == 0


async def test_codes_are_at_hand_while_the_store_is_away(redis: Redis, redis_url: str) -> None:
    async with node(redis_url, redis) as here:
        await here.leases.prepare()
        codes = {here.leases.free_code() for _ in range(CODES_AHEAD)}
        assert len(codes) == CODES_AHEAD
        assert {len(code) for code in codes} == {CODE_LENGTH}
        with pytest.raises(
            Refused, match=r"^no room can be opened while the store does not answer; try again soon$"
        ) as refused:
            here.leases.free_code()
        assert refused.value.code is ErrorCode.STORE_DOWN


async def set_aside(redis: Redis) -> int:
    """Return the number of codes that are reserved from other nodes."""
    return len([key async for key in redis.scan_iter(keys.room("*"))])


async def test_codes_are_set_aside_anew_when_half_of_them_are_used(redis: Redis, redis_url: str) -> None:
    async with node(redis_url, redis) as here:
        await asyncio.gather(here.leases.prepare(), here.leases.prepare())
        assert await set_aside(redis) == CODES_AHEAD, "once, though two rooms needed a code"
        left = [await redis.ttl(key) async for key in redis.scan_iter(keys.room("*"))]
        assert 0 < min(left) <= max(left) <= CODE_SECONDS
        for times, used in ((1, CODES_AHEAD // 2), (2, CODES_AHEAD - 1)):
            for _ in range(used):
                here.leases.free_code()
            await here.leases.prepare()
            for _ in range(20):  # a second reservation would be asked for meanwhile
                await redis.ping()
            assert await set_aside(redis) == times * CODES_AHEAD, "half of the codes are left"
            here.leases.free_code()
            await here.leases.prepare()
            await until(partial(reaches, redis, (times + 1) * CODES_AHEAD))
        await here.leases.stop()
        with pytest.raises(Refused):
            here.leases.free_code()


async def reaches(redis: Redis, codes: int) -> bool:
    return await set_aside(redis) >= codes


async def test_a_code_is_good_for_half_of_the_time_that_it_is_kept(redis: Redis, redis_url: str) -> None:
    clock = [NOON]
    async with node(redis_url, redis, clock) as here:
        await here.leases.prepare()
        clock[0] += 1000 * CODE_SECONDS // 2
        assert here.leases.free_code()
        clock[0] += 1
        with pytest.raises(Refused):
            here.leases.free_code()


async def test_the_log_of_an_earlier_room_of_the_same_code_is_dropped(redis: Redis, redis_url: str) -> None:
    async with node(redis_url, redis) as here:
        await redis.xadd(keys.log("ABCDEF"), {"r": b"earlier"}, id=f"{NOON - 1}-7")
        await redis.expire(keys.log("ABCDEF"), 100)
        await here.opened()
        assert await redis.xlen(keys.log("ABCDEF")) == 1
        assert await redis.ttl(keys.log("ABCDEF")) == -1


async def test_the_node_that_has_a_room_can_be_looked_up(redis: Redis, redis_url: str) -> None:
    heard: set[str] = set()
    async with node(redis_url, redis) as one, node(redis_url, redis, lives=heard) as two:
        assert await node_of(redis, "ABCDEF") is None
        log = await one.opened()
        assert await node_of(redis, "ABCDEF") == one.lease.id
        assert await one.leases.other_owner("ABCDEF") is None
        assert await two.leases.other_owner("ABCDEF") == one.lease.id
        assert await two.leases.other_owner("BBBBBB") is None
        heard.add(one.lease.id)
        with pytest.raises(Elsewhere, match=f"^room ABCDEF is on node {one.lease.id}$") as elsewhere:
            await two.leases.acquire("ABCDEF")
        assert elsewhere.value.code == "ABCDEF"
        await redis.delete(keys.room("ABCDEF"))
        one.leases.claim_again(log)
        await one.settled()
        assert await node_of(redis, "ABCDEF") == one.lease.id
        await redis.set(keys.room("ABCDEF"), f"{NOON + 1} another")
        one.leases.claim_again(log)
        await one.settled()
        assert await node_of(redis, "ABCDEF") == "another"
        await redis.set(keys.room("ABCDEF"), "5")
        assert await node_of(redis, "ABCDEF") is None


async def test_a_node_that_falls_silent_is_waited_for_until_its_lease_ends(redis: Redis, redis_url: str) -> None:
    async with node(redis_url, redis) as one, node(redis_url, redis) as two:
        await one.opened()
        await one.lease.confirm(anew=True)  # it knows that it is not alone
        seconds, microseconds = await redis.time()
        await redis.zadd(keys.ALIVE, {one.lease.id: 1000 * seconds + microseconds // 1000 + 450})
        taken = await two.leases.acquire("ABCDEF")
        assert taken is not None
        assert await redis.zscore(keys.ENDED, one.lease.id)


async def test_the_refusal_of_a_room_of_a_lone_silent_node_says_how_long(redis: Redis, redis_url: str) -> None:
    async with node(redis_url, redis) as one:
        await one.opened()
        async with node(redis_url, redis) as two:
            seconds, microseconds = await redis.time()
            await redis.zadd(keys.ALIVE, {one.lease.id: 1000 * seconds + microseconds // 1000})
            said = (
                r"^the server that owns this room fell silent while it was alone, and may be playing on; "
                r"if it stays silent, another server takes the room in \d+ s$"
            )
            with pytest.raises(Refused, match=said) as refused:
                await two.leases.acquire("ABCDEF")
            assert (refused.value.code, refused.value.wait) == (ErrorCode.STORE_DOWN, 1)
