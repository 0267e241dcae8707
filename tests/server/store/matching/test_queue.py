"""The queue of players who wait for an opponent, with a real Redis."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.matching.queue import MatchingQueue, Pair
from cadogan_server.store.matching.seeker import Seeker
from cadogan_server.store.upkeep.policy import KINDS
from tests.server.waiting import until

NEVER = ((0.0, 100), (3600.0, None))
"""Steps of a reach that does not grow within a test."""


def seeker(name: str, node: str = "n1", rating: int = 2100, games: tuple[str, ...] = ("golf",), **other: Any) -> Seeker:
    marks = other.pop("marks", (f"place of {name}", "network", f"browser of {name}"))
    return Seeker(f"{name} seeks", name, name.title(), node, dict.fromkeys(games, rating), {"today": marks}, **other)


def queue(redis: Redis, node: str = "n1", **settings: Any) -> MatchingQueue:
    return MatchingQueue(redis, node, **{"steps": NEVER, **settings})


async def waits(redis: Redis) -> list[str]:
    found: Any = await redis.hkeys(f"{keys.MATCHING}waiting")
    return sorted(key.decode() for key in found)


async def has_waited(redis: Redis, player: str) -> None:
    """Let somebody have waited a second longer."""
    found: Any = await redis.hget(f"{keys.MATCHING}waiting", player)
    entry = json.loads(found)
    await redis.hset(f"{keys.MATCHING}waiting", player, json.dumps({**entry, "since": entry["since"] - 1000}))


async def paired(one: MatchingQueue, other: MatchingQueue) -> Pair:
    """Return a pair of two people at two nodes."""
    assert await other.seek(seeker("bob", other.node), anew=True) == ("waiting", None)
    found, pair = await one.seek(seeker("ann", one.node), anew=True)
    assert found == "paired"
    assert pair is not None
    return pair


async def test_two_of_two_nodes_are_paired_and_both_nodes_hear_of_the_room(redis: Redis) -> None:
    one, other = queue(redis, "n1"), queue(redis, "n2")
    pair = await paired(one, other)
    assert (pair.node, pair.game, [seat.player for seat in pair.seats]) == ("n1", "golf", ["ann", "bob"])
    assert pair.seats[1] == seeker("bob", "n2")
    assert await waits(redis) == []
    assert (await other.beat()).pairs == (), "nobody is told before there is a room"
    assert await one.opened(pair.id, "ROOM22")
    for node in (one, other):
        news = await node.beat()
        assert news.pairs == (pair._replace(room="ROOM22"),)
        assert (await node.beat()).pairs == news.pairs, "an answer may have been lost"
        assert (await node.beat(news.seen)).pairs == ()
    assert not await one.opened(pair.id, "OTHER2"), "a pair has one room"


async def test_many_look_again_in_one_request_one_after_the_other(redis: Redis) -> None:
    early, late = queue(redis), queue(redis, steps=((0.0, None),))
    for name, rating in (("ann", 1000), ("bob", 2000), ("cid", 3000)):
        assert await early.seek(seeker(name, rating=rating), anew=True) == ("waiting", None)
    found = await late.seek_again([seeker("ann", rating=1000), seeker("bob", rating=2000), seeker("cid", rating=3000)])
    assert [what for what, _ in found] == ["paired", "pairing", "waiting"]
    assert found[0][1] is not None
    assert [seat.player for seat in found[0][1].seats] == ["ann", "bob"]
    assert await waits(redis) == ["cid"]


async def test_pairs_like_the_same_game_and_are_apart(redis: Redis) -> None:
    nodes = queue(redis)
    assert await nodes.seek(seeker("ann"), anew=True) == ("waiting", None)
    await has_waited(redis, "ann")
    for other in (
        seeker("bob", games=("freecell", "yukon")),
        seeker("eve", rating=2301),
        seeker("ann2", rating=2200, marks=("place of ann", "network", "another browser")),
        seeker("ann3", rating=2000, marks=("another place", "other network", "browser of ann")),
    ):
        assert await nodes.seek(other, anew=True) == ("waiting", None), other.name
    found, pair = await nodes.seek(seeker("cid", games=("yukon", "golf")), anew=True)
    assert found == "paired"
    assert pair is not None
    assert (pair.game, pair.seats[1].player) == ("golf", "ann"), "of two that are equally near, who has waited longer"


async def test_the_nearest_is_chosen_and_of_equals_who_has_waited_longest(redis: Redis) -> None:
    nodes = queue(redis)
    house = ("one house", "network")
    for name, rating in (("far", 2190), ("low", 2090), ("late", 2090)):
        await nodes.seek(seeker(name, rating=rating, marks=house), anew=True)
    await has_waited(redis, "low")
    _, pair = await nodes.seek(seeker("ann"), anew=True)
    assert pair is not None
    assert [seat.player for seat in pair.seats] == ["ann", "low"]


async def test_the_reach_grows_for_who_waits_longer(redis: Redis) -> None:
    short, grown = queue(redis), queue(redis, steps=((0.0, 100), (1.0, None)))
    for name, rating in (("ann", 2100), ("bob", 2500)):
        assert await short.seek(seeker(name, rating=rating), anew=True) == ("waiting", None)
    assert await short.seek(seeker("bob", rating=2500)) == ("waiting", None), "to look again changes nothing by itself"
    await has_waited(redis, "ann")
    assert (await grown.seek(seeker("bob", rating=2500)))[0] == "paired"


async def test_a_player_waits_once_and_the_last_window_counts(redis: Redis) -> None:
    one, other = queue(redis, "n1"), queue(redis, "n2")
    await one.seek(seeker("ann", "n1"), anew=True)
    again = Seeker("another seek", "ann", "Ann", "n2", {"yukon": 2000}, {"today": ("elsewhere",)})
    assert await other.seek(again, anew=True) == ("waiting", None)
    assert await waits(redis) == ["ann"]
    assert await one.seek(seeker("ann", "n1")) == ("replaced", None)
    news = await one.beat(games=("golf", "yukon"))
    assert (news.replaced, news.games, news.waiting, news.here) == (("ann seeks",), {"golf": 0, "yukon": 1}, 1, 0)
    assert await one.leave("ann", "ann seeks") == "gone"
    assert await other.leave("ann", "another seek") == "left"
    assert await waits(redis) == []


async def test_leaving_dissolves_a_pair_until_its_room_is_open(redis: Redis) -> None:
    one, other = queue(redis, "n1"), queue(redis, "n2")
    pair = await paired(one, other)
    assert await one.leave("ann", "ann seeks") == "left"
    assert await waits(redis) == ["bob"]
    assert not await one.opened(pair.id, "ROOM22")
    assert await one.leave("ann", "ann seeks") == "gone"

    _, again = await one.seek(seeker("ann"), anew=True)
    assert again is not None
    assert await one.opened(again.id, "ROOM22")
    assert await other.leave("bob", "bob seeks") == "opened"
    assert await waits(redis) == []


async def test_either_the_pair_or_the_leaving_comes_first(redis: Redis) -> None:
    one, other = queue(redis, "n1"), queue(redis, "n2")
    for _ in range(30):
        pair = await paired(one, other)
        is_open, left = await asyncio.gather(one.opened(pair.id, "ROOM22"), other.leave("bob", "bob seeks"))
        assert (is_open, left) in ((True, "opened"), (False, "left"))
        assert await waits(redis) == ([] if is_open else ["ann"])
        await one.leave("ann", "ann seeks")
        await one.told(["ann", "bob"])


async def test_a_dead_node_takes_its_people_out_of_the_queue(redis: Redis) -> None:
    living, dead = queue(redis, "n1"), queue(redis, "n2", lease=0.05)
    for number in range(3):
        await dead.seek(seeker(f"ghost {number}", "n2", marks=("one house",)), anew=True)

    async def is_gone() -> bool:
        return (await living.beat()).waiting == 0

    await until(is_gone)
    assert await living.seek(seeker("ann"), anew=True) == ("waiting", None)
    assert {key.decode() async for key in redis.scan_iter(f"{keys.MATCHING}*n2")} == set()


async def test_a_pair_of_a_dead_node_is_dissolved_and_the_other_waits_on(redis: Redis) -> None:
    dead, living = queue(redis, "n1", lease=0.05, pair=0.05), queue(redis, "n2")
    pair = await paired(dead, living)

    async def waits_again() -> bool:
        await living.beat()
        return await waits(redis) == ["bob"]

    await until(waits_again)
    assert not await living.opened(pair.id, "ROOM22")


async def test_who_comes_back_at_another_node_is_told_of_the_room_there(redis: Redis) -> None:
    one, other = queue(redis, "n1"), queue(redis, "n2")
    pair = await paired(one, other)
    assert await one.seek(seeker("bob", "n1"), anew=True) == ("pairing", None)
    assert await one.opened(pair.id, "ROOM22")
    assert (await other.beat()).pairs == ()
    assert [seat.node for seat in (await one.beat()).pairs[0].seats] == ["n1", "n1"]


async def test_who_was_told_of_a_room_may_seek_again_at_once(redis: Redis) -> None:
    one, other = queue(redis, "n1"), queue(redis, "n2")
    pair = await paired(one, other)
    assert await one.opened(pair.id, "ROOM22")
    await one.told(["ann", "bob"])
    assert await one.seek(seeker("ann"), anew=True) == ("waiting", None)


async def test_the_queue_is_full_for_newcomers_alone(redis: Redis) -> None:
    nodes = queue(redis, most=2)
    house = ("one house",)
    found = [await nodes.seek(seeker(name, marks=house), anew=True) for name in ("ann", "bob", "cid", "ann")]
    assert [what for what, _ in found] == ["waiting", "waiting", "full", "waiting"]
    assert await waits(redis) == ["ann", "bob"]


async def test_nothing_stays_when_all_have_left(redis: Redis) -> None:
    nodes = queue(redis)
    for name in ("ann", "bob"):
        await nodes.seek(seeker(name, games=("golf", "yukon"), marks=("one house",)), anew=True)
    for name in ("ann", "bob"):
        await nodes.leave(name, f"{name} seeks")
    left = {key.decode() async for key in redis.scan_iter(f"{keys.MATCHING}*")}
    assert left == {f"{keys.MATCHING}nodes"}


async def test_who_waits_takes_no_more_than_the_table_says(redis: Redis) -> None:
    nodes, house = queue(redis), tuple(f"{number:018x}" for number in range(3))
    games = tuple(f"a_game_with_a_long_name_{number}" for number in range(16))
    for number in range(100):
        await nodes.seek(seeker(f"player {number:015}", games=games, marks=house, program="x" * 24), anew=True)
    there = [key async for key in redis.scan_iter(f"{keys.MATCHING}*")]
    taken = [await redis.memory_usage(key, samples=0) or 0 for key in there]
    allowed = next(kind.size for kind in KINDS if f"{keys.MATCHING}*" in kind.patterns)
    assert sum(taken) / 100 <= allowed


async def test_people_who_may_not_meet_somebody_are_counted_for_the_one(redis: Redis) -> None:
    one = queue(redis)
    home = ("place of ann", "network", "browser of eve")
    for each in (
        seeker("ann"),
        seeker("eve", marks=home),
        seeker("kim", marks=home, games=("chess",)),
        seeker("zoe", rating=9000),
    ):
        assert await one.seek(each, anew=True) == ("waiting", None)
    asked = [("ann", "golf"), ("ann", ""), ("zoe", "golf")]
    assert (await one.beat(asked=asked[:1])).apart == {"ann": (2, 1)}
    assert (await one.beat(asked=asked[1:])).apart == {"ann": (2, 0), "zoe": (0, 0)}
    assert await one.leave("eve", "eve seeks") == "left"
    assert (await one.beat(asked=asked[:1])).apart == {"ann": (1, 0)}
    await redis.hdel(
        f"{keys.MATCHING}waiting", "kim"
    )  # as a node of an earlier version does, which leaves its mark behind
    assert (await one.beat(asked=asked[:1])).apart == {"ann": (0, 0)}
    assert await redis.smembers(f"{keys.MATCHING}apart:place of ann") == {b"ann"}
