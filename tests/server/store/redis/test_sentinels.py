"""The master that Sentinels name."""

from __future__ import annotations

import signal
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio.sentinel import MasterNotFoundError
from redis.exceptions import ResponseError

from cadogan_server.store.redis.location import location_of
from cadogan_server.store.redis.sentinels import Named, latest, sentinels_of
from tests.server.redis_servers import client, sentinels
from tests.server.store.between import Between
from tests.server.waiting import until

A, B = ("a", 1), ("b", 1)


def test_who_knows_the_latest_failover_is_believed() -> None:
    for answers in permutations([Named(1, A, False), Named(2, B, False), Named(1, A, True)]):
        assert latest(answers) == B
    assert latest([Named(2, A, True), Named(2, A, False)]) == A, "another Sentinel reaches it"
    assert latest([Named(1, A, False), Named(2, B, True)]) is None, "A was replaced, though B is down"
    assert latest([]) is None


async def test_a_master_that_was_replaced_is_not_believed_again(tmp_path: Path) -> None:
    """The Sentinel that leads the failover goes on describing it, until the other replica follows the new master."""
    async with sentinels(tmp_path) as servers:
        old, *replicas = servers.ports
        for port in replicas:
            async with client(port) as redis:  # none follows a new master, but any may become one
                await redis.execute_command("ACL", "SETUSER", "default", "-slaveof", "+slaveof|no")
        leader = servers.sentinels[0]
        async with client(leader) as redis:
            await redis.execute_command("SENTINEL", "FAILOVER", "cards")

            async def has_named_another() -> bool:
                named: Any = await redis.sentinel_get_master_addr_by_name("cards")
                return bool(named[1] != old)

            await until(has_named_another)
            found = sentinels_of(location_of(servers.url))
            assert await found.discover_master("cards") in [("127.0.0.1", port) for port in replicas]
            state: Any = await redis.sentinel_master("cards")
            assert state["port"] == old, "the failover ended too early for this test"
        with pytest.raises(MasterNotFoundError, match=r"'chess'$"):
            await found.discover_master("chess")
        servers.signal(servers.sentinels[1], signal.SIGSTOP)
        assert (await found.discover_master("cards"))[1] in replicas, "one that hangs is not waited for"
        await found.aclose()


async def test_a_redis_that_is_no_sentinel_says_so(redis_url: str) -> None:
    async with Between(redis_url) as between:
        found = sentinels_of(location_of(f"redis+sentinel://127.0.0.1:{between.port}/cards"))
        with pytest.raises(ResponseError, match="SENTINEL"):
            await found.discover_master("cards")
        await found.aclose()
