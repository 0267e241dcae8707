"""The queue of races that wait for an analysis, and the stored analyses."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_protocol.messages import Analysis
from cadogan_server.delivery.frame import ANY_REQUEST
from cadogan_server.store import keys
from cadogan_server.store.games.analyses import FULL, MOST_WAITING, RUNNING, Analyses, Job
from cadogan_server.store.log.logs import KEPT_SECONDS

FOUND = Analysis(re=ANY_REQUEST, status="done", progress=1)


async def test_jobs_are_taken_in_the_order_of_the_requests(redis: Redis) -> None:
    jobs = Analyses(redis)
    assert [await jobs.add(room) for room in ("AAAAAA", "BBBBBB", "AAAAAA")] == [0, 1, 0]
    assert await jobs.begin() == Job("AAAAAA", 1)
    assert [await jobs.place(room) for room in ("AAAAAA", "BBBBBB", "CCCCCC")] == [RUNNING, 0, None]
    assert await jobs.add("AAAAAA") == RUNNING
    assert [await jobs.begin(), await jobs.begin()] == [Job("BBBBBB", 1), None]
    await jobs.finish("AAAAAA")
    assert await jobs.place("AAAAAA") is None


async def test_ten_thousand_requests_leave_the_first_in_the_queue(redis: Redis) -> None:
    jobs = Analyses(redis)
    places = [await jobs.add(f"R{number:05}") for number in range(10_000)]
    assert places == [*range(MOST_WAITING), *[FULL] * (10_000 - MOST_WAITING)]
    assert await redis.zcard(keys.ANALYSES_WAITING) == MOST_WAITING
    assert await jobs.add("R00003") == 3, "a room that waits goes on waiting"
    assert [await jobs.begin() for _ in range(3)] == [Job(f"R{number:05}", 1) for number in range(3)]
    assert await jobs.add("R09999") == MOST_WAITING - 3, "there is room for others again"


async def test_the_job_of_a_dead_node_is_begun_again(redis: Redis) -> None:
    jobs = Analyses(redis)
    await jobs.add("AAAAAA")
    await jobs.begin()
    assert await jobs.begin() is None
    await redis.zadd(keys.ANALYSES_RUNNING, {"AAAAAA": 1})  # the lease has run out
    assert await jobs.begin() == Job("AAAAAA", 2)
    await jobs.finish("AAAAAA")
    await jobs.add("AAAAAA")
    assert await jobs.begin() == Job("AAAAAA", 1)


async def test_a_job_that_is_given_back_is_begun_again_before_those_that_wait(redis: Redis) -> None:
    jobs = Analyses(redis)
    for room in ("AAAAAA", "BBBBBB"):
        await jobs.add(room)
    await jobs.begin()
    await jobs.give_back("AAAAAA")
    assert await jobs.place("AAAAAA") == RUNNING
    assert [await jobs.begin(), await jobs.begin()] == [Job("AAAAAA", 2), Job("BBBBBB", 1)]
    await jobs.finish("AAAAAA")
    await jobs.give_back("AAAAAA")
    assert await jobs.place("AAAAAA") is None, "what is finished is not given back"


async def test_a_node_that_goes_on_keeps_its_job(redis: Redis) -> None:
    jobs = Analyses(redis)
    await jobs.add("AAAAAA")
    await jobs.begin()
    await redis.zadd(keys.ANALYSES_RUNNING, {"AAAAAA": 1})
    await jobs.renew("AAAAAA")
    assert await jobs.begin() is None
    await jobs.finish("AAAAAA")
    await jobs.renew("AAAAAA")
    assert await jobs.place("AAAAAA") is None, "what is finished is not begun again"


async def test_an_analysis_is_kept_no_longer_than_its_log(redis: Redis) -> None:
    jobs = Analyses(redis)
    await jobs.store("AAAAAA", "1", FOUND)
    assert await jobs.kept("AAAAAA", "1") is None, "there is no log"
    await redis.xadd(keys.log("AAAAAA"), {"r": b""})
    await redis.expire(keys.log("AAAAAA"), 1000)
    await jobs.store("AAAAAA", "1", FOUND)
    assert await jobs.kept("AAAAAA", "1") == FOUND
    assert 990 < await redis.ttl(keys.analysis("AAAAAA")) <= 1000
    assert await jobs.kept("AAAAAA", "2") is None, "the code belongs to another room now"
    await jobs.store("AAAAAA", "1", FOUND, 60)
    assert 50 < await redis.ttl(keys.analysis("AAAAAA")) <= 60


async def test_what_is_found_before_the_results_are_counted_has_an_end_too(redis: Redis) -> None:
    jobs = Analyses(redis)
    await redis.xadd(keys.log("AAAAAA"), {"r": b""})
    await jobs.store("AAAAAA", "1", FOUND)
    assert KEPT_SECONDS - 10 < await redis.ttl(keys.analysis("AAAAAA")) <= KEPT_SECONDS
    await jobs.store("AAAAAA", "1", FOUND, 60)
    assert 50 < await redis.ttl(keys.analysis("AAAAAA")) <= 60


async def test_networks_take_turns_in_the_queue(redis: Redis) -> None:
    jobs = Analyses(redis)
    for number in range(20):
        await jobs.add(f"EVE{number:03}", number)
    assert await jobs.add("ANNA22", 0) == 1, "only what its network asked for first stands before"
    assert await jobs.add("ANNA23", 1) == 3, "then in turns"
    assert [await jobs.begin() for _ in range(4)] == [Job(room, 1) for room in ("EVE000", "ANNA22", "EVE001", "ANNA23")]


async def test_a_job_that_is_begun_counts_no_more_for_its_network(redis: Redis) -> None:
    jobs = Analyses(redis)
    await jobs.add("AAAAAA")
    await redis.zadd(keys.ANALYSES_NETWORKS, {"AAAAAA": 7, "BBBBBB": 7})
    await jobs.begin()
    assert await redis.zrange(keys.ANALYSES_NETWORKS, 0, -1) == [b"BBBBBB"]
