"""A store that comes back with less than it had acknowledged."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import GetReplay, Moved, Stand, Step
from cadogan_server.app import running
from cadogan_server.store import keys
from cadogan_server.store.log.bounds import Bounds
from cadogan_server.store.log.chain import Entry
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.mending import AT_ONCE, DataLoss, LostEntries, Mender, log_of, room_of, tell_operators
from cadogan_server.store.log.room_log import RoomLog
from cadogan_server.store.log.watch import Watch
from cadogan_server.store.redis.embedded import EmbeddedRedis
from cadogan_server.store.redis.writer import ErrorReply, pack, unpack
from tests.server.conftest import Serve
from tests.server.fetching import fetch_json
from tests.server.store.heard import heard
from tests.server.store.logs import written, wrote
from tests.server.store.settings import on
from tests.server.waiting import soon, until
from tests.server.wire import Wire, dial


def in_use(journal: Journal, code: str = "ABCDEF") -> RoomLog:
    log = journal.connection.logs[code] = RoomLog(code, 1)
    return log


def observed(redis_url: str, bounds: Bounds | None = None) -> tuple[Journal, list[DataLoss]]:
    """Return a journal, and the list of the losses that it tells of."""
    found: list[DataLoss] = []
    journal = Journal(redis_url, bounds=bounds)
    heard(journal, went_back=found.append)
    return journal, found


RECORDS = [bytes([number]) for number in range(10)]


@pytest.mark.parametrize("left", [0, 1, 4, 9])
async def test_entries_that_the_store_has_lost_are_written_from_memory(redis_url: str, redis: Redis, left: int) -> None:
    journal, found = observed(redis_url, Bounds(lately=0))
    log = in_use(journal)
    await wrote(journal, log, *RECORDS)
    entries: Any = await redis.xrange(keys.log("ABCDEF"))
    await redis.delete(keys.log("ABCDEF"))
    for id, fields in entries[:left]:
        await redis.xadd(keys.log("ABCDEF"), fields, id=id)
    journal.look_again()
    await wrote(journal, log, b"next")
    assert await written(redis, "ABCDEF") == [*RECORDS, b"next"]
    assert [back.mended for back in found] == [{"ABCDEF": 10 - left}]
    assert log.lacks == 0
    await journal.close()


async def test_a_log_that_went_on_behind_a_hole_is_written_anew(redis_url: str, redis: Redis) -> None:
    journal, found = observed(redis_url)
    watch, log = Watch(redis, journal), in_use(journal)
    await watch.check()
    await wrote(journal, log, *RECORDS)
    await redis.flushall()
    await wrote(journal, log, b"behind", b"the hole")
    await watch.check()
    await wrote(journal, log, b"next")
    assert await written(redis, "ABCDEF") == [*RECORDS, b"behind", b"the hole", b"next"]
    assert [(back.more, list(back.mended)) for back in found] == [(True, ["ABCDEF"])]
    await journal.close()


@pytest.mark.parametrize("emptied", [True, False])
async def test_a_finished_log_is_written_again_only_if_the_store_lost_more(
    redis_url: str, redis: Redis, emptied: bool
) -> None:
    """That log alone may have been dropped, or may have expired. A store that has lost anything else has lost it too."""
    journal, found = observed(redis_url, Bounds(lately=0))
    watch, over, running = Watch(redis, journal), in_use(journal), in_use(journal, "BBBBBB")
    await watch.check()
    await wrote(journal, over, *RECORDS)
    await wrote(journal, running, *RECORDS)
    over.done = True
    if emptied:
        await redis.flushall()
    else:
        await redis.delete(keys.log("ABCDEF"), keys.log("BBBBBB"))
    await watch.check()
    journal.look_again()
    await wrote(journal, running, b"next")
    assert await written(redis, "ABCDEF") == (RECORDS if emptied else [])
    assert await written(redis, "BBBBBB") == [*RECORDS, b"next"]
    assert [set(back.mended) for back in found] == [{"ABCDEF", "BBBBBB"} if emptied else {"BBBBBB"}]
    await journal.close()


async def test_a_probe_that_the_store_takes_late_is_no_loss(redis_url: str, redis: Redis) -> None:
    journal, found = observed(redis_url)
    watch, log = Watch(redis, journal), in_use(journal)
    await watch.check()
    await redis.config_set("maxmemory", 1)
    with pytest.raises(RedisError):
        await watch.check()
    watch.probe()
    await soon(lambda: not journal.safe)
    await redis.config_set("maxmemory", 0)
    await watch.check()
    await soon(lambda: journal.safe)
    await watch.check()
    await wrote(journal, log, b"next")
    assert found == []
    await journal.close()


async def test_entries_that_are_still_to_be_written_are_not_lost(redis_url: str, redis: Redis) -> None:
    journal = Journal(redis_url)
    heard(journal, went_back=lambda back: pytest.fail(str(back)))
    log = in_use(journal)
    await wrote(journal, log, b"1")
    await redis.client_kill_filter(skipme=True)
    await wrote(journal, log, b"2")
    await journal.close()
    assert await written(redis, "ABCDEF") == [b"1", b"2"]


async def test_entries_that_nobody_remembers_are_reported_exactly(redis_url: str, redis: Redis) -> None:
    journal, found = observed(redis_url, Bounds(lately=0))
    log = in_use(journal)
    await wrote(journal, log, *RECORDS)
    log.known.let_go()
    await redis.xtrim(keys.log("ABCDEF"), maxlen=0)
    await redis.delete(keys.log("ABCDEF"))
    journal.look_again()
    await wrote(journal, log, b"next")
    (lost,) = found[0].lost.values()
    assert (lost.behind, lost.upto, lost.entries, log.lacks) == (None, (1, 10), 10, 10)
    await journal.close()


async def begun(wire: Wire, moves: int) -> None:
    await (await wire.hello("Anna")).create(time_limit=0)
    await wire.ready()
    await wire.the(Moved)
    for _ in range(moves):
        assert isinstance(await wire.play(wire.moves[0]), Step | Moved)


@pytest.mark.parametrize("how", ["behind an open connection", "by a restart"])
async def test_a_game_outlives_a_store_that_was_emptied(tmp_path: Path, how: str) -> None:
    async with EmbeddedRedis(tmp_path) as store, Redis.from_url(store.url) as redis:
        async with running(on(store)) as server, dial(server.port) as anna:
            await begun(anna, 12)
            if how == "by a restart":
                await store.stop()
                for file in tmp_path.glob("redis/appendonlydir/*.aof"):
                    os.truncate(file, 0)
                await store.start()
            else:
                await redis.flushall()

            async def is_whole() -> bool:
                return await redis.xlen(keys.log(anna.code)) >= 12 and bool(await redis.exists(keys.STORE))

            await until(is_whole)
            assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        async with running(on(store)) as server, dial(server.port, first_id=100) as again:
            await (await again.hello("Anna", anna.token)).join(anna.code)
            await again.the(Moved)
            assert again.room is not None
            assert (again.room.seats[0].moves, again.room.lost) == (13, 0)
            assert again.boards == anna.boards


async def test_a_room_goes_on_from_before_a_hole_and_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with EmbeddedRedis(tmp_path) as store, Redis.from_url(store.url) as redis:
        async with running(on(store)) as server, dial(server.port) as anna:
            await begun(anna, 12)
            room = anna.code
        entries: Any = await redis.xrange(keys.log(room))
        await redis.xdel(keys.log(room), entries[-5][0])
        for number in range(2):
            async with running(on(store)) as server, dial(server.port, first_id=100 + 100 * number) as again:
                await (await again.hello("Anna", anna.token)).join(room)
                await again.the(Moved)
                assert again.room is not None
                assert (again.room.seats[0].moves, again.room.lost) == (7 + number, 5)
                assert isinstance(await again.play(again.moves[0]), Step | Moved)
                if number:
                    await again.ask(Stand)
                    assert len((await again.ask(GetReplay, room=room)).boards[0].steps) == 9
        assert f"room {room} has lost 5 entries of its log, from " in caplog.text


async def test_players_are_told_of_lost_changes_while_they_play(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path) as store, AsyncExitStack() as stack:
        redis = await stack.enter_async_context(Redis.from_url(store.url))
        server = await stack.enter_async_context(running(on(store, lately=0)))
        anna = await stack.enter_async_context(dial(server.port))
        await begun(anna, 12)
        server.services.rooms.registry.hubs[anna.code].log.known.let_go()
        count = server.services.rooms.registry.hubs[anna.code].log.count
        await redis.delete(keys.log(anna.code))
        server.services.store.journal.look_again()
        told = await anna.state(lambda room: room.lost > 0)
        assert (told.lost, told.safe) == (count, False)
        assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        assert (await fetch_json(server, "/healthz"))["store"] == "lost"
        await anna.ask(Stand)
        await anna.phase("finished")
        refused = await anna.refusal(GetReplay, room=anna.code)
        assert (refused.code, refused.retry) == (ErrorCode.LOG_LOST, False)


@pytest.mark.parametrize("what", ["some of it", "its beginning", "its end", "all of it", "its sense"])
async def test_a_replay_of_a_log_that_is_not_whole_is_refused(serve: Serve, redis: Redis, what: str) -> None:
    async with serve(replay_again=(0, 0)) as server, dial(server.port) as anna:
        await begun(anna, 8)
        await anna.ask(Stand)
        await anna.phase("finished")
        key = keys.log(anna.code)
        entries: Any = await redis.xrange(key)
        if what == "all of it":
            await redis.delete(key)
        elif what == "its sense":
            await redis.delete(key)
            for number, (id, fields) in enumerate(entries):
                await redis.xadd(key, fields if number != len(entries) - 4 else {"r": b"\x93\x63\x00\x00"}, id=id)
        else:
            await redis.xdel(key, entries[{"some of it": -4, "its beginning": 0, "its end": -1}[what]][0])
        refused = await anna.refusal(GetReplay, room=anna.code)
        assert (refused.code, refused.retry) == (ErrorCode.LOG_LOST, False)


# ---- missing entries, by the store's answers ----------------------------------------------------------------------------


class Master:
    """A store that names its entries, and counts the questions.

    Attributes:
        infos: what each master says of itself.
        logs: the ids of the entries that it has, by the rooms' codes.
        answers: what it answers to other questions, by the packed command.
    """

    def __init__(self, **logs: list[str]) -> None:
        self.infos: list[Any] = [b"# Server\r\nredis_mode:standalone\r\nrun_id:first\r\n"]
        self.logs = logs
        self.answers: dict[bytes, Any] = {}
        self.asked: list[int] = []

    async def each(self, command: bytes) -> list[Any]:
        assert command == pack("INFO", "server")
        return self.infos

    async def query(self, commands: list[bytes]) -> list[Any]:
        self.asked.append(len(commands))
        return [self.answers[command] if command in self.answers else self._of_a_log(command) for command in commands]

    def _of_a_log(self, command: bytes) -> Any:
        ((name, key, *how),) = unpack(command)
        ids = self.logs.get(key.decode().removeprefix("cadogan:{").removesuffix("}:log"), [])
        if name == b"XLEN":
            return len(ids)
        assert (name, how) == (b"XREVRANGE", [b"+", b"-", b"COUNT", b"1"])
        return [[id.encode(), [b"r", b""]] for id in ids[-1:]]

    def spread(self, key: Callable[[int], str]) -> list[str]:
        return [key(number) for number in range(2)]


def reported(found: DataLoss | None) -> list[list[str]]:
    """Return the commands that write the missing entries again, as text."""
    assert found is not None
    return [[part.decode() for part in command] for packed in found.commands for command in unpack(packed)]


def logged_room(code: str = "ABCDEF", *records: str, epoch: int = 5, count: int = 0) -> RoomLog:
    log = RoomLog(code, epoch, count)
    for record in records:
        log.records = record.encode()
        log.entry()
    return log


async def test_a_store_with_all_entries_needs_no_mending() -> None:
    mender, master = Mender(), Master(ABCDEF=["5-1", "5-2"])
    log, empty = logged_room("ABCDEF", "one", "two"), logged_room("BBBBBB")
    assert await mender.compare(master, [log, empty], []) is None  # type: ignore[arg-type]
    assert mender.mark_keys == [keys.mark(mender.server, 0), keys.mark(mender.server, 1)]
    assert (mender.lost, mender.mended, mender.went_back, mender.marks) == (0, 0, False, {})
    assert master.asked == [4]
    assert len({Mender().server, Mender().server, mender.server}) == 3


async def test_missing_entries_are_written_as_they_were() -> None:
    mender, master = Mender(), Master(ABCDEF=["5-1"], BBBBBB=[])
    log, other = logged_room("ABCDEF", "one", "two", "three"), logged_room("BBBBBB", "only")
    other.after = b"4-7"
    other.go_on_from([Entry((4, 7), b"before")])
    other.records = b"second"
    other.entry()
    found = await mender.compare(master, [log], [])  # type: ignore[arg-type]
    assert reported(found) == [
        ["XADD", keys.log("ABCDEF"), "5-2", "r", "two"], ["XADD", keys.log("ABCDEF"), "5-3", "r", "three"],
    ]  # fmt: skip
    assert found is not None
    assert (found.mended, found.lost, found.anew, found.more) == ({"ABCDEF": 2}, {}, False, False)
    master.logs["BBBBBB"] = ["4-7"]
    found = await mender.compare(master, [log, other], [])  # type: ignore[arg-type]
    assert reported(found)[2:] == [["XADD", keys.log("BBBBBB"), "5-2", "r", "second", "a", "4-7"]]
    assert mender.mended == 2 + 2 + 1
    assert mender.lost == 0


async def test_entries_that_wait_to_be_written_are_not_missing() -> None:
    log, other = logged_room("ABCDEF", "one", "two", "three"), logged_room("BBBBBB", "one", "two")
    waiting = [
        pack("SET", keys.log("ABCDEF"), "5-1", "r", "no entry"),
        *(pack("XADD", keys.log("ABCDEF"), f"5-{count}", "r", "x") for count in (2, 3)),
        pack("XADD", keys.log("BBBBBB"), "4-1", "r", "of an earlier epoch"),
    ]
    found = await Mender().compare(Master(), [log, other], waiting)  # type: ignore[arg-type]
    assert [(command[1], command[2]) for command in reported(found)] == [
        (keys.log("ABCDEF"), "5-1"), (keys.log("BBBBBB"), "5-1"), (keys.log("BBBBBB"), "5-2"),
    ]  # fmt: skip
    none = [pack("XADD", keys.log("ABCDEF"), "5-1", "r", "x")]
    assert await Mender().compare(Master(), [log], none) is None  # type: ignore[arg-type]


async def test_logs_of_finished_rooms_are_compared_if_more_is_missing() -> None:
    mender, log = Mender(), logged_room("ABCDEF", "one", "two")
    log.done = True
    assert await mender.compare(Master(), [log], []) is None  # type: ignore[arg-type]
    mender.went_back = True
    found = await mender.compare(Master(), [log], [])  # type: ignore[arg-type]
    assert found is not None
    assert (found.more, found.mended, mender.went_back) == (True, {"ABCDEF": 2}, False)
    assert await mender.compare(Master(), [log], []) is None  # type: ignore[arg-type]


@pytest.mark.parametrize(("there", "behind", "entries"), [([], None, 4), (["5-1"], (5, 1), 3), (["4-9"], (4, 9), 4)])
async def test_entries_lost_for_good_are_counted_once(
    there: list[str], behind: tuple[int, int] | None, entries: int
) -> None:
    mender, log = Mender(), logged_room("ABCDEF", "four", count=3)
    for _ in range(2):
        found = await mender.compare(Master(ABCDEF=there), [log], [])  # type: ignore[arg-type]
        assert found is not None
        assert found.lost == {"ABCDEF": LostEntries(behind, (5, 4), entries)}
        assert (found.commands, found.mended) == ([], {})
        assert mender.lost == log.lacks == entries


async def test_a_log_behind_whose_hole_was_written_is_written_anew_at_once() -> None:
    mender, log = Mender(), logged_room("ABCDEF", *"1234")
    mender.went_back = True
    found = await mender.compare(Master(ABCDEF=["5-3"]), [log], [])  # type: ignore[arg-type]
    key = keys.log("ABCDEF")
    assert reported(found) == [
        ["MULTI"], ["DEL", key], *(["XADD", key, f"5-{number}", "r", str(number)] for number in range(1, 5)), ["EXEC"],
    ]  # fmt: skip
    assert found is not None
    assert found.mended == {"ABCDEF": 3}
    assert mender.mended == 3
    mender.went_back = True
    whole = await mender.compare(Master(ABCDEF=["5-1", "5-2", "5-3", "5-4"]), [log], [])  # type: ignore[arg-type]
    assert whole is not None
    assert (whole.commands, whole.more) == ([], True)
    mender.went_back = True
    waiting = [pack("XADD", key, "5-1", "r", "1")]
    found = await mender.compare(Master(ABCDEF=["5-2"]), [log], waiting)  # type: ignore[arg-type]
    assert [command[2] for command in reported(found)[2:-1]] == ["5-1", "5-2"], "entries that are there stay there"


async def test_every_log_behind_whose_hole_was_written_is_written_anew() -> None:
    mender, logs = Mender(), [logged_room(code, *"1234") for code in ("ABCDEF", "BBBBBB")]
    for times in (1, 2):
        mender.went_back = True
        found = await mender.compare(Master(ABCDEF=["5-3"], BBBBBB=["5-2", "5-3"]), logs, [])  # type: ignore[arg-type]
        assert found is not None
        assert found.mended == {"ABCDEF": 3, "BBBBBB": 2}
        assert [command[1] for command in reported(found) if command[0] == "DEL"] == [
            keys.log(log.code) for log in logs
        ]
        assert [command[2] for command in reported(found) if command[0] == "XADD"] == [
            f"5-{n}" for n in (1, 2, 3, 4)
        ] * 2
        assert mender.mended == times * (3 + 2)


async def test_a_log_without_a_hole_goes_on_where_it_ends() -> None:
    mender, log = Mender(), logged_room("ABCDEF", *"1234")
    mender.went_back = True
    found = await mender.compare(Master(ABCDEF=["5-1", "5-2"]), [log], [])  # type: ignore[arg-type]
    assert [command[2] for command in reported(found)] == ["5-3", "5-4"]
    assert found is not None
    assert found.mended == {"ABCDEF": 2}


async def test_many_logs_are_asked_for_in_parts_and_none_is_mixed_up() -> None:
    logs = [logged_room(f"C{number:05}", "one") for number in range(AT_ONCE + 1)]
    master = Master(**{log.code: ["5-1"] for log in logs[:AT_ONCE]})
    refused = logs[3].code
    master.answers = {pack("XREVRANGE", keys.log(refused), "+", "-", "COUNT", 1): ErrorReply("no log")}
    found = await Mender().compare(master, logs, [])  # type: ignore[arg-type]
    assert [command[1] for command in reported(found)] == [keys.log(logs[-1].code)]
    assert master.asked == [2 * AT_ONCE, 2]


def test_the_room_of_an_entrys_command_is_known() -> None:
    log = logged_room()
    log.records = b"one"
    entry = log.entry()
    assert (log_of(entry), room_of(entry)) == (keys.log("ABCDEF").encode(), "ABCDEF")
    for other in (pack("XTRIM", keys.log("ABCDEF"), "MINID", 1), pack("SET", "XADD", "x")):
        assert (log_of(other), room_of(other)) == (b"", "")


def test_the_log_says_which_entries_are_lost_and_which_are_not(caplog: pytest.LogCaptureFixture) -> None:
    tell_operators(DataLoss(mended={"ABCDEF": 2, "BBBBBB": 3}))
    assert caplog.messages == [
        "the store has come back with less than it had acknowledged: 5 entries of the logs of 2 rooms are written again"
    ]
    caplog.clear()
    lost = {"ABCDEF": LostEntries((5, 1), (5, 4), 3), "BBBBBB": LostEntries(None, (6, 2), 2)}
    tell_operators(DataLoss(anew=True, more=True, lost=lost))
    ends = "Its players go on, but if this server ends, the room goes on from there"
    assert caplog.messages == [
        "the store has come back with less than it had acknowledged, and was started anew: 0 entries of the logs of 0 rooms "
        "are written again",
        f"room ABCDEF: 3 entries of its log up to 5-4 are lost; the store has up to 5-1. {ends}",
        f"room BBBBBB: 2 entries of its log up to 6-2 are lost; the store has nothing. {ends}",
        "data of boards, ratings, finished rooms and absent players may be lost too: only a backup of the store has it",
    ]
