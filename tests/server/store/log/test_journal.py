"""The order in which the journal writes records and releases frames, also while Redis is away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_server.delivery.bus import Bus
from cadogan_server.store import keys
from cadogan_server.store.log.bounds import Bounds
from cadogan_server.store.log.journal import Journal, until_told
from cadogan_server.store.log.room_log import RoomLog
from cadogan_server.store.log.slow_commits import SlowCommits
from cadogan_server.store.log.spill import Spill, commands_of, left_by_others
from cadogan_server.store.log.unwritten import COMMAND_BYTES, JournalObserver
from cadogan_server.store.nodes.node_lease import LeaseLost
from cadogan_server.store.redis.embedded import EmbeddedRedis
from cadogan_server.store.redis.writer import ErrorReply, pack
from tests.server.delivery.recipient import Told
from tests.server.store.between import Between
from tests.server.store.heard import heard
from tests.server.store.logs import taken, written, wrote
from tests.server.wire import PATIENCE

LOG = keys.log("ABCDEF")


class Said:
    """The frames that outboxes get, in order; `next` waits for one."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self._said = asyncio.Event()

    def note(self, frame: bytes) -> None:
        self.frames.append(frame)
        self._said.set()

    async def first(self) -> None:
        """Wait until a frame was released."""
        async with asyncio.timeout(PATIENCE):
            await self._said.wait()


async def test_a_record_after_a_command_is_written_after_it(redis_url: str, redis: Redis) -> None:
    journal, log = Journal(redis_url), RoomLog("ABCDEF", 1)
    journal.append(log, b"before")
    journal.write("DEL", LOG)
    journal.append(log, b"after")
    await journal.close()
    assert await written(redis, "ABCDEF") == [b"after"]


async def test_who_waits_until_players_may_be_told_comes_after_their_frames(redis_url: str, redis: Redis) -> None:
    journal, log, told = Journal(redis_url), RoomLog("ABCDEF", 1), list[str]()
    journal.append(log, b"1")
    journal.then(lambda: told.append("a frame"))
    async with asyncio.timeout(PATIENCE):
        await until_told(journal)
    assert told == ["a frame"]
    assert await written(redis, "ABCDEF") == [b"1"]
    await journal.close()


