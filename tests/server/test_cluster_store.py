"""Two nodes on a real Redis Cluster of three masters: every use of the store works, and no call crosses slots."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from redis import Redis as BlockingRedis
from redis.asyncio import Redis
from redis.crc import key_slot

from cadogan_protocol.messages import (
    AddFriend,
    DeleteMe,
    GetHistory,
    GetLeaderboard,
    GetReplay,
    Leaderboard,
    Leave,
    ListFriends,
    ListRooms,
    Moved,
    Ok,
    Replay,
    Stand,
    Step,
)
from cadogan_server.store import STORE_AWAY, StoreBusy, keys
from cadogan_server.store.boards.erasing import BoardErasing
from cadogan_server.store.games.tally import Tallies
from cadogan_server.store.log.bounds import Bounds
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.mending import DataLoss
from cadogan_server.store.log.room_log import RoomLog
from cadogan_server.store.log.spill import Spill
from cadogan_server.store.log.watch import Watch
from cadogan_server.store.nodes.orders import Ban, Orders
from cadogan_server.store.redis.address import Address
from cadogan_server.store.redis.connections import Cluster, Connections, connect
from cadogan_server.store.redis.location import location_of
from cadogan_server.store.redis.writer import pack
from cadogan_server.store.upkeep.eviction import Eviction
from cadogan_server.store.upkeep.memory import StoreMemory
from cadogan_server.store.upkeep.shedding import Shedding
from tests.server.conftest import Serve
from tests.server.redis_servers import Servers, client, cluster
from tests.server.store.heard import heard
from tests.server.store.logs import written, wrote
from tests.server.store.no_rooms import NoRooms
from tests.server.waiting import until
from tests.server.wire import PATIENCE, Wire, dial


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    loop = asyncio.new_event_loop()
    made = cluster(tmp_path_factory.mktemp("cluster"))
    yield loop.run_until_complete(made.__aenter__())
    loop.run_until_complete(made.__aexit__(None, None, None))
    loop.close()


@pytest.fixture
def redis_url(servers: Servers) -> str:
    """Return the URL of the Cluster, which is empty."""
    for port in servers.ports:
        with BlockingRedis(port=port) as redis:
            redis.flushall()
            redis.config_resetstat()
    return servers.url


@pytest.fixture
async def store(redis_url: str) -> AsyncIterator[Connections]:
    found = connect(redis_url, reads=4, wait=PATIENCE)
    yield found
    await found.close()


async def raced(*racers: Wire) -> None:
    """Let people race, and give up one after the other."""
    await racers[0].create()
    for other in racers[1:]:
        await other.join(racers[0].code)
    for racer in racers:
        await racer.ready()
    for racer in racers:
        await racer.the(Moved)
        assert isinstance(await racer.play(racer.moves[0]), Step | Moved)
    for racer in racers:
        await racer.ask(Stand)
    for racer in racers:
        await racer.state(lambda room: room.results is not None and all(row.rating for row in room.results.rows))


@pytest.mark.usefixtures("counts_at_once")
async def test_all_that_a_server_does_runs_on_a_cluster(
    serve: Serve, servers: Servers, store: Connections, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    redis = store.upkeep
    await redis.zadd("cadogan:board:{golf}:wins", {"earlier": 3})  # counted by a server under rule 2
    await redis.hset("cadogan:board:{golf}:names", "earlier", "Eve")
    spill = Spill(tmp_path / "data" / "spill", "")
    spill.add([pack("HSET", keys.player(f"spilled {number}"), "hash", "x", "name", "Ann") for number in range(9)])
    spill.close()
    async with AsyncExitStack() as stack:
        nodes = [await stack.enter_async_context(serve()) for _ in range(2)]
        await nodes[0].services.store.node_lease.confirm(anew=True)
        assert await redis.hget(keys.player("spilled 8"), "name") == b"Ann"
        assert await redis.zscore(keys.board("golf", "wins"), "earlier") == 3
        assert await redis.hget(keys.NAMES, "earlier") == b"Eve"

        anna, olga = [
            await stack.enter_async_context(dial(node.port, source=f"127.0.{number}.1"))
            for number, node in enumerate(nodes, 1)
        ]
        await anna.hello("Anna")
        await olga.hello("Olga")
        await raced(anna, olga)
        board = await olga.ask(GetLeaderboard, game="klondike", metric="races", view="around")
        assert isinstance(board, Leaderboard)
        assert {row.name for row in board.rows} == {"Anna", "Olga"}
        assert isinstance(await anna.ask(GetReplay, room=anna.code), Replay)
        assert len((await olga.ask(GetHistory)).games) == 1
        await anna.ask(AddFriend, player=olga.player)
        assert len((await anna.ask(ListFriends)).friends) == 1

        rooms = [await stack.enter_async_context(dial(nodes[0].port)) for _ in range(8)]
        for number, wire in enumerate(rooms):
            await (await wire.hello(f"Guest {number}")).create(public=True)
        async with asyncio.timeout(PATIENCE):
            while len((await olga.ask(ListRooms)).rooms) < len(rooms):  # the other node's rooms
                for node in nodes:
                    await node.services.rooms.listing.exchange()
        at = {await master_of(servers, keys.log(wire.code)) for wire in rooms}
        assert len(at) > 1, "their logs lie on several masters"

        orders = Orders(store.reads)
        await orders.ban(Ban("player", "nobody", 0, ""))
        id = await orders.give({"do": "bans"})

        async def answered() -> bool:
            return len(await orders.answers(id)) == 2

        await until(answered)
        await anna.ask(Leave)
        assert isinstance(await anna.ask(DeleteMe), Ok)
        assert [key async for key in redis.scan_iter(f"*{anna.player}*")] == []
        assert not await redis.hexists(keys.NAMES, anna.player)
        codes = [wire.code for wire in rooms]
    async with serve() as again, AsyncExitStack() as stack:
        for code in codes:
            eve = await stack.enter_async_context(dial(again.port))
            await (await eve.hello("Eve")).join(code, role="spectator")
    await sheds(redis, olga.code)
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert refused(servers) == {}, "each master is asked only for keys that it has"


def refused(servers: Servers) -> dict[str, int]:
    """Return the commands that masters refused, as they crossed slots or belonged to another master, with their numbers."""
    found: Counter[str] = Counter()
    for port in servers.ports:
        with BlockingRedis(port=port) as redis:
            errors: Any = redis.info("errorstats")
            commands: Any = redis.info("commandstats")
        if {"errorstat_CROSSSLOT", "errorstat_MOVED"} & set(errors):
            found.update({name: told["rejected_calls"] for name, told in commands.items() if told["rejected_calls"]})
    return dict(found)


async def sheds(redis: Redis, over: str) -> None:
    """Let a nearly full store evict the log of a finished room."""
    memory = StoreMemory(redis, 64 << 20)

    async def erase(players: Sequence[str]) -> None:
        await BoardErasing(redis).erase(players, 1000 * int(time.time()))

    async def sitting(players: Sequence[str]) -> set[str]:
        return set()

    shedding = Shedding(redis, erase, sitting, Tallies(redis).store_sums, time.time)
    await memory.set_bound()
    await Eviction(memory, shedding, NoRooms(), shed=(0.0, 0.0)).look()
    assert memory.most == 3 * (64 << 20)
    assert not await redis.exists(keys.log(over))


async def master_of(servers: Servers, key: str) -> int:
    async with client(servers.ports[0]) as redis:
        told: Any = await redis.execute_command("CLUSTER SLOTS")
    slot = key_slot(key.encode())
    return next(int(master[1]) for first, last, master, *_ in told if first <= slot <= last)


async def test_a_room_goes_on_while_its_slot_is_moved_to_another_master(
    servers: Servers, redis_url: str, store: Connections
) -> None:
    journal, log = Journal(redis_url), RoomLog("ABCDEF", 1)
    journal.connection.logs["ABCDEF"] = log
    heard(journal, went_back=lambda back: pytest.fail(str(back)))
    await wrote(journal, log, b"1", b"2")
    key = keys.log("ABCDEF")
    slot, source = key_slot(key.encode()), await master_of(servers, key)
    target = next(port for port in servers.ports if port != source)
    async with client(source) as here, client(target) as there:
        ids = [await one.execute_command("CLUSTER MYID") for one in (here, there)]
        await there.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", ids[0])
        await here.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", ids[1])
        await wrote(journal, log, b"3")
        await here.migrate("127.0.0.1", target, key, 0, 5000)
        await wrote(journal, log, b"4")
        for one in (there, here):
            await one.execute_command("CLUSTER", "SETSLOT", slot, "NODE", ids[1])
        await wrote(journal, log, b"5", b"6")
        assert await written(store.reads, "ABCDEF") == [b"1", b"2", b"3", b"4", b"5", b"6"]
        assert await there.exists(key)
    await journal.close()


async def test_entries_that_one_master_lost_are_written_again(
    servers: Servers, redis_url: str, store: Connections
) -> None:
    found: list[DataLoss] = []
    journal = Journal(redis_url, bounds=Bounds(lately=0))
    heard(journal, went_back=found.append)
    logs = [RoomLog(code, 1) for code in ("ABCDEF", "XYZXYZ", "BBBBBB")]
    journal.connection.logs |= {log.code: log for log in logs}
    for log in logs:
        await wrote(journal, log, b"1", b"2")
    watch = Watch(store.upkeep, journal)
    await watch.check()
    assert len(journal.connection.mender.marks) == 3
    async with client(await master_of(servers, keys.log("XYZXYZ"))) as redis:
        await redis.flushall()
    await watch.check()
    for log in logs:
        await wrote(journal, log, b"3")
    for log in logs:
        assert await written(store.reads, log.code) == [b"1", b"2", b"3"]
    assert [(back.more, back.mended.get("XYZXYZ")) for back in found] == [(True, 2)]
    await journal.close()


async def test_an_entry_that_no_replica_has_is_not_safe_where_one_must(redis_url: str) -> None:
    told: asyncio.Queue[bool] = asyncio.Queue()
    journal, log = (
        heard(Journal(redis_url, replicas=1, bounds=Bounds(close=0)), safe=told.put_nowait),
        RoomLog("ABCDEF", 1),
    )
    journal.append(log, b"1")
    async with asyncio.timeout(PATIENCE):
        assert await told.get() is False
    await journal.close()
    assert journal.unwritten.left == 1


async def test_a_read_without_a_free_connection_is_turned_away(redis_url: str) -> None:
    reads = Cluster(location_of(redis_url), 1, 0.01)
    held, let_go = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        async with reads.turn():
            held.set()
            await let_go.wait()

    holding = asyncio.create_task(hold())
    await held.wait()
    with pytest.raises(StoreBusy):
        await reads.get("a")
    async with reads.pipeline(transaction=False) as pipeline:
        pipeline.get("a")
        with pytest.raises(StoreBusy):
            await pipeline.execute()
    let_go.set()
    await holding
    assert await reads.get("a") is None
    await reads.aclose()


async def test_a_cluster_that_nobody_answers_for_is_away_and_nothing_else() -> None:
    nowhere = connect("redis+cluster://127.0.0.1:1", 1, 1)
    with pytest.raises(ConnectionError, match=r"Cluster of 127\.0\.0\.1:1 can't be used"):
        await Address("redis+cluster://127.0.0.1:1", 1).connect()
    with pytest.raises(Exception, match="cannot be connected") as failed:
        await nowhere.reads.get("a")
    assert isinstance(failed.value, STORE_AWAY)
    await nowhere.close()
