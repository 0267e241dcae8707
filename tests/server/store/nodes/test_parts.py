"""Values that nodes publish for each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.nodes.parts import LimitSharing, NodeParts, summed
from tests.server.store.nodes.living import Living

KEY = "cadogan:{lease}:test"


async def test_each_node_is_told_the_parts_of_all_others(redis: Redis) -> None:
    nodes: set[str] = set()
    one, two = (NodeParts(redis, Living(id, nodes), KEY) for id in ("a", "b"))  # type: ignore[arg-type]
    assert await one.exchange(lambda: {"rooms": 1}) == {}
    assert await two.exchange(lambda: [2]) == {"a": {"rooms": 1}}
    assert await one.exchange(lambda: {"rooms": 3}) == {"b": [2]}
    await two.withdraw()
    assert await one.exchange(lambda: 4) == {}


async def test_a_node_that_is_alone_writes_nothing(redis: Redis) -> None:
    parts = NodeParts(redis, Living("a", set()), KEY)  # type: ignore[arg-type]
    assert await parts.exchange(lambda: 1 / 0) == {}
    assert not await redis.exists(KEY)


async def test_the_part_of_an_ended_node_is_removed_and_of_a_new_one_kept(redis: Redis) -> None:
    nodes: set[str] = set()
    parts = NodeParts(redis, Living("a", nodes), KEY)  # type: ignore[arg-type]
    nodes.add("b")
    await redis.hset(KEY, mapping={"ended": "1", "new": "2"})
    await redis.zadd(keys.ALIVE, {"new": 1})
    assert await parts.exchange(lambda: 0) == {}, "neither node is known to live"
    assert await redis.hkeys(KEY) == [b"new", b"a"]


class Used:
    """A limit that notes the reports it gets."""

    def __init__(self, use: dict[str, int]) -> None:
        self.use = use
        self.learned: Mapping[str, Any] = {}
        self.taken_back: Mapping[str, Any] = {}

    def report(self) -> dict[str, int]:
        return self.use

    def learn(self, others: Mapping[str, Any]) -> None:
        self.learned = others

    def take_back(self, before: Mapping[str, Any]) -> None:
        self.taken_back = before


async def test_limits_learn_the_use_of_others_and_give_back_to_earlier_nodes(redis: Redis) -> None:
    nodes: set[str] = set()
    limits = {id: {"rooms": Used({id: 1})} for id in ("a", "b", "c")}
    sharing = {id: LimitSharing(NodeParts(redis, Living(id, nodes), KEY), limits[id]) for id in limits}  # type: ignore[arg-type]
    for id in ("a", "b", "c", "b"):
        await sharing[id].exchange()
    assert limits["b"]["rooms"].learned == {"a": {"a": 1}, "c": {"c": 1}}
    assert limits["b"]["rooms"].taken_back == {"a": {"a": 1}}
    await sharing["a"].withdraw()
    await sharing["b"].exchange()
    assert limits["b"]["rooms"].learned == {"c": {"c": 1}}


def test_parts_are_summed_by_key() -> None:
    assert summed([{"a": 1, "b": 2}, {"b": 3}]) == {"a": 1, "b": 5}
