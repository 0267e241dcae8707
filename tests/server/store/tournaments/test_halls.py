"""The people in the halls of tournaments, with a real Redis."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.tournaments.halls import HALL_SECONDS, Crowd, Halls, Present

BOTH = ("here", "there")


async def counts(halls: Halls) -> dict[str, int]:
    return {node: crowd.people for node, crowd in (await halls.crowds("t")).items()}


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
    assert await counts(here) == {"here": 1, "there": 1}
    assert await here.crowds("other") == {}


async def test_a_crowd_says_whether_others_wait_than_before(redis: Redis) -> None:
    here = Halls(redis, "here")
    seen = set[bytes]()
    for came, left, anew in (({"ann": 5}, set[str](), True), ({"bob": 6}, set(), False), ({}, {"ann"}, False)):
        await here.tell("t", came, left, 10, anew=anew)
        seen.add((await here.crowds("t"))["here"].changed)
    assert len(seen) == 3
    await here.tell("t", {}, set(), 11, anew=False)  # it lives, and nothing else is new
    assert (await here.crowds("t"))["here"].changed in seen
    assert await here.tell("t", {}, {"bob"}, 12, anew=False) == 0
    assert await here.crowds("t") == {}


async def test_a_node_of_an_earlier_version_does_not_say_what_has_changed(redis: Redis) -> None:
    await redis.hset(keys.tournament_hall("t", "old"), "ann", "5")
    await redis.zadd(keys.tournament_halls("t"), {"old": 10})
    assert await Halls(redis, "here").crowds("t") == {"old": Crowd(1, b"")}


async def test_the_people_of_a_silent_node_are_gone_soon(redis: Redis) -> None:
    await Halls(redis, "here").tell("t", {"ann": 5}, set(), 10, anew=True)
    assert 0 < await redis.ttl(keys.tournament_hall("t", "here")) <= HALL_SECONDS
    await redis.delete(keys.tournament_hall("t", "here"))  # as time does
    assert await Halls(redis, "there").crowds("t") == {}
