"""A ticket lets a player in on another device, once."""

from __future__ import annotations

import pytest
from redis.asyncio import Redis

from cadogan_protocol.limits import TICKET_SECONDS
from cadogan_server.store.people.tickets import Tickets


@pytest.mark.store
async def test_a_ticket_is_good_once_and_not_for_long(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        tickets = Tickets(redis)
        first, second = await tickets.make("p"), await tickets.make("p")
        assert await tickets.redeem(first) is None, "there is a newer one"
        other = await tickets.make("q")
        assert await Tickets(redis).redeem(second.lower().replace("-", " ")) == "p", (
            "at another server, as it was typed"
        )
        assert await tickets.redeem(second) is None, "it was good for once"
        ttls = [await redis.ttl(key) for key in await redis.keys("*ticket*")]
        assert ttls
        assert all(0 < ttl <= TICKET_SECONDS for ttl in ttls)
        stored = repr([(key, await redis.get(key)) for key in await redis.keys()])
        assert other.replace("-", "") not in stored, "only its hash is kept"
        await redis.delete(*await redis.keys("cadogan:ticket:*"))  # as Redis does when it expires
        assert await tickets.redeem(other) is None


@pytest.mark.parametrize(
    "forged", ["", "A", "0" * 12, "ABCD-EFGH-JKL", "ABCD-EFGH-JKLM-N", "p.secret", "Ω" * 12, "*" * 12]
)
async def test_a_text_that_is_no_ticket_is_not_looked_up(forged: str) -> None:
    class NoStore:
        def __getattr__(self, name: str) -> None:
            raise AssertionError(f"the store was asked: {name}")

    assert await Tickets(NoStore()).redeem(forged) is None  # type: ignore[arg-type]
