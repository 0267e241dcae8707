"""Players' origins: recognised as the same within a day, and not after it."""

from __future__ import annotations

import pytest
from redis.asyncio import Redis

from cadogan_server.app import Running
from cadogan_server.store import keys
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.people.origins import DAYS_KNOWN, KEPT_SECONDS, Origins, unknown
from tests.server.core import NOON
from tests.server.wire import dial

DAY = 24 * 3600 * 1000


async def test_marks_of_addresses_and_browsers_change_each_day(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        journal = Journal(redis_url)
        origins = Origins(redis, journal)
        marks = origins.of("192.0.2.1", "ab" * 16)(NOON)
        assert marks == origins.of("192.0.2.1", "ab" * 16)(NOON + 3_600_000)
        assert set(marks).isdisjoint(origins.of("192.0.2.1", "ab" * 16)(NOON + DAY))
        assert set(marks) & set(origins.of("192.0.3.1", "ab" * 16)(NOON)) == {marks[2]}
        assert set(marks) & set(origins.of("192.0.2.1", None)(NOON)) == set(marks[:2])
        assert set(origins.of("ab" * 16, None)(NOON)).isdisjoint(marks), "an address is no browser"
        assert unknown(NOON) == ()
        await journal.close()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.254", True),
        ("192.0.2.1", "192.0.3.1", False),
        ("2001:0db8:0001:0000", "2001:0db8:0001:ffff", True),
        ("2001:0db8:0001:0000", "2001:0db8:0002:0000", False),
    ],
)
async def test_a_network_is_one_place(redis_url: str, one: str, other: str, same: bool) -> None:
    async with Redis.from_url(redis_url) as redis:
        journal = Journal(redis_url)
        origins = Origins(redis, journal)
        first, second = origins.of(one, None)(NOON), origins.of(other, None)(NOON)
        assert first[0] != second[0]
        assert (first[1] == second[1]) is same
        await journal.close()


async def test_marks_outlive_the_server_and_not_the_days(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        journal = Journal(redis_url)
        before = Origins(redis, journal).of("192.0.2.1", None)(NOON)
        await journal.close()
        journal = Journal(redis_url)
        again = Origins(redis, journal)
        await again.recall(NOON + DAY)
        assert again.of("192.0.2.1", None)(NOON) == before
        assert 0 < await redis.ttl(keys.origins_key("2027-01-15")) <= KEPT_SECONDS
        first, second = [[again.of("192.0.2.1", None)(NOON + day * DAY) for day in range(20)] for _ in range(2)]
        known = [one == other for one, other in zip(first, second, strict=True)]
        assert known == [False] * (20 - DAYS_KNOWN) + [True] * DAYS_KNOWN
        await journal.close()


async def test_a_rooms_log_marks_equal_origins_without_naming_them(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga:
        await (await anna.hello("Anna")).create()
        await (await olga.hello("Olga")).join(anna.code)
        room = server.services.rooms.registry.hubs[anna.code].room
        assert room.state.occupants[0].origin == room.state.occupants[1].origin != ()
        assert "127.0.0.1" not in str(room.state.occupants[0].origin)
