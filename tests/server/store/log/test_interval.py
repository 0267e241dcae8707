"""Batches follow each other at once while it is quiet, and with intervals under load."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from socket import socketpair

import pytest
from redis.asyncio import Redis

from cadogan_server.store.log.interval import (
    FULL_AFTER,
    LONGEST_SECONDS,
    SHORTEST_SECONDS,
    TOGETHER,
    TOGETHER_WHEN_FULL,
    Interval,
    interval_seconds,
)
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.room_log import RoomLog
from tests.server.store.logs import taken, written
from tests.server.telemetry.test_load import loaded
from tests.server.wire import PATIENCE

MUCH = 1600


class Sleeper:
    """A process whose clock advances only while it sleeps."""

    def __init__(self, meanwhile: Callable[[], None] = lambda: None) -> None:
        self.now = 700.0
        self.slept: list[float] = []
        self.meanwhile = meanwhile

    def time(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        self.meanwhile()

    def interval(self, a_second: float, work: Callable[[], bool] = lambda: False) -> Interval:
        """Return an interval that sleeps by this clock, under a load of this many messages a second."""
        return Interval(loaded(a_second), work, self.time, self.sleep)


async def over(interval: Interval, leaving: Callable[[], bool] = lambda: False) -> None:
    """Begin an interval, and wait until it is over."""
    done = asyncio.Event()
    interval.begin(leaving, done.set)
    assert interval.open
    async with asyncio.timeout(PATIENCE):
        await done.wait()
    assert not interval.open


@pytest.mark.parametrize(
    ("a_second", "seconds"),
    [(100, 0), (500, 0), (750, LONGEST_SECONDS / 2), (MUCH, LONGEST_SECONDS), (20_000, TOGETHER / 20_000)],
)
def test_an_interval_is_as_long_as_enough_moves_take_to_come(a_second: float, seconds: float) -> None:
    assert interval_seconds(loaded(a_second)) == pytest.approx(seconds)


async def test_while_it_is_quiet_there_is_no_interval() -> None:
    interval = Sleeper().interval(100)
    interval.sent()
    interval.begin(lambda: False, lambda: pytest.fail("nothing was kept back"))
    assert not interval.open


async def test_an_interval_counts_from_the_batch_before() -> None:
    process = Sleeper()
    interval = process.interval(MUCH)
    interval.sent()
    process.now += 0.001  # the store has answered
    await over(interval)
    assert process.slept == pytest.approx([LONGEST_SECONDS - 0.001])
    interval.sent()
    process.now += LONGEST_SECONDS - SHORTEST_SECONDS / 2  # the rest is not worth a wake-up
    interval.begin(lambda: False, lambda: pytest.fail("nothing was kept back"))
    assert not interval.open


async def test_input_that_comes_while_the_process_sleeps_is_read_in_the_interval() -> None:
    here, there = socketpair()
    order: list[str] = []
    process = Sleeper(lambda: there.sendall(b"a move"))
    interval = process.interval(MUCH)
    with here, there:
        asyncio.get_running_loop().add_reader(here, lambda: order.append(here.recv(9).decode()))
        interval.sent()
        interval.begin(lambda: False, lambda: order.append("over"))
        async with asyncio.timeout(PATIENCE):
            while "over" not in order:
                await asyncio.sleep(0)
        asyncio.get_running_loop().remove_reader(here)
    assert order == ["a move", "over"]


@pytest.mark.parametrize("what", ["frames leave", "strangers wait"])
async def test_the_process_sleeps_only_when_nothing_else_is_to_be_done(what: str) -> None:
    process, left = Sleeper(), [0.0002] * 3

    def works() -> bool:
        if left:
            process.now += left.pop()
            return True
        return False

    interval = process.interval(MUCH, works if what == "strangers wait" else lambda: False)
    interval.sent()
    await over(interval, works if what == "frames leave" else lambda: False)
    assert process.slept == pytest.approx([LONGEST_SECONDS - 0.0006])


async def test_more_messages_meet_while_the_process_has_no_time_left() -> None:
    a_second = 8000
    short, long = TOGETHER / a_second, TOGETHER_WHEN_FULL / a_second
    process, busy = Sleeper(), True
    interval = process.interval(a_second, lambda: busy)
    for _ in range(FULL_AFTER):
        interval.sent()
        process.now += short  # the duration of the batch
        interval.begin(lambda: False, lambda: pytest.fail("nothing was kept back"))
        assert not interval.open
    interval.sent()
    process.now += short
    busy = False
    await over(interval)
    interval.sent()
    await over(interval)
    assert process.slept == pytest.approx([long - short, short])


async def test_a_process_that_is_always_busy_lengthens_no_interval() -> None:
    process = Sleeper()

    def works() -> bool:
        process.now += 0.0005
        return True

    interval = process.interval(MUCH, works)
    interval.sent()
    began = process.now
    await over(interval)
    assert process.slept == []
    assert process.now - began <= LONGEST_SECONDS


async def test_moves_that_come_in_an_interval_share_a_batch_and_are_never_lost(redis_url: str, redis: Redis) -> None:
    log, slept = RoomLog("ABCDEF", 1), asyncio.Event()

    def meanwhile() -> None:
        if not slept.is_set():
            journal.append(log, b"second")
            journal.append(log, b"third")
        slept.set()

    journal = Journal(redis_url, interval=Sleeper(meanwhile).interval(MUCH))
    journal.write("PING")  # connects; there is no interval after a batch that a task writes
    await taken(journal)
    journal.append(log, b"first")
    async with asyncio.timeout(PATIENCE):
        await slept.wait()
    await journal.close()
    assert await written(redis, "ABCDEF") == [b"first", b"secondthird"]


async def test_frames_without_an_unwritten_change_leave_in_an_interval(redis_url: str, redis: Redis) -> None:
    log, order, ends = RoomLog("ABCDEF", 1), list[str](), asyncio.Event()
    process = Sleeper()

    def works() -> bool:
        if ends.is_set():
            process.now += 1
        return True

    journal = Journal(redis_url, interval=process.interval(MUCH, works))
    journal.write("PING")
    await taken(journal)
    journal.append(log, b"first")
    await taken(journal)
    journal.then(lambda: order.append("a round"))
    await taken(journal)
    assert order == ["a round"]
    journal.append(log, b"second")
    journal.then(lambda: order.append("an answer"))
    for _ in range(20):
        await asyncio.sleep(0)
    assert order == ["a round"]
    ends.set()
    await journal.close()
    assert order == ["a round", "an answer"]
    assert await written(redis, "ABCDEF") == [b"first", b"second"]
