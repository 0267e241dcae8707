"""Who is in the halls of tournaments, with a real Redis."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.tournaments.halls import HALL_SECONDS, Halls, Present

BOTH = ("here", "there")


async def test_each_node_writes_its_own_people(redis: Redis) -> None:
    here, there = Halls(redis, "here"), Halls(redis, "there")
    assert await here.tell("t", {"ann": 5, "bob": 6}, set(), 10, anew=True) == 2
    assert await there.tell("t", {"eve": 7}, set(), 10, anew=True) == 1
    assert await here.present("t", BOTH) == {
        "ann": Present("here", 5),
        "bob": Present("here", 6),
        "eve": Present("there", 7),
    }
    assert await here.tell("t", {"ann": 9}, {"bob"}, 11, anew=False) == 1
    assert await there.present("t", BOTH) == {"ann": Present("here", 9), "eve": Present("there", 7)}
    assert await here.tell("t", {"bob": 8}, set(), 12, anew=True) == 1
    assert (await there.present("t", BOTH)).keys() == {"bob", "eve"}
    assert await here.counts("t") == {"here": 1, "there": 1}
    assert await here.counts("other") == {}


async def test_the_people_of_a_silent_node_are_gone_soon(redis: Redis) -> None:
    await Halls(redis, "here").tell("t", {"ann": 5}, set(), 10, anew=True)
    assert 0 < await redis.ttl(keys.tournament_hall("t", "here")) <= HALL_SECONDS
    await redis.delete(keys.tournament_hall("t", "here"))  # as time does
    assert await Halls(redis, "there").counts("t") == {}
