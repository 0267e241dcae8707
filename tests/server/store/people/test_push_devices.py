"""A player gets news of one kind once a minute, whichever node sends it."""

from __future__ import annotations

import pytest
from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.people.push_devices import PUSHED_SECONDS, PushDevices


@pytest.mark.store
async def test_one_node_may_push_news_of_a_kind_for_a_minute(redis: Redis) -> None:
    nodes = [PushDevices(redis, None), PushDevices(redis, None)]  # type: ignore[arg-type]
    assert [await node.may_push("olga", "turn") for node in nodes] == [True, False]
    assert await nodes[1].may_push("olga", "invitation")
    assert await nodes[1].may_push("anna", "turn")
    assert 0 < await redis.ttl(keys.pushed("olga", "turn")) <= PUSHED_SECONDS
    assert await nodes[0].may_push("olga", "turn:ROOM over", 600)
    assert PUSHED_SECONDS < await redis.ttl(keys.pushed("olga", "turn:ROOM over")) <= 600
