"""The moments at which rooms need a node."""

from __future__ import annotations

from typing import Any

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.log.due import AT_ONCE, LEFT_MS, LOOKED_AT, NEAR_MS, WITHOUT_CLOCK_MS, DueRooms
from tests.server.core import NOON
from tests.server.store.executed import Commands


def opened(redis: Redis) -> tuple[DueRooms, Commands]:
    journal = Commands()
    return DueRooms(redis, journal), journal  # type: ignore[arg-type]


async def moments(redis: Redis, journal: Commands) -> dict[str, float]:
    """Return the due times in the store, once it has all writes."""
    await journal.carry_out(redis)
    found: Any = await redis.zrange(keys.DUE, 0, -1, withscores=True)
    return {code.decode(): due for code, due in found}


async def test_a_room_is_due_from_its_opening_until_it_is_over(redis: Redis) -> None:
    due, journal = opened(redis)
    due.open("AAAAAA", NOON)
    due.open("BBBBBB", NOON)
    assert await moments(redis, journal) == dict.fromkeys(("AAAAAA", "BBBBBB"), NOON + WITHOUT_CLOCK_MS)
    due.to_be_counted("AAAAAA", NOON + 5)
    assert (await moments(redis, journal))["AAAAAA"] == NOON + 5
    due.over("AAAAAA")
    await moments(redis, journal)
    assert (await due.knows("AAAAAA"), await due.knows("BBBBBB"), await due.codes()) == (False, True, ["BBBBBB"])
    due.over("CCCCCC")
    await redis.zadd(keys.DUE, dict.fromkeys(("AAAAAA", "CCCCCC"), NOON))
    await moments(redis, journal)
    assert await due.codes() == ["AAAAAA", "BBBBBB"], "a room that this node has not had can be over too"
    assert await due.claim(NOON) == ["AAAAAA"], "it is this node's no longer"


async def test_only_due_times_that_have_changed_too_much_are_written(redis: Redis) -> None:
    due, journal = opened(redis)
    far = NOON + 10 * WITHOUT_CLOCK_MS
    due.update([("AAAAAA", far), ("BBBBBB", None)], NOON)
    assert len(journal.written) == 1, "all go in one command"
    assert await moments(redis, journal) == {"AAAAAA": far, "BBBBBB": NOON + WITHOUT_CLOCK_MS}
    due.update([("AAAAAA", far + 9), ("BBBBBB", None)], NOON + 9)
    due.update([("AAAAAA", far), ("BBBBBB", NOON + WITHOUT_CLOCK_MS)], NOON + WITHOUT_CLOCK_MS - NEAR_MS + 1)
    due.update([("BBBBBB", None)], NOON + WITHOUT_CLOCK_MS - NEAR_MS)
    assert journal.written == [], "a clock that has more time than the store knows does no harm"
    due.update([("AAAAAA", NOON + 20), ("BBBBBB", None)], NOON + 10)
    assert (await moments(redis, journal))["AAAAAA"] == NOON + 20, "a due time that comes earlier would be missed"
    near = NOON + WITHOUT_CLOCK_MS - NEAR_MS + 1
    due.update([("BBBBBB", None)], near)
    assert (await moments(redis, journal))["BBBBBB"] == near + WITHOUT_CLOCK_MS


async def test_a_node_claims_due_rooms_of_others_and_none_of_its_own(redis: Redis) -> None:
    due, journal = opened(redis)
    due.open("AAAAAA", NOON - WITHOUT_CLOCK_MS)
    await moments(redis, journal)
    await redis.zadd(keys.DUE, {"BBBBBB": NOON, "CCCCCC": NOON + 1})
    assert await due.claim(NOON) == ["BBBBBB"]
    due.let_go("AAAAAA", NOON, NOON)
    await moments(redis, journal)
    assert sorted(await due.claim(NOON)) == ["AAAAAA", "BBBBBB"]
    due.let_go("CCCCCC", None, NOON)
    assert (await moments(redis, journal))["CCCCCC"] == NOON + WITHOUT_CLOCK_MS, "none of its clocks runs"
    due.put_off("BBBBBB", NOON)
    due.put_off("DDDDDD", NOON)
    assert await moments(redis, journal) == {
        "AAAAAA": NOON,
        "BBBBBB": NOON + LEFT_MS,
        "CCCCCC": NOON + WITHOUT_CLOCK_MS,
    }
    assert await due.codes() == ["AAAAAA", "BBBBBB", "CCCCCC"]


async def test_a_node_claims_a_few_of_many_rooms(redis: Redis) -> None:
    due, _ = opened(redis)
    await redis.zadd(keys.DUE, {f"room {number:03}": number for number in range(2 * LOOKED_AT)})
    claimed = await due.claim(NOON)
    assert len(set(claimed)) == AT_ONCE
    assert max(claimed) < f"room {LOOKED_AT:03}"


async def test_a_room_that_another_node_has_is_not_written_any_more(redis: Redis) -> None:
    due, journal = opened(redis)
    due.open("AAAAAA", NOON)
    due.handed_over("AAAAAA")
    due.handed_over("AAAAAA")
    await moments(redis, journal)
    assert await due.claim(NOON + WITHOUT_CLOCK_MS) == ["AAAAAA"]


async def test_the_list_of_an_earlier_version_is_due_at_once(redis: Redis) -> None:
    due, _ = opened(redis)
    await redis.sadd(keys.UNFINISHED, "AAAAAA", "BBBBBB")
    await redis.zadd(keys.DUE, {"BBBBBB": NOON})
    await due.adopt()
    await due.adopt()
    assert await redis.zrange(keys.DUE, 0, -1, withscores=True) == [(b"AAAAAA", 0), (b"BBBBBB", NOON)]
    assert not await redis.exists(keys.UNFINISHED)
