"""The key for push services is one for all nodes of a store."""

from __future__ import annotations

import pytest
from redis.asyncio import Redis

from cadogan_server.store.people.push_key import PushKey


@pytest.mark.store
async def test_all_nodes_have_the_same_key_for_push_services(redis: Redis) -> None:
    first, second = PushKey(redis), PushKey(redis)
    await first.load()
    await second.load()
    assert first.public == second.public
    assert first.private.private_numbers() == second.private.private_numbers()
    assert len(first.public) == 87