async def test_a_redis_that_does_not_answer_is_away(
    redis_url: str, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    told: asyncio.Queue[bool] = asyncio.Queue()
    said = Said()
    async with Between(redis_url) as between, asyncio.timeout(PATIENCE):
        journal, log = heard(Journal(between.url, bounds=Bounds(hang=0.5)), safe=told.put_nowait), RoomLog("ABCDEF", 1)
        journal.append(log, b"1")
        await taken(journal)
        between.answering.clear()
        journal.append(log, b"2")
        Bus(journal).send(Told(said.note), b"not safe")
        await said.first()
        assert told.get_nowait() is False
        assert "no answer within 0.5 s" in caplog.text
        between.answering.set()
        assert await told.get() is True
        await journal.close()
    assert await written(redis, "ABCDEF") == [b"1", b"2"]


async def test_a_journal_replaced_during_a_batch_sends_no_answer_to_it(redis_url: str) -> None:
    said: list[bytes] = []
    async with Between(redis_url) as between, asyncio.timeout(PATIENCE):
        journal, log = Journal(between.url, bounds=Bounds(hang=PATIENCE)), RoomLog("ABCDEF", 1)
        journal.append(log, b"1")
        await taken(journal)
        between.answering.clear()
        journal.append(log, b"2")
        Bus(journal).send(Told(said.append), b"done")
        await between.has_got(2)
        Bus(journal).publish(b"seen by others", [Told(said.append)])
        journal.unwritten.was_ended()
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
    assert made[0] > 0, "the first batch connects"
    assert made == made[:1] * 10
    await journal.close()


async def test_a_refusal_in_the_middle_of_a_batch_is_its_commands_alone(
    redis_url: str, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    await redis.set(keys.log("BBBBBB"), "no log")
    told: list[bool] = []
    async with Between(redis_url) as between:
        journal = heard(Journal(between.url, bounds=Bounds(lately=0)), safe=told.append)
        for number in range(2):
            for code in ("ABCDEF", "BBBBBB", "CCCCCC"):
                log = RoomLog(code, 1 + number)
                journal.append(log, bytes([number]))
            await taken(journal)
        await journal.close()
        assert between.batches == [3, 3], "nothing is written twice for it"
    assert told == []
    for code in ("ABCDEF", "CCCCCC"):
        assert await written(redis, code) == [b"\0", b"\1"]
    assert journal.safe
    assert caplog.text.count("the store refuses") == caplog.text.count(keys.log("BBBBBB")) == 2


async def test_lost_entries_are_written_again_once_redis_takes_them(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path) as server, Redis.from_url(server.url) as redis:
        told: asyncio.Queue[bool] = asyncio.Queue()
        journal, log = heard(Journal(server.url), safe=told.put_nowait), RoomLog("ABCDEF", 1)
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


async def test_a_callback_that_fails_after_a_batch_holds_up_nothing(redis_url: str, redis: Redis) -> None:
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
async def test_commands_written_long_ago_are_not_kept(redis_url: str, lately: float, kept: int) -> None:
    journal, log = Journal(redis_url, bounds=Bounds(lately=lately)), RoomLog("ABCDEF", 1)
    for number in range(5):
        journal.append(log, bytes([number]))
        await taken(journal)
    assert len(journal.connection.lately()) == kept
    await journal.close()


async def test_many_unwritten_pipelines_are_written_whole_and_full_once(tmp_path: Path) -> None:
    server = EmbeddedRedis(tmp_path)
    await server.start()
    async with Redis.from_url(server.url) as redis:
        told: asyncio.Queue[bool] = asyncio.Queue()
        full: list[bool] = []
        journal = heard(Journal(server.url, bounds=Bounds(chunk=2, unwritten=100)), safe=told.put_nowait)
        heard(journal, full=lambda: full.append(journal.full))
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


# ---- whether other nodes may take the rooms ------------------------------------------------------------------------------


class Own:
    """A lease with the facts that a test sets."""

    def __init__(self, *, plays_on: bool) -> None:
        self.sure = True
        self.plays_on = plays_on

    async def confirm(self, *, anew: bool = False) -> None:
        """Confirm that the node lives."""

    async def must_hold(self, log: bytes, fence: int) -> None:
        """Accept that the node holds it."""


class Asked(Own):
    """A lease that notes the logs it is asked about. Another node may have taken their rooms."""

    def __init__(self, *, taken: bool) -> None:
        super().__init__(plays_on=True)
        self.taken = taken
        self.asked: list[tuple[bytes, int]] = []

    async def must_hold(self, log: bytes, fence: int) -> None:
        """Note it, and refuse if another node has taken the room."""
        self.asked.append((log, fence))
        if self.taken:
            raise LeaseLost


@asynccontextmanager
async def taking_nothing(redis: Redis) -> AsyncIterator[None]:
    """Let the store refuse all writes until the end of the block."""
    await redis.config_set("min-replicas-to-write", "1")
    try:
        yield
    finally:
        await redis.config_set("min-replicas-to-write", "0")


class Heard:
    """A journal, and all its events."""

    def __init__(self, url: str, lease: Own, spill: Spill | None = None, bounds: Bounds | None = None) -> None:
        self.events: list[str] = []
        self.lease = lease
        self.journal = heard(
            Journal(url, lease, spill, bounds=bounds),
            safe=lambda safe: self.note(f"safe: {safe}"),
            holding=lambda: self.note("holding"),
            full=lambda: self.note("full"),
            replaced=lambda: self.note("replaced"),
        )
        self.bus = Bus(self.journal)
        self.log = RoomLog("ABCDEF", 1)
        self._noted = asyncio.Event()

    def note(self, event: str) -> None:
        self.events.append(event)
        self._noted.set()

    def state(self) -> set[str]:
        """Return the names of the journal's present states."""
        owes = {"owes"} if self.journal.unwritten.owes else set()
        return owes | {
            name for name in ("safe", "holding", "full", "cut_off", "replaced") if getattr(self.journal, name)
        }

    async def until(self, event: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while event not in self.events:
                self._noted.clear()
                await self._noted.wait()

    def change(self, name: str) -> None:
        """Append a record and a frame, and note when the frame is out and when the record is written."""
        self.journal.append(self.log, name.encode())
        self.bus.send(Told(lambda frame: self.note(f"said {frame.decode()}")), name.encode())
        self.bus.then(lambda: self.note(f"then {name}"))
        self.journal.when_written(lambda: self.note(f"written {name}"))

    async def settled(self) -> None:
        """Wait until the collected input is handled."""
        done = asyncio.Event()
        self.bus.then(done.set)
        async with asyncio.timeout(PATIENCE):
            await done.wait()


async def test_beside_other_nodes_frames_wait_until_the_store_has_them(
    redis_url: str, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    here = Heard(redis_url, Own(plays_on=False))
    async with taking_nothing(redis):
        here.change("one")
        await here.until("holding")
        here.change("two")
        here.bus.send(Told(lambda frame: here.note("said aside")), b"aside")
        here.journal.when_written(lambda: here.note("written aside"))
        await here.until("then two")
        here.journal.when_written(lambda: here.note("written alone"))
        here.journal.in_turn(lambda: here.note("turn"))
        await here.until("turn")
        assert here.events == ["holding", "then one", "then two", "turn"]
        assert here.state() == {"holding", "full"}
        assert not here.journal.unwritten.unsafe
        assert "replicas" in here.journal.unwritten.trouble
        here.lease.sure = False
        assert here.state() == {"holding", "full", "cut_off"}
        here.lease.sure = True
    await here.until("safe: True")
    await here.journal.close()
    assert [event for event in here.events if event.startswith("said")] == ["said one", "said two", "said aside"]
    assert [event for event in here.events if event.startswith("written")] == [
        "written one", "written two", "written aside", "written alone",
    ]  # fmt: skip
    assert here.events.index("said aside") < here.events.index("safe: True") < here.events.index("written one")
    assert (here.state(), here.journal.unwritten.trouble) == ({"safe"}, "")
    assert await written(redis, "ABCDEF") == [b"one", b"two"]
    assert caplog.text.count("the store is away") == 1, "a lasting reason is logged once"
    assert here.events.count("holding") == 1


async def test_a_lone_node_plays_on_and_counts_unsafe_changes(redis_url: str, redis: Redis) -> None:
    here = Heard(redis_url, Own(plays_on=True))
    here.change("safe")
    await here.until("written safe")
    async with taking_nothing(redis):
        here.change("one")
        here.journal.append(RoomLog("BBBBBB", 1), b"other")
        await here.until("said one")
        assert here.events[3:5] == ["safe: False", "said one"], "players are warned first"
        here.change("two")
        here.journal.write("SET", "no room", "of all")
        here.journal.when_written(lambda: here.note("written aside"))
        await here.until("said two")
        await here.settled()
        here.journal.when_written(lambda: here.note("written alone"))
        await here.settled()
        waiting = here.journal.unwritten.commands
        assert here.journal.unwritten.size == sum(map(len, waiting)) + COMMAND_BYTES * len(waiting)
        assert here.journal.unwritten.has_played_on()
        assert here.journal.unwritten.unsafe == {"ABCDEF": 2, "BBBBBB": 1}
        assert not [event for event in here.events[3:] if event.startswith("written")]
        assert here.state() == set()
    await here.until("written alone")
    assert not here.journal.unwritten.unsafe
    assert not here.journal.unwritten.has_played_on()
    assert [event for event in here.events if event.startswith(("safe", "written"))] == [
        "written safe", "safe: False", "safe: True", "written one", "written two", "written aside", "written alone",
    ]  # fmt: skip
    assert here.journal.unwritten.size == 0
    await here.journal.close()


async def test_a_node_that_gets_company_while_it_plays_on_holds_from_then_on(redis_url: str, redis: Redis) -> None:
    here = Heard(redis_url, Own(plays_on=True))
    here.journal.unwritten.nodes_changed()
    assert here.state() == {"safe"}, "nothing is wrong"
    async with taking_nothing(redis):
        here.change("one")
        await here.until("said one")
        here.journal.unwritten.nodes_changed()
        assert here.state() == set(), "it is still alone"
        here.lease.plays_on = False
        for _ in range(2):
            here.journal.unwritten.nodes_changed()
        assert here.events.count("holding") == 1
        here.change("two")
        await here.until("then two")
        assert "said two" not in here.events
        assert here.journal.unwritten.unsafe == {"ABCDEF": 1}
    await here.until("said two")
    await here.journal.close()


async def test_a_lease_in_doubt_holds_all_back_until_the_store_answers(redis_url: str, redis: Redis) -> None:
    here = Heard(redis_url, Own(plays_on=True))
    here.journal.unwritten.came_in_doubt()
    assert (here.state(), here.journal.unwritten.trouble) == ({"safe"}, ""), "no other node lives"
    here.lease.plays_on = False
    for _ in range(2):
        here.journal.unwritten.came_in_doubt()
    assert here.state() == {"holding", "full"}
    assert here.journal.unwritten.trouble == "this server could not renew its lease in time"
    here.change("one")
    await here.until("written one")
    assert here.events == ["holding", "then one", "said one", "safe: True", "written one"]
    here.journal.unwritten.was_ended()
    here.journal.unwritten.came_in_doubt()
    here.journal.unwritten.nodes_changed()
    assert here.state() == {"replaced", "full"}
    await here.journal.close()


async def test_a_doubt_without_writes_is_over_when_the_store_answers(
    redis_url: str, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    here = Heard(redis_url, Own(plays_on=False))
    here.journal.unwritten.came_in_doubt()
    await here.until("safe: True")
    await here.journal.close()
    assert "refuses" not in caplog.text


async def test_a_replaced_journal_drops_its_changes_and_logs_how_many(
    redis_url: str, redis: Redis, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    here = Heard(redis_url, Own(plays_on=True), Spill(tmp_path, "store"))
    async with taking_nothing(redis):
        for name in ("one", "two", "three"):
            here.change(name)
            await here.until(f"said {name}")
        here.lease.plays_on = False
        here.journal.unwritten.nodes_changed()
        here.change("held")
        await here.until("then held")
        for _ in range(2):
            here.journal.unwritten.was_ended()
    assert here.state() == {"replaced", "full"}
    here.change("late")
    await here.until("then late")
    here.bus.send_now(Told(lambda frame: here.note("said now")), b"now")
    here.journal.write("SET", "late", "too")
    await here.journal.close()
    assert "3 changes in 1 rooms are lost" in caplog.text
    assert [event for event in here.events if event.startswith("said")] == ["said one", "said two", "said three"]
    assert not [event for event in here.events if event.startswith("written")]
    assert here.events.count("replaced") == 1
    assert here.journal.unwritten.left == 0
    assert await written(redis, "ABCDEF") == []
    assert await redis.get("late") is None
    assert [older.commands for older in left_by_others(tmp_path)] == []


@pytest.mark.parametrize("by_another", [False, True])
async def test_an_entry_that_is_there_already_must_be_this_nodes(
    redis_url: str, redis: Redis, by_another: bool
) -> None:
    lease = Asked(taken=by_another)
    here = Heard(redis_url, lease)
    here.log, second = RoomLog("ABCDEF", 7), RoomLog("BBBBBB", 8)
    await redis.xadd(LOG, {"r": b"written"}, id="7-1")
    await redis.xadd(keys.log("BBBBBB"), {"r": b"written"}, id="8-1")
    here.journal.append(second, b"one")
    here.change("one")
    await here.until("replaced" if by_another else "written one")
    await here.journal.close()
    both = [(keys.log("BBBBBB").encode(), 8), (LOG.encode(), 7)]
    assert lease.asked == (both[:1] if by_another else both)
    assert here.state() == ({"replaced", "full"} if by_another else {"safe"})
    assert ("said one" in here.events) is not by_another
    assert await written(redis, "ABCDEF") == [b"written"]


class Evicting(JournalObserver):
    """Gives a store more memory when it is full, or fails, or never ends."""

    def __init__(self, redis: Redis, how: str) -> None:
        self.redis = redis
        self.how = how

    async def lacks_memory(self) -> None:
        match self.how:
            case "evicts":
                await self.redis.config_set("maxmemory", "0")
            case "fails":
                raise ConnectionError
            case "hangs":
                await asyncio.Event().wait()


@pytest.mark.parametrize("how", ["evicts", "fails", "hangs", "does nothing"])
async def test_a_store_without_memory_is_given_some_or_is_away(tmp_path: Path, how: str) -> None:
    async with EmbeddedRedis(tmp_path) as server, Redis.from_url(server.url) as redis:
        here = Heard(server.url, Own(plays_on=True), bounds=Bounds(hang=0.5 if how == "hangs" else PATIENCE))
        here.journal.observe(Evicting(redis, how))
        here.change("one")
        await here.until("written one")
        await redis.config_set("maxmemory", "1")
        here.change("two")
        await here.until("said two")
        assert ("safe: False" in here.events) is (how != "evicts")
        assert ("memory" in here.journal.unwritten.trouble) is (how != "evicts")
        await redis.config_set("maxmemory", "0")
        await here.until("written two")
        await here.journal.close()
        assert await written(redis, "ABCDEF") == [b"one", b"two"]


class Silent:
    """A connection to a store that lacks memory, and does not answer once it has got some."""

    async def finish(self, commands: list[bytes], outcome: object) -> None:
        raise ErrorReply("OOM command not allowed when used memory > 'maxmemory'")

    async def write(self, commands: list[bytes]) -> None:
        await asyncio.Event().wait()


async def test_a_store_that_falls_silent_once_it_has_memory_is_away() -> None:
    slow = SlowCommits(Silent(), Bounds(hang=0.01), [])  # type: ignore[arg-type]
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(TimeoutError):
            await slow.commit([b"one"], None)


async def test_batches_commands_and_times_of_the_store_are_counted(redis_url: str, redis: Redis) -> None:
    journal, log = Journal(redis_url, bounds=Bounds(lately=0)), RoomLog("ABCDEF", 1)
    assert (journal.closed, journal.connection.written, sum(journal.commits.looks)) == (0, 0, 0)
    for number in range(1, 4):
        journal.append(log, b"1")
        journal.write("SET", "key", "value")
        await taken(journal)
        assert (journal.closed, journal.connection.written) == (number, 2 * number)
        assert sum(journal.commits.looks) == number
    assert 0 < journal.commits.total < PATIENCE
    Bus(journal).send(Told(lambda frame: None), b"a frame alone")
    await journal.close()
    assert (journal.closed, sum(journal.commits.looks)) == (4, 3)


@pytest.mark.parametrize(("bytes", "full"), [(1000, False), (1001, True)])
async def test_a_journal_is_full_beyond_its_bound(redis_url: str, redis: Redis, bytes: int, full: bool) -> None:
    size = len(pack("SET", "key", "")) + COMMAND_BYTES
    fill = bytes - size - (len(pack("SET", "key", "x" * 900)) - len(pack("SET", "key", "")) - 900)
    here = Heard(redis_url, Own(plays_on=True), bounds=Bounds(unwritten=1000))
    async with taking_nothing(redis):
        here.journal.write("SET", "key", "x" * fill)
        await here.until("safe: False")
        await here.settled()
        assert here.journal.unwritten.size == bytes
        assert here.journal.full is full
        assert ("full" in here.events) is full
    await here.until("safe: True")
    await here.journal.close()


async def test_a_server_that_ends_says_how_much_is_left(redis_url: str, redis: Redis) -> None:
    here = Heard(redis_url, Own(plays_on=True), bounds=Bounds(close=PATIENCE))
    async with taking_nothing(redis):
        for name in ("one", "two"):
            here.change(name)
            await here.until(f"said {name}")
        async with asyncio.timeout(PATIENCE / 4):  # it does not try for its whole time, once the store has refused
            await here.journal.close()
    assert here.journal.unwritten.left == 2
    assert await written(redis, "ABCDEF") == []


async def test_a_server_that_ends_waits_no_longer_than_it_may(redis_url: str, redis: Redis) -> None:
    async with Between(redis_url) as between:
        here = Heard(between.url, Own(plays_on=True), bounds=Bounds(hang=PATIENCE, close=0.01))
        async with taking_nothing(redis):
            here.change("one")
            await here.until("said one")
            between.answering.clear()
            async with asyncio.timeout(PATIENCE / 4):
                await here.journal.close()
        assert here.journal.unwritten.left == 1


async def test_commands_of_an_earlier_server_are_owed(redis_url: str, redis: Redis) -> None:
    here = Heard(redis_url, Own(plays_on=True))
    async with taking_nothing(redis):
        here.journal.unwritten.owe([pack("SET", "owed", "1"), pack("SET", "owed too", "2")])
        assert here.state() == {"owes"}
        assert here.journal.unwritten.trouble == "it takes nothing"
        assert here.events == ["safe: False"]
        assert here.journal.unwritten.size > 2 * COMMAND_BYTES
    await here.until("safe: True")
    assert here.state() == {"safe"}
    assert await redis.mget("owed", "owed too") == [b"1", b"2"]
    await here.journal.close()


async def test_unwritten_commands_lie_on_the_disk_in_their_parts(redis_url: str, redis: Redis, tmp_path: Path) -> None:
    spill = Spill(tmp_path, "store")
    here = Heard(redis_url, Own(plays_on=True), spill)
    here.change("lately")
    await here.until("written lately")
    async with taking_nothing(redis):
        for name in ("told", "told too"):
            here.change(name)
            await here.until(f"said {name}")
        here.lease.plays_on = False
        here.journal.unwritten.nodes_changed()
        for name in ("held", "held too"):
            here.change(name)
            await here.until(f"then {name}")
        here.journal.write("PING")
        assert spill.path is not None
        copy = tmp_path / "copy"
        copy.mkdir()
        (copy / "killed.spill").write_bytes(spill.path.read_bytes())
    await here.until("safe: True")
    await here.journal.close()
    assert spill.path.stat().st_size == 0 or not [older.commands for older in left_by_others(tmp_path)]
    spill.close()
    (older,) = left_by_others(copy)
    order = [command[-1] for command in commands_of(older)]
    older.leave()
    assert order == [b"lately", b"told", b"told", b"told too", b"held", b"held", b"held too"]
    assert not list(tmp_path.glob("*.spill"))


async def test_logs_in_use_are_held_up_to_a_bound(redis_url: str) -> None:
    journal = Journal(redis_url, bounds=Bounds(known=3000, known_look=1000))
    short, long = (RoomLog(code, 1) for code in ("ABCDEF", "BBBBBB"))
    journal.connection.logs = {log.code: log for log in (short, long)}
    await wrote(journal, short, *(bytes([number]) for number in range(10)))
    for _ in range(60):
        await wrote(journal, long, bytes(100))
    assert long.known.size + short.known.size < 3000 + 1200
    assert short.known.between(None, (1, 10)) is not None, "the longest log is forgotten first"
    assert long.known.between((1, 55), (1, 60)) is not None, "and its oldest entries first"
    await journal.close()


async def test_an_entry_that_too_few_replicas_have_is_not_safe(redis_url: str, redis: Redis) -> None:
    told: asyncio.Queue[bool] = asyncio.Queue()
    journal = heard(Journal(redis_url, replicas=1, bounds=Bounds(close=0.01)), safe=told.put_nowait)
    journal.append(RoomLog("ABCDEF", 1), b"1")
    async with asyncio.timeout(PATIENCE):
        assert await told.get() is False
    assert "replicas" in journal.unwritten.trouble
    await journal.close()


async def test_a_journal_without_observers_works(redis_url: str, redis: Redis) -> None:
    journal = Journal(redis_url, lease=Own(plays_on=False))
    journal.unwritten.came_in_doubt()
    journal.append(RoomLog("ABCDEF", 1), b"1")
    await taken(journal)
    assert await written(redis, "ABCDEF") == [b"1"]
    await journal.close()
    assert journal.unwritten.left == 0
    journal.unwritten.was_ended()
    assert journal.replaced
