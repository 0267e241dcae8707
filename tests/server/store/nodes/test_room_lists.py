"""The listed rooms of all nodes, some of another version."""

from __future__ import annotations

import json

from redis.asyncio import Redis

from cadogan_server.delivery import describe
from cadogan_server.rooms.opening import open_room
from cadogan_server.store import keys
from cadogan_server.store.nodes.room_lists import Rank, RoomLists
from tests.server.core import created
from tests.server.store.nodes.living import Living

FIRST: Rank = (0, -1, -1)


async def test_a_room_of_a_kind_that_a_later_version_has_is_left_out(redis: Redis) -> None:
    nodes: set[str] = set()
    older, newer = (RoomLists(redis, Living(id, nodes)) for id in ("a", "b"))  # type: ignore[arg-type]
    room = describe.listed(open_room(created("racing_demon")), describe.Volatile())
    await newer.exchange(lambda: [(FIRST, room), (FIRST, room)])
    (part,) = [json.loads(part) for part in (await redis.hgetall(keys.LISTS)).values()]
    part[0][3]["kind"] = "quintet"
    await redis.hset(keys.LISTS, "b", json.dumps(part))
    await older.exchange(list)
    assert older.others == [(FIRST, room)]
