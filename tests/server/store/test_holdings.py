"""What lasts is shared by what networks hold, with a real Redis: whoever has none can have one."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_server.fair_share import widest
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.holdings import LEFT_SECONDS, NUMBERS, Holdings
from tests.server.store.straight import Straight

THINGS, NETWORKS = "{test}:things", "{test}:networks"

MOST, EACH = 200, 10

NEWCOMER = "198.51.100.7"


async def secret() -> bytes:
    return bytes(32)


class Things:
    """Things of one kind, as a node opens them."""

    def __init__(self, redis: Redis, **more: Any) -> None:
        self.redis = redis
        self.journal = Straight()
        settings: dict[str, Any] = {"what": "things", "each": EACH, "most": MOST} | more
        self.holdings = Holdings(redis, self.journal, secret, THINGS, NETWORKS, **settings)  # type: ignore[arg-type]

    async def open(self, id: str, address: str, **more: Any) -> None:
        try:
            async with self.holdings.place(address, **more) as place:
                await self.redis.zadd(THINGS, {id: 1})
                place.id = id
        finally:
            await self.journal.flush(self.redis)

    async def opened(self, id: str, address: str) -> bool:
        try:
            await self.open(id, address)
        except Refused:
            return False
        return True

    async def fill(self, networks: int) -> int:
        """Open all that this many networks may have, in turns; return how many that is."""
        count, going = 0, [f"203.0.{number}.1" for number in range(networks)]
        while going:
            going = [one for one in going if await self.opened(f"{one} {count}", one) and (count := count + 1)]
        return count


@pytest.mark.parametrize("networks", [1, 12, 60])
async def test_patient_networks_leave_a_quarter_to_newcomers(redis: Redis, networks: int) -> None:
    things = Things(redis)
    assert await things.fill(networks) <= 0.75 * MOST + 2
    for number in range(20):
        assert await things.opened(f"new {number}", f"198.51.{number}.7"), number
    with pytest.raises(Refused) as refused:
        await things.open("more", "203.0.0.99")
    assert refused.value.code is ErrorCode.BUSY
    assert "come from your network, which is its share" in refused.value.message


async def test_what_is_asked_for_at_one_moment_is_counted_one_by_one(redis: Redis) -> None:
    alone = await Things(redis).fill(1)
    await redis.delete(THINGS, NETWORKS)
    nodes = [Things(redis), Things(redis)]
    found = await asyncio.gather(*(nodes[number % 2].opened(f"{number}", "203.0.0.1") for number in range(80)))
    assert 0 < sum(found) <= alone


async def test_a_place_that_nothing_was_opened_in_is_given_back(redis: Redis) -> None:
    things = Things(redis)
    with pytest.raises(ZeroDivisionError):
        async with things.holdings.place(NEWCOMER):
            raise ZeroDivisionError
    await things.journal.flush(redis)
    async with things.holdings.place(NEWCOMER) as place:
        place.id = "never written"
    await things.journal.flush(redis)
    assert await redis.zcard(NETWORKS) == 0


async def test_what_is_gone_makes_room_for_its_network(redis: Redis) -> None:
    things = Things(redis)
    count = await things.fill(1)
    await redis.zremrangebyrank(THINGS, 0, 19)
    await Things(redis).fill(1)  # a node that has not looked yet
    assert await redis.zcard(NETWORKS) == await redis.zcard(THINGS) == count


async def test_a_reservation_of_a_node_that_ended_is_forgotten(redis: Redis) -> None:
    things = Things(redis)
    async with things.holdings.place(NEWCOMER):
        found: Any = await redis.zrange(NETWORKS, 0, -1)
        (kept,) = found
        moment, _, name = kept.decode().partition("?")
        await redis.zadd(NETWORKS, {f"{int(moment) - LEFT_SECONDS - 1}?{name}": NUMBERS})
        await things.fill(1)
        assert [one for one in await redis.zrange(NETWORKS, 0, -1) if b"?" in one] == [kept]


async def test_what_nobody_uses_makes_way_when_all_places_are_taken(redis: Redis) -> None:
    things = Things(redis, code=ErrorCode.TOO_MANY_ROOMS, wait=60)
    await redis.zadd(THINGS, {f"older {number}": 1 for number in range(MOST)})  # of servers that counted for nobody

    async def goes() -> bool:
        return bool(await redis.zrem(THINGS, "older 7"))

    with pytest.raises(Refused, match="there are 200 things here, which is the most") as refused:
        await things.open("new", NEWCOMER)
    assert (refused.value.code, refused.value.wait) == (ErrorCode.TOO_MANY_ROOMS, 60)
    other = Things(redis)  # a node that has not looked in vain
    await other.open("new", NEWCOMER, make_way=goes)
    assert await redis.zscore(THINGS, "older 7") is None
    with pytest.raises(Refused):
        await other.open("newer", "198.51.101.1", make_way=goes)


async def test_a_vain_look_for_what_makes_way_is_not_repeated_at_once(redis: Redis) -> None:
    things, looks = Things(redis), list[str]()
    await redis.zadd(THINGS, {f"older {number}": 1 for number in range(MOST)})

    async def stays() -> bool:
        looks.append("look")
        return False

    for number in range(3):
        with pytest.raises(Refused):
            await things.open("new", f"198.51.{number}.7", make_way=stays)
    assert looks == ["look"]


async def test_nothing_makes_way_for_a_network_that_has_its_share(redis: Redis) -> None:
    things, asked = Things(redis), list[str]()
    await things.fill(1)
    await redis.zadd(THINGS, {f"older {number}": 1 for number in range(MOST)})

    async def goes() -> bool:
        asked.append("way")
        return True

    with pytest.raises(Refused):
        await things.open("one more", "203.0.0.1", make_way=goes)
    assert asked == []


async def test_the_store_learns_one_of_a_few_numbers_and_no_network(redis: Redis) -> None:
    things = Things(redis, most=4 * NUMBERS)
    numbers: dict[str, Any] = {}
    for number in range(300):
        address = f"2001:0db8:{number:04x}:0100"
        await things.open(address, address)
        (numbers[address],) = await redis.zmscore(NETWORKS, [address])
    assert all(0 <= number < NUMBERS and number == int(number) for number in numbers.values())
    assert len(set(numbers.values())) > 250, "networks have different numbers"
    await things.open("again", "2001:0db8:0000:0900")
    assert widest("2001:0db8:0000:0900") == widest("2001:0db8:0000:0100")
    assert await redis.zscore(NETWORKS, "again") == numbers["2001:0db8:0000:0100"], "a network keeps its number"
