"""Limits that keep the server usable for all: floods from one address and from many, against a real server over real
sockets."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import count, product
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from websockets.exceptions import InvalidHandshake

from cadogan_games import catalogue
from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import (
    Create,
    Error,
    GetLeaderboard,
    Hello,
    Join,
    Leaderboard,
    Leave,
    ListGames,
    ListRooms,
    Moved,
    Ok,
    Ping,
    Pong,
    Rooms,
    SeatBots,
    Stand,
    Step,
)
from cadogan_server.app import Running, running
from cadogan_server.gateway.limits.limits import Limits, spend_each
from cadogan_server.gateway.sockets.socket import Socket
from cadogan_server.open_store import StartError
from cadogan_server.rooms.refused import Refused
from cadogan_server.settings import Settings
from cadogan_server.store import keys
from cadogan_server.store.boards.board_reader import BoardReader
from cadogan_server.store.boards.metrics import ALL_METRICS
from cadogan_server.store.clubs.clubs import MOST_CLUBS
from cadogan_server.store.people.players import SEATED_SECONDS
from cadogan_server.store.redis.embedded import EmbeddedRedis
from cadogan_server.store.redis.servers import Server
from cadogan_server.store.tournaments.tournament_logs import MOST_COMING
from cadogan_server.store.upkeep.eviction import SHED_TO, Eviction
from cadogan_server.store.upkeep.memory import MemoryUse
from tests.server.conftest import Serve
from tests.server.fetching import fetch, fetch_json
from tests.server.logged import logged
from tests.server.store.heard import heard
from tests.server.store.no_rooms import NoRooms
from tests.server.waiting import soon, until
from tests.server.wire import PATIENCE, Wire, dial

AT_ONCE = -1.0
"""A time in seconds that is over at once."""


NUMBERS = count(1)

HOUSE = "10.9.9.9"


def addresses(many: int) -> Iterator[str]:
    """Yield this many addresses of different networks, none of which was used before."""
    return (f"2001:db8:{next(NUMBERS):x}::1" for _ in range(many))


@asynccontextmanager
async def crowd(port: int, many: int, a_head: int = 1) -> AsyncIterator[list[Wire]]:
    """Open sockets that have said hello, `a_head` of them from each address."""
    async with AsyncExitStack() as stack:
        wires: list[Wire] = []
        for address in addresses(-(-many // a_head)):
            for _ in range(min(a_head, many - len(wires))):
                wire = await stack.enter_async_context(dial(port, address=address))
                wires.append(await wire.hello(f"Guest {len(wires)}"))
        yield wires


async def begun(wire: Wire, **rules: Any) -> Wire:
    """Open a room and begin."""
    await wire.create(**rules)
    await wire.ready()
    await wire.the(Moved)
    return wire


def codes(answers: list[Any]) -> Counter[Any]:
    """Count refusals by their codes, and other answers by their types."""
    return Counter(answer.code if isinstance(answer, Error) else type(answer) for answer in answers)


# ---- the store's connections -----------------------------------------------------------------------------------------


async def test_a_crowd_that_asks_for_boards_does_not_hang_the_store(serve: Serve) -> None:
    questions = list(product(catalogue.ids(), ALL_METRICS))
    async with (
        serve(behind_proxy=True) as server,
        dial(server.port, address="10.0.0.1") as anna,
        crowd(server.port, 150, a_head=5) as guests,
    ):
        await begun(await anna.hello("Anna"))
        safe: list[bool] = []
        heard(server.services.store.journal, safe=safe.append)
        for turn in range(4):
            asked = []
            for number, guest in enumerate(guests):
                game, metric = questions[(turn * len(guests) + number) % len(questions)]
                asked.append(guest.ask(GetLeaderboard, game=game, metric=metric))
            answers = await asyncio.gather(anna.play(anna.moves[0]), *asked)
            assert isinstance(answers[0], Step | Moved)
            assert set(codes(answers[1:])) <= {Leaderboard, ErrorCode.BUSY}
        assert safe == []


async def test_a_shortage_of_connections_is_not_taken_for_a_store_that_is_away(
    serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    async with serve(store_reads=2) as server, dial(server.port) as anna, dial(server.port) as eve:
        await begun(await anna.hello("Anna"))
        await eve.hello("Eve")
        pool: Any = server.services.store.opened.connections.reads.connection_pool
        taken, usual, pool.timeout = [await pool.get_connection() for _ in range(2)], pool.timeout, 0.01
        refused = await eve.refusal(GetLeaderboard, game="klondike")
        assert (refused.code, refused.retry, refused.wait) == (ErrorCode.BUSY, True, 1)
        assert (await eve.refusal(Join, room="AAAAAA")).code is ErrorCode.BUSY
        answer, body = await fetch(server, "/api/v1/boards/klondike")
        assert (answer.status, answer.headers["Retry-After"]) == (503, "1")
        assert b"too much is asked of the store" in body
        assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        assert await fetch_json(server, "/healthz") == {"status": "ok", "store": "ok"}
        pool.timeout = usual
        for connection in taken:
            await pool.release(connection)
        assert isinstance(await eve.ask(GetLeaderboard, game="klondike"), Leaderboard)
        assert anna.room is not None
        assert anna.room.safe
    assert "away" not in caplog.text


async def test_a_board_is_read_once_in_a_while_however_many_ask(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[tuple[object, ...]] = []
    top = BoardReader.top

    async def noted(self: BoardReader, *asked: Any) -> Any:
        reads.append(asked)
        return await top(self, *asked)

    monkeypatch.setattr(BoardReader, "top", noted)
    async with serve(boards_read=3600, behind_proxy=True) as server, crowd(server.port, 40) as guests:
        for _ in range(2):
            asked = [
                guest.ask(GetLeaderboard, game="klondike", count=1 + number) for number, guest in enumerate(guests)
            ]
            assert set(codes(await asyncio.gather(*asked))) == {Leaderboard}
    assert len(reads) == 1


async def test_reads_over_http_count_for_their_address(serve: Serve) -> None:
    async with (
        serve(reads_per_address=0.001, behind_proxy=True) as server,
        dial(server.port, address="10.0.0.1") as anna,
        dial(server.port, address="10.0.0.2") as olga,
    ):
        await begun(await anna.hello("Anna"))
        await olga.hello("Olga")
        assert (await fetch(server, "/api/v1/rooms", X_Forwarded_For="10.0.0.1"))[0].status == 200
        answer, body = await fetch(server, "/api/v1/games", X_Forwarded_For="6.6.6.6, 10.0.0.1")
        assert answer.status == 429
        assert int(answer.headers["Retry-After"]) > 900
        assert b"too many questions come from your address; try again in" in body
        refused = await anna.refusal(ListRooms)
        assert (refused.code, refused.wait is not None and refused.wait > 900) == (ErrorCode.TOO_FAST, True)
        assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        assert isinstance(await olga.ask(ListRooms), Rooms)
        assert (await fetch(server, "/healthz", X_Forwarded_For="10.0.0.1"))[0].status == 200


async def test_the_same_warning_is_logged_once_a_second_with_a_number(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(self: BoardReader, *_: object) -> None:
        raise RedisConnectionError("no route")

    monkeypatch.setattr(BoardReader, "top", away)
    with logged() as log:
        async with dial(server.port) as eve:
            await eve.hello("Eve")
            for _ in range(100):
                assert (await eve.refusal(GetLeaderboard, game="klondike")).code is ErrorCode.STORE_DOWN
        lines, told = 0, 0
        while told < 100:
            lines, told = lines + 1, told + 1 + left_out(await log.next())
    assert lines < 20
    assert told == 100


def left_out(line: str) -> int:
    """Return the number of similar lines that a log line stands for."""
    _, found, rest = line.partition(" (and ")
    return int(rest.split()[0]) if found else 0


# ---- bots, players, rooms --------------------------------------------------------------------------------------------


async def test_one_address_does_not_take_all_bots(serve: Serve) -> None:
    async with (
        serve(bots=True, bots_most=8, bots_per_address=4, behind_proxy=True) as server,
        dial(server.port, address="10.0.0.1") as eve,
        dial(server.port, address="10.0.0.1") as second,
        dial(server.port, address="10.1.0.1") as anna,
    ):
        await (await eve.hello("Eve")).create()
        await (await second.hello("Second")).create()
        await (await anna.hello("Anna")).create()
        assert isinstance(await eve.ask(SeatBots, count=3, level="easy"), Ok)
        refused = await second.refusal(SeatBots, count=2, level="easy")
        assert refused.code is ErrorCode.NO_BOTS
        assert (
            "2 bots are wanted and 1 of the 8 of this server are free for your address, which may have 4"
            in refused.message
        )
        assert isinstance(await second.ask(SeatBots, count=1, level="easy"), Ok)
        assert isinstance(await anna.ask(SeatBots, count=2, level="easy"), Ok)


async def test_bots_come_back_from_lobbies_that_do_not_begin(serve: Serve) -> None:
    async with serve(bots=True, bots_per_address=2, bots_wait=AT_ONCE) as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
        await anna.ask(SeatBots, count=2, level="easy")
        list(server.services.rooms.sweeping.caretaker.sweep())
        room = await anna.state(lambda room: len(room.seats) == 1)
        assert (room.phase, room.seats[0].name) == ("lobby", "Anna")
        assert isinstance(await anna.ask(SeatBots, count=2, level="easy"), Ok)


async def test_bots_of_a_game_that_has_begun_stay(serve: Serve) -> None:
    async with serve(bots=True, bots_wait=AT_ONCE, bot_pace=60) as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
        await anna.ask(SeatBots, count=1, level="easy")
        await anna.ready()
        await anna.the(Moved)
        list(server.services.rooms.sweeping.caretaker.sweep())
        assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        assert anna.room is not None
        assert [seat.state for seat in anna.room.seats] == ["playing", "playing"]


async def test_new_players_of_an_address_are_limited_by_the_hour(serve: Serve) -> None:
    async with serve(players_per_hour=3, behind_proxy=True) as server:
        tokens = []
        for number in range(3):  # all in one network of 64 bits
            async with dial(server.port, address=f"2001:db8:0:1::{number}") as wire:
                tokens.append((await wire.hello(f"Guest {number}")).token)
        async with dial(server.port, address="2001:db8:0:1:ffff::") as wire:
            refused = await wire.refusal(Hello, name="One more")
            assert (refused.code, refused.retry) == (ErrorCode.TOO_FAST, True)
            assert refused.wait is not None
            assert refused.wait > 1000
            assert "too many new players come from your address; try again in 20 minutes" in refused.message
            await wire.hello("Guest 0", tokens[0])  # a known player comes in
        async with dial(server.port, address="2001:db8:0:2::1") as wire:
            await wire.hello("Somebody else")


async def test_a_player_is_in_the_store_only_when_first_seated(serve: Serve, redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis, serve() as server:
        for number in range(30):
            async with dial(server.port) as wire:
                await wire.hello(f"Guest {number}")
        async with dial(server.port) as anna, dial(server.port) as eve:
            await (await anna.hello("Anna")).create()
            await (await eve.hello("Eve")).join(anna.code, "spectator")
            assert await redis.keys("cadogan:player:*") == [keys.player(anna.player).encode()]
            await eve.ask(Leave)
            await eve.join(anna.code)
            assert await redis.hget(keys.player(eve.player), "name") == b"Eve"
            assert 0 < await redis.ttl(keys.player(eve.player)) <= 7 * 24 * 3600
            for wire in (anna, eve):
                await wire.ready()
            for wire in (anna, eve):
                await wire.the(Moved)
                for _ in range(4):
                    await wire.play(wire.moves[0])
                await wire.ask(Stand)
            await anna.phase("finished")
            assert await redis.ttl(keys.player(anna.player)) > 80 * 24 * 3600, (
                "a player who has played is kept for long"
            )


async def test_rooms_opened_from_an_address_are_limited_by_the_hour(serve: Serve) -> None:
    async with (
        serve(rooms_per_hour=2, behind_proxy=True) as server,
        dial(server.port, address="10.0.0.1") as anna,
        dial(server.port, address="10.0.0.2") as olga,
    ):
        await anna.hello("Anna")
        assert (await anna.refusal(Create, game="no_such_game")).code is ErrorCode.UNKNOWN_GAME
        for _ in range(2):
            await anna.create()
            await anna.ask(Leave)
        refused = await anna.refusal(Create, game="klondike")
        assert (refused.code, refused.message) == (
            ErrorCode.TOO_FAST,
            "too many new rooms come from your address; try again in 30 minutes",
        )
        await (await olga.hello("Olga")).create()


@pytest.mark.usefixtures("certain_at_once")
async def test_the_log_of_a_room_with_hardly_a_move_is_kept_for_minutes(server: Running, redis_url: str) -> None:
    """The minutes count from the moment at which the store is sure to hold its result."""
    async with Redis.from_url(redis_url) as redis, dial(server.port) as anna:
        await begun(await anna.hello("Anna"))
        await anna.ask(Stand)
        await anna.phase("finished")

        async def is_counted() -> bool:
            return bool(await redis.ttl(keys.log(anna.code)) >= 0)

        await until(is_counted)
        assert 0 < await redis.ttl(keys.log(anna.code)) <= 600


# ---- the store's memory ----------------------------------------------------------------------------------------------


async def test_a_nearly_full_store_evicts_finished_logs_and_no_running_game(tmp_path: Path) -> None:
    async with (
        EmbeddedRedis(tmp_path, memory=24 << 20) as store,
        Redis.from_url(store.url) as redis,
        running(Settings(port=0, redis=store.url, data=tmp_path, bots=False, countdown=0.01, store_look=0)) as server,
        dial(server.port) as anna,
    ):
        await begun(await anna.hello("Anna"))
        watch = server.services.store.memory
        keys_of_store: Any = server.services.rooms.eviction.keys
        keys_of_store.at_once = 1
        eviction = Eviction(
            watch, keys_of_store, NoRooms()
        )  # Redis alone takes more than a lower limit, which would end the game too
        await eviction.look()
        assert (watch.most, watch.full) == (24 << 20, False)
        bare = watch.used
        for number in range(12):
            # One value of a megabyte would be counted twice for a while, once as unread input. If there were more than 64
            # values, Redis would free the memory later.
            for _ in range(32):
                await redis.xadd(keys.log(f"AAAA{number:02}"), {"r": bytes(1 << 16)})
            await redis.expire(keys.log(f"AAAA{number:02}"), 1000 + number)
            await watch.filled[0].measure()
            if watch.used > 0.9 * watch.most:
                break
        await redis.hset(keys.player("visitor"), mapping={"name": "Visitor", "hash": ""})
        await redis.expire(keys.player("visitor"), SEATED_SECONDS - 3600)
        await eviction.look()
        left = sorted(await redis.keys("cadogan:{AAAA*"))
        assert left[0] != keys.log("AAAA00").encode(), "the first log to evict is gone"
        assert keys.log(f"AAAA{number:02}").encode() in left, "the last log to evict is there"
        assert watch.used < 0.85 * watch.most
        assert await redis.exists(keys.player("visitor"), keys.player(anna.player), keys.log(anna.code)) == 3
        assert isinstance(await anna.play(anna.moves[0]), Step | Moved)

        # The last log has to go, and no more: half of it leaves room for the memory that Redis itself takes now and then.
        await redis.config_set("maxmemory", int((bare + (1 << 20)) / SHED_TO))
        await eviction.look()
        assert await redis.keys("cadogan:{AAAA*") == []
        assert await redis.exists(keys.player("visitor"), keys.player(anna.player), keys.log(anna.code)) == 3
        assert isinstance(await anna.play(anna.moves[0]), Step | Moved)

        await redis.config_set("maxmemory", 1 << 20)
        await eviction.look()
        assert watch.full
        assert await redis.exists(keys.player("visitor")) == 0, (
            "players who would be forgotten soon go when no log is left"
        )
        assert await redis.exists(keys.player(anna.player), keys.log(anna.code)) == 2, (
            "seated players, and the game, stay"
        )


async def test_a_full_store_opens_no_room_and_games_go_on(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga:
        await begun(await anna.hello("Anna"))
        memory = server.services.store.memory
        memory.filled = [MemoryUse(Server("", server.services.store.opened.connections.upkeep), used=96, most=100)]
        refused = await (await olga.hello("Olga")).refusal(Create, game="klondike")
        assert (refused.code, refused.retry) == (ErrorCode.TOO_MANY_ROOMS, True)
        assert "the store of this server is full" in refused.message
        assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        memory.filled[0].used = 50
        await olga.create()


async def test_a_stores_memory_is_limited_only_on_request(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path, memory=0) as store, Redis.from_url(store.url) as redis:
        async with running(Settings(port=0, redis=store.url, data=tmp_path, bots=False)):
            assert (await redis.config_get("maxmemory"))["maxmemory"] == "0"
        async with running(Settings(port=0, redis=store.url, data=tmp_path, bots=False, store_memory=64 << 20)):
            assert (await redis.config_get("maxmemory"))["maxmemory"] == str(64 << 20)
            assert (await redis.config_get("maxmemory-policy"))["maxmemory-policy"] == "noeviction"
        await redis.acl_setuser("default", enabled=True, nopass=True, categories=["+@all"], commands=["-config"])
        with pytest.raises(StartError, match="start without --store-memory"):
            async with running(Settings(port=0, redis=store.url, data=tmp_path, bots=False, store_memory=64 << 20)):
                pass


async def test_the_embedded_store_has_a_limit_from_its_start(tmp_path: Path) -> None:
    async with running(Settings(port=0, data=tmp_path, bots=False)) as server:
        await server.services.rooms.eviction.look()
        assert server.services.store.memory.most == 1 << 30


# ---- codes -----------------------------------------------------------------------------------------------------------


async def test_codes_are_not_tried_by_many_sockets_at_once(serve: Serve) -> None:
    async with (
        serve(guesses_per_second=0.001, guess_burst=5, behind_proxy=True) as server,
        crowd(server.port, 60, a_head=60) as guests,
        dial(server.port, address="10.0.0.1") as anna,
    ):
        answers = await asyncio.gather(*(guest.ask(Join, room="AAAAAA") for guest in guests))
        assert codes(answers) == {ErrorCode.UNKNOWN_ROOM: 5, ErrorCode.TOO_FAST: 55}
        await (await anna.hello("Anna")).create(public=False)
        assert (await guests[0].refusal(Join, room=anna.code)).code is ErrorCode.TOO_FAST
        async with dial(server.port, address="10.0.0.2") as olga:
            await (await olga.hello("Olga")).join(anna.code)


async def test_right_codes_and_listed_rooms_are_no_guesses(serve: Serve) -> None:
    async with (
        serve(guesses_per_second=0.001, guess_burst=1) as server,
        dial(server.port) as anna,
        dial(server.port) as eve,
    ):
        await (await anna.hello("Anna")).create(public=False)
        await eve.hello("Eve")
        for _ in range(3):
            await eve.join(anna.code)
            await eve.ask(Leave)
        await eve.refusal(Join, room="AAAAAA")
        assert (await eve.refusal(Join, room=anna.code)).code is ErrorCode.TOO_FAST
        async with dial(server.port, first_id=1000) as again:
            await (await again.hello("Anna", anna.token)).join(anna.code)  # she has a seat there
            await again.ask(Leave)
            await again.create()
            await eve.join(again.code)


async def test_a_return_to_an_own_seat_is_no_guess(serve: Serve) -> None:
    """Forty players of one address come back to their rooms on a restarted server. Strangers learn nothing."""
    bounds = {"guess_burst": 2, "guesses_per_second": 0.001, "own_seat": 0.2, "behind_proxy": True}
    async with AsyncExitStack() as stack:
        async with serve(**bounds) as server, crowd(server.port, 40, a_head=40) as before:
            for wire in before:
                await wire.create(public=False)
        server = await stack.enter_async_context(serve(**{**bounds, "own_seat": PATIENCE}))
        back = [await stack.enter_async_context(dial(server.port, address=HOUSE, first_id=100)) for _ in before]
        stranger = await stack.enter_async_context(dial(server.port, address=HOUSE))
        await stranger.hello("Stranger")
        for _ in range(2):
            assert (await stranger.refusal(Join, room="AAAAAA")).code is ErrorCode.UNKNOWN_ROOM
        for wire, was in zip(back, before, strict=True):
            await wire.hello("Whoever", was.token)
        await asyncio.gather(*(wire.join(was.code) for wire, was in zip(back, before, strict=True)))


async def test_an_address_without_guesses_is_told_nothing_of_codes(serve: Serve) -> None:
    bounds = {"guess_burst": 1, "guesses_per_second": 0.001, "own_seat": 1.0}
    async with (
        serve(**bounds) as one,
        serve(**bounds) as two,
        dial(one.port) as anna,
        dial(two.port) as eve,
        dial(two.port, first_id=100) as again,
    ):
        await one.services.store.node_lease.confirm(anew=True)
        await (await anna.hello("Anna")).create(public=False)
        await one.services.rooms.seat_lookup.exchange()
        await eve.hello("Eve")
        answers = [await eve.refusal(Join, room=code) for code in ("AAAAAA", "AAAAAA", anna.code, "BBBBBB")]
        assert [(answer.code, "codes of rooms" in answer.message) for answer in answers] == [
            (ErrorCode.UNKNOWN_ROOM, False),
            *[(ErrorCode.TOO_FAST, True)] * 3,
        ]
        await (await again.hello("Anna", anna.token)).join(anna.code)
        assert again.seat == anna.seat


# ---- sockets, messages, answers --------------------------------------------------------------------------------------


async def test_silent_connections_are_limited(serve: Serve) -> None:
    async with serve(connecting_per_address=5) as server, AsyncExitStack() as stack, asyncio.timeout(PATIENCE):
        silent = []
        for _ in range(5):
            silent.append(await asyncio.open_connection("127.0.0.1", server.port))
            stack.callback(silent[-1][1].close)
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        answer = await reader.read()
        writer.close()
        assert answer.startswith(b"HTTP/1.1 429 Too Many Requests\r\n")
        assert b"Retry-After: " in answer
        assert b"your address has 5 connections that have sent no request yet" in answer
        silent[0][1].close()
        await silent[0][1].wait_closed()
        while True:  # until the server has seen the close
            try:
                async with dial(server.port) as anna, dial(server.port) as olga:
                    await anna.hello("Anna")
                    await olga.hello("Olga")  # an open WebSocket does not count among requests
                    return
            except (InvalidHandshake, OSError):
                pass


async def test_connections_of_an_address_are_limited(serve: Serve) -> None:
    async with serve(connects_per_address=0.001) as server:
        answers = [(await fetch(server, "/healthz"))[0].status for _ in range(3)]
        assert answers == [200, 429, 429], "one, and the next in a quarter of an hour"


async def test_behind_a_proxy_connections_count_for_the_forwarded_addresses(serve: Serve) -> None:
    async with (
        serve(connecting_per_address=1, connects_per_address=0.001, behind_proxy=True) as server,
        crowd(server.port, 5) as guests,
    ):
        assert set(codes(await asyncio.gather(*(guest.ask(Ping) for guest in guests)))) == {Pong}
        answers = [(await fetch(server, "/healthz", X_Forwarded_For="10.0.0.1"))[0].status for _ in range(3)]
        assert answers == [200, 429, 429], "one, and the next in a quarter of an hour"
        with pytest.raises(InvalidHandshake, match="HTTP 429"):
            async with dial(server.port, address="10.0.0.1"):
                pass
        assert (await fetch(server, "/healthz", X_Forwarded_For="10.0.0.2"))[0].status == 200


async def test_behind_a_proxy_an_address_waits_for_few_answers_at_once(serve: Serve) -> None:
    async with serve(connecting_per_address=2, behind_proxy=True) as server:
        for _ in range(2):  # as connections do that read their answers slowly
            server.gateway.limits.requesting.occupy("10.0.0.1")
        assert (await fetch(server, "/healthz", X_Forwarded_For="10.0.0.1"))[0].status == 429
        server.gateway.limits.requesting.give_back("10.0.0.1")
        assert (await fetch(server, "/healthz", X_Forwarded_For="10.0.0.1"))[0].status == 200
        await soon(lambda: server.gateway.limits.requesting.sum == 1)


async def test_the_sockets_of_all_addresses_are_limited(serve: Serve) -> None:
    async with serve(sockets=2, behind_proxy=True) as server, crowd(server.port, 2) as guests:
        async with dial(server.port, address="10.0.0.1") as one_more:
            code, reason = await one_more.closed()
            assert (code, "this server has 2 sockets" in reason) == (CloseCode.TOO_MANY_SOCKETS, True)
        assert isinstance(await guests[0].ask(Ping), Pong)


async def test_all_sockets_of_an_address_share_the_rate_of_a_few(serve: Serve) -> None:
    """Its moves count as well. Moves of other addresses are taken, however much comes from everywhere."""
    async with (
        serve(
            messages_per_second=0.001, message_burst=6, messages_per_address=2, messages_in_sockets=6, behind_proxy=True
        ) as server,
        dial(server.port, address="10.0.0.9") as anna,
        crowd(server.port, 4, a_head=4) as guests,
    ):
        answers = [await guest.ask(Ping) for guest in guests for _ in range(3)]
        assert codes(answers) == {Pong: 8, ErrorCode.TOO_FAST: 4}  # twelve messages, four of which were the greetings
        await anna.hello("Anna")
        await begun(anna)
        async with crowd(server.port, 12) as others:
            answers = [await other.ask(Ping) for other in others]
        assert ErrorCode.BUSY in codes(answers)
        assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        assert isinstance(await anna.ask(Stand), Ok)


async def test_messages_of_one_address_count_little_as_load(serve: Serve) -> None:
    usual = Settings()
    limits = {"messages_per_second": usual.messages_per_second, "message_burst": usual.message_burst}
    async with serve(behind_proxy=True, **limits) as server, dial(server.port, address=HOUSE) as eve:
        load = server.services.runtime.load
        await begun(await eve.hello("Eve"))
        before, pings = load.counted, 100
        sent = [await eve.post(Ping) for _ in range(pings)]
        assert isinstance(await eve.answer(sent[-1]), Pong)
        assert load.counted - before < pings / 2
        before = load.counted
        async with asyncio.timeout(PATIENCE):
            while load.counted == before:  # until its next share
                await eve.ask(Ping)
        before = load.counted
        async with crowd(server.port, 20):
            assert load.counted - before >= 20


async def test_unread_bytes_of_an_address_are_limited(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Socket.connection_made

    def connection_made(self: Socket, transport: asyncio.BaseTransport) -> None:
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        made(self, transport)

    monkeypatch.setattr(Socket, "connection_made", connection_made)
    async with (
        serve(unread_bytes_per_address=200_000, behind_proxy=True) as server,
        AsyncExitStack() as stack,
        dial(server.port, address="10.0.0.2") as olga,
    ):
        deaf = []
        for number in range(6):
            line = socket.socket()
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", server.port))
            wire = await stack.enter_async_context(dial(server.port, address="10.0.0.1", sock=line, max_queue=1))
            deaf.append(await wire.hello(f"Deaf {number}"))
            wire.connection.transport.pause_reading()
        asked = [await wire.post(ListGames) for wire in deaf]
        await (await olga.hello("Olga")).ask(ListGames)  # another address is not held up
        players = {wire.player for wire in deaf}

        def answered() -> bool:
            """True if each of them has an answer to read, or a refusal."""
            sessions = [session for session in server.gateway.sessions if session.has_unread]
            to_read = sum(session.player is not None and session.player.id in players for session in sessions)
            return to_read + server.services.stats.refusals[ErrorCode.TOO_FAST] == len(deaf)

        await soon(answered)
        for wire in deaf:
            wire.connection.transport.resume_reading()
        answers = [await wire.answer(id) for wire, id in zip(deaf, asked, strict=True)]
        assert codes(answers)[ErrorCode.TOO_FAST] >= 1
        (refused, *_) = [answer for answer in answers if isinstance(answer, Error)]
        assert "unread bytes of answers" in refused.message
        for wire in deaf:  # clients who have read them may ask again
            assert not isinstance(await wire.ask(ListGames), Error)


@pytest.mark.parametrize(
    ("what", "most"),
    [("tournaments", MOST_COMING), ("correspondence", Settings().correspondence), ("clubs", MOST_CLUBS)],
)
def test_one_network_never_holds_all_of_what_lasts_for_weeks(what: str, most: int) -> None:
    now = 0.0
    limits = Limits(Settings(), lambda: now, lambda *_: None, lambda *_: None)
    both = getattr(limits, what), getattr(limits, f"{what}_a_week")
    held = 0
    for hour in range(7 * 24):
        now = 3600.0 * hour
        for number in range(40):
            with suppress(Refused):
                while True:
                    spend_each(f"203.0.113.{number}", *both)
                    held += 1
    assert held < 0.6 * most
    spend_each("198.51.100.1", *both)


def test_a_refused_request_counts_in_none_of_several_limits() -> None:
    limits = Limits(Settings(clubs_per_week=1), lambda: 0.0, lambda *_: None, lambda *_: None)
    both = limits.clubs, limits.clubs_a_week
    spend_each("203.0.113.1", *both)
    before = limits.clubs.left("203.0.113.1")
    with pytest.raises(Refused, match="too many new clubs in a week come from your address; try again in 168 hours"):
        spend_each("203.0.113.1", *both)
    assert limits.clubs.left("203.0.113.1") == before
