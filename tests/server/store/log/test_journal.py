"""The order in which the journal writes and says things, and what it does while Redis is away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from socket import socketpair
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.log.bounds import Bounds
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.room_log import RoomLog
from cadogan_server.store.redis.embedded import EmbeddedRedis
from tests.server.store.between import Between
from tests.server.store.logs import taken, written
from tests.server.wire import PATIENCE

LOG = keys.log("ABCDEF")

DUE = 12
"""So many rooms have something to tell at the same moment."""


class Told:
    """An outbox that notes down what it is given."""

    def __init__(self, note: Callable[[bytes], None]) -> None:
        self.note = note
        self.pending: list[bytes] = []

    def write(self, frames: list[bytes]) -> None:
        for frame in frames:
            self.note(frame)


class Said:
    """What outboxes are given, in order; `next` waits for it."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self._said = asyncio.Event()

    def note(self, frame: bytes) -> None:
        self.frames.append(frame)
        self._said.set()

    async def first(self) -> None:
        """Wait until something has been said."""
        async with asyncio.timeout(PATIENCE):
            await self._said.wait()


async def test_what_is_due_about_then_is_told_in_one_turn_and_never_too_early(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, loop = Journal(redis_url), asyncio.get_running_loop()
    moments: list[float] = []
    for start in (700.001, 700.004, 700.0099, 700.0101):
        with monkeypatch.context() as patch:
            patch.setattr(loop, "time", lambda start=start: start)
            patch.setattr(loop, "call_at", lambda moment, *call: moments.append(moment))
            journal.later(0.2, lambda: None)
    assert moments == pytest.approx([700.21, 700.21, 700.21, 700.22])
    await journal.close()


async def test_who_says_something_meanwhile_waits_for_few_of_all_who_are_due(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, loop = Journal(redis_url), asyncio.get_running_loop()
    due: list[Callable[[], None]] = []
    order: list[object] = []
    here, there = socketpair()
    with here, there, monkeypatch.context() as patch:
        patch.setattr(loop, "call_at", lambda moment, call, *args: due.append(partial(call, *args)))
        loop.add_reader(here, lambda: order.append(here.recv(9)))
        everybody = Told(order.append)

        def tell(number: int) -> None:
            if not number:
                there.send(b"a move")
            journal.send(everybody, bytes([number]))

        for number in range(DUE):
            journal.later(0.2, partial(tell, number))
        for call in due:
            call()
        while bytes([DUE - 1]) not in order:
            await asyncio.sleep(0)
        loop.remove_reader(here)
    await journal.close()
    heard = order.index(b"a move")
    assert heard <= 4
    assert order[:heard] + order[heard + 1 :] == [bytes([number]) for number in range(DUE)]


async def test_what_comes_after_a_command_is_written_after_it(redis_url: str, redis: Redis) -> None:
    journal, log = Journal(redis_url), RoomLog("ABCDEF", 1)
    journal.append(log, b"before")
    journal.write("DEL", LOG)
    journal.append(log, b"after")
    await journal.close()
    assert await written(redis, "ABCDEF") == [b"after"]


async def test_one_sockets_trouble_is_its_own_and_what_follows_comes_last(redis_url: str) -> None:
    said: list[bytes] = []

    def fail(frame: bytes) -> None:
        raise OSError("broken")

    journal = Journal(redis_url)
    journal.send(Told(fail), b"lost")
    journal.then(lambda: said.append(b"then"))
    journal.send(Told(said.append), b"frame")
    await journal.close()
    assert said == [b"frame", b"then"]


@pytest.mark.parametrize("how", ["lose", "cut"])
async def test_a_batch_whose_connection_breaks_goes_over_another_and_is_written_once(
    redis_url: str, redis: Redis, how: str
) -> None:
    told: list[bool] = []
    async with Between(redis_url) as between:
        journal = Journal(between.url, told.append, bounds=Bounds(lately=3600))
        logs = [RoomLog(code, 1) for code in ("ABCDEF", "BBBBBB")]
        for number in range(3):
            setattr(
                between, how, 1 if number < 2 else 0
            )  # the first batch, which connects, and one over a line that stood
            for log in logs:
                journal.append(log, bytes([number]))
            await taken(journal)
        await journal.close()
        assert between.batches == [2, 2, 2, 4, 2]  # over the last connection goes first what was written before
    for code in ("ABCDEF", "BBBBBB"):
        assert await written(redis, code) == [b"\0", b"\1", b"\2"]
    assert told == []


async def test_an_idle_connection_that_was_closed_is_not_worth_a_word(redis_url: str, redis: Redis) -> None:
    told: list[bool] = []
    async with Between(redis_url) as between:
        journal, log = Journal(between.url, told.append), RoomLog("ABCDEF", 1)
        journal.append(log, b"1")
        await taken(journal)
        between.hang_up()
        journal.append(log, b"2")
        await journal.close()
        assert between.lines == 2
    assert await written(redis, "ABCDEF") == [b"1", b"2"]
    assert told == []


async def test_a_redis_that_does_not_answer_is_away(
    redis_url: str, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    told: asyncio.Queue[bool] = asyncio.Queue()
    said = Said()
    async with Between(redis_url) as between, asyncio.timeout(PATIENCE):
        journal, log = Journal(between.url, told.put_nowait, bounds=Bounds(hang=0.5)), RoomLog("ABCDEF", 1)
        journal.append(log, b"1")
        await taken(journal)
        between.answering.clear()
        journal.append(log, b"2")
        journal.send(Told(said.note), b"not safe")
        await said.first()
        assert told.get_nowait() is False
        assert "no answer within 0.5 s" in caplog.text
        between.answering.set()
        assert await told.get() is True
        await journal.close()
    assert await written(redis, "ABCDEF") == [b"1", b"2"]


async def test_who_is_replaced_while_a_batch_is_on_its_way_says_nothing_of_it(redis_url: str) -> None:
    said: list[bytes] = []
    async with Between(redis_url) as between, asyncio.timeout(PATIENCE):
        journal, log = Journal(between.url, bounds=Bounds(hang=PATIENCE)), RoomLog("ABCDEF", 1)
        journal.append(log, b"1")
        await taken(journal)
        between.answering.clear()
        journal.append(log, b"2")
        journal.send(Told(said.append), b"done")
        await between.has_got(2)
        journal.publish(b"seen by others", [Told(said.append)])
        journal.give_up()
        between.answering.set()
        await journal.close()
    assert said == []
    assert journal.replaced


async def test_while_all_goes_well_no_task_is_made(redis_url: str) -> None:
    tasks: list[object] = []

    def note(loop: asyncio.AbstractEventLoop, work: Any, **options: Any) -> asyncio.Task[Any]:
        tasks.append(work)
        return asyncio.Task(work, loop=loop, **options)

    journal, log = Journal(redis_url), RoomLog("ABCDEF", 1)
    made: list[int] = []
    asyncio.get_running_loop().set_task_factory(note)
    for number in range(10):
        journal.append(log, bytes([number]))
        await taken(journal)
        made.append(len(tasks))
    assert made[0] > 0, "the first connects"
    assert made == made[:1] * 10
    await journal.close()


async def test_a_refusal_in_the_middle_of_a_batch_is_its_commands_alone(
    redis_url: str, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    await redis.set(keys.log("BBBBBB"), "no log")
    journal = Journal(redis_url)
    for number in range(2):
        for code in ("ABCDEF", "BBBBBB", "CCCCCC"):
            log = RoomLog(code, 1 + number)
            journal.append(log, bytes([number]))
        await taken(journal)
    await journal.close()
    for code in ("ABCDEF", "CCCCCC"):
        assert await written(redis, code) == [b"\0", b"\1"]
    assert journal.safe
    assert caplog.text.count("the store refuses") == caplog.text.count(keys.log("BBBBBB")) == 2


async def test_what_a_redis_has_lost_and_can_not_take_yet_is_written_when_it_can(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path) as server, Redis.from_url(server.url) as redis:
        told: asyncio.Queue[bool] = asyncio.Queue()
        journal, log = Journal(server.url, told.put_nowait), RoomLog("ABCDEF", 1)
        journal.append(log, b"1")
        await taken(journal)
        await redis.flushall()
        await redis.config_set("maxmemory", "1")
        await redis.client_kill_filter(skipme=True)
        journal.append(log, b"2")
        assert await told.get() is False
        await redis.config_set("maxmemory", "0")
        async with asyncio.timeout(PATIENCE):
            assert await told.get() is True
        await journal.close()
        assert await written(redis, "ABCDEF") == [b"1", b"2"]


async def test_a_frame_for_many_comes_to_each_in_its_order_and_in_one_write(redis_url: str) -> None:
    class Counted(Told):
        writes = 0

        def write(self, frames: list[bytes]) -> None:
            self.writes += 1
            super().write(frames)

    journal = Journal(redis_url)
    said: list[list[bytes]] = [[] for _ in range(3)]
    outboxes = [Counted(one.append) for one in said]
    for _ in range(2):
        journal.publish(b"all", outboxes)
        journal.send(outboxes[0], b"one")
        journal.publish(b"some", outboxes[:2])
        journal.append(RoomLog("ABCDEF", 1), b"record")
        journal.publish(b"all again", outboxes)
        await journal.close()
    once = [[b"all", b"one", b"some", b"all again"], [b"all", b"some", b"all again"], [b"all", b"all again"]]
    assert said == [2 * one for one in once]
    assert [outbox.writes for outbox in outboxes] == [2, 2, 2]


async def test_what_fails_after_a_batch_holds_up_nothing(redis_url: str, redis: Redis) -> None:
    def fail() -> None:
        raise ValueError("broken")

    journal, log = Journal(redis_url), RoomLog("ABCDEF", 1)
    for record in (b"1", b"2"):
        journal.append(log, record)
        journal.then(fail)
        async with asyncio.timeout(PATIENCE):
            await taken(journal)
    await journal.close()
    assert await written(redis, "ABCDEF") == [b"1", b"2"]


@pytest.mark.parametrize(("lately", "kept"), [(0.0, 1), (3600.0, 5)])
async def test_what_was_written_long_ago_is_not_kept(redis_url: str, lately: float, kept: int) -> None:
    journal, log = Journal(redis_url, bounds=Bounds(lately=lately)), RoomLog("ABCDEF", 1)
    for number in range(5):
        journal.append(log, bytes([number]))
        await taken(journal)
    assert len(journal._lately) == kept
    await journal.close()


async def test_a_backlog_of_many_pipelines_is_written_whole_and_the_bound_told_once(tmp_path: Path) -> None:
    server = EmbeddedRedis(tmp_path)
    await server.start()
    async with Redis.from_url(server.url) as redis:
        told: asyncio.Queue[bool] = asyncio.Queue()
        full: list[bool] = []
        journal = Journal(server.url, told.put_nowait, bounds=Bounds(chunk=2, backlog=100))
        journal.on_full = lambda: full.append(journal.full)
        await server.stop()
        log = RoomLog("ABCDEF", 1)
        for number in range(7):
            journal.append(log, bytes([number]))
            if not number:
                assert await told.get() is False
            await asyncio.sleep(0)
        assert full == [True]
        await server.start()
        async with asyncio.timeout(PATIENCE):
            assert await told.get() is True
        assert not journal.full
        assert b"".join(await written(redis, "ABCDEF")) == bytes(range(7))
        await journal.close()
    await server.stop()
