"""A node that can't reach the store: alone it plays on and says so; beside other nodes it acknowledges no move that can
be lost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from redis.asyncio import Redis
from websockets.exceptions import InvalidStatus

from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import Error, Join, Joined, Moved, Play, RoomSnapshot, RoomUpdate, Step
from cadogan_server.app import Running
from cadogan_server.gateway.peers.handover_links import lacks_store
from cadogan_server.store import keys
from tests.faults.tcp_proxy import TcpProxy, tcp_proxy
from tests.server.conftest import Serve
from tests.server.logged import logged
from tests.server.waiting import until
from tests.server.wire import PATIENCE, Wire, dial

LEASE = 1.0


@pytest.fixture
async def to_store(redis_url: str) -> AsyncIterator[TcpProxy]:
    """Yield a proxy before the store; the test can cut the connection."""
    path = redis_url.removeprefix("unix://").partition("?")[0]
    async with tcp_proxy(path) as it:
        yield it


def through(to_store: TcpProxy) -> dict[str, Any]:
    return {"redis": f"redis://127.0.0.1:{to_store.port}", "lease": LEASE}


async def begun(wire: Wire, game: str = "klondike") -> Wire:
    await (await wire.hello("Anna")).create(game, time_limit=0)
    await wire.ready()
    await wire.the(Moved)
    return wire


async def duel_begun(anna: Wire, olga: Wire) -> Wire:
    """Begin a duel; return the wire of the player on turn."""
    await (await anna.hello("Anna")).create("spite_and_malice", time_limit=60)
    await (await olga.hello("Olga")).join(anna.code)
    for wire in (anna, olga):
        await wire.ready()
    for wire in (anna, olga):
        await wire.the(Moved)
    return next(wire for wire in (anna, olga) if wire.moves)


async def health(port: int) -> tuple[int, dict[str, str]]:
    def ask() -> tuple[int, dict[str, str]]:
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
                return answer.status, json.load(answer)
        except HTTPError as error:
            return error.code, json.load(error)

    return await asyncio.to_thread(ask)


async def test_no_move_that_can_be_lost_is_acknowledged_beside_other_nodes(serve: Serve, to_store: TcpProxy) -> None:
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(serve(**through(to_store)))
        second = await stack.enter_async_context(serve(lease=LEASE))
        await first.services.store.node_lease.confirm(anew=True)
        anna = await begun(await stack.enter_async_context(dial(first.port)))
        assert isinstance(await anna.play(anna.moves[0]), Step)
        told, board = len(anna.log), anna.boards[1]

        to_store.open.clear()
        request = await anna.post(Play, move=anna.moves[0])
        room = await anna.state(lambda room: bool(room.paused))
        assert (room.safe, room.lost) == (True, 0)
        assert (await health(first.port)) == (404, {"status": "paused", "store": "away"})
        code, reason = await anna.closed()
        assert code == CloseCode.GOING_AWAY
        assert "come back" in reason
        assert [type(message) for message in anna.log[told:]] == [RoomUpdate]
        with pytest.raises(InvalidStatus, match="503"):
            async with dial(first.port):
                pass

        again = await stack.enter_async_context(dial(second.port, first_id=request))
        await (await again.hello("Anna", anna.token)).join(anna.code)
        await again.the(Moved)
        assert again.boards[1] == board
        move = anna.moves[0]
        assert isinstance(await again.ask(Play, move=move), Step), "the same request, which had no effect before"
        to_store.open.set()
        async with asyncio.timeout(PATIENCE):
            await first.ended.wait()
        assert isinstance(await again.play(again.moves[0]), Step)
        assert again.room is not None
        assert (again.room.safe, again.room.lost) == (True, 0)


async def test_a_held_move_is_answered_when_the_store_is_back(serve: Serve, to_store: TcpProxy) -> None:
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(serve(**{**through(to_store), "lease": 60.0}))
        await stack.enter_async_context(serve())
        await first.services.store.node_lease.confirm(anew=True)
        anna = await begun(await stack.enter_async_context(dial(first.port)))
        to_store.open.clear()
        request = await anna.post(Play, move=anna.moves[0])
        await anna.state(lambda room: bool(room.paused))
        refused = await anna.refusal(Play, move=anna.moves[1])
        assert refused.code is ErrorCode.STORE_DOWN
        assert "paused" in refused.message
        async with dial(first.port) as olga:
            await olga.hello("Olga")
            assert (await olga.refusal(Join, room=anna.code)).code is ErrorCode.STORE_DOWN
        to_store.open.set()
        assert isinstance(await anna.answer(request), Step)
        await anna.state(lambda room: not room.paused)
        assert isinstance(await anna.play(anna.moves[0]), Step)
        assert all(message.safe is not False for message in anna.log if isinstance(message, RoomUpdate))


async def test_a_paused_duel_tells_its_players_in_words(serve: Serve, to_store: TcpProxy) -> None:
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(serve(**{**through(to_store), "lease": 60.0}))
        await stack.enter_async_context(serve())
        await first.services.store.node_lease.confirm(anew=True)
        anna, olga = [await stack.enter_async_context(dial(first.port)) for _ in range(2)]
        mover = await duel_begun(anna, olga)
        to_store.open.clear()
        for _ in range(2):  # one is on its way, and one waits behind it
            await mover.post(Play, move=mover.moves[0])
        for wire in (anna, olga):
            told = await wire.until(
                lambda message: isinstance(message, Error) or (isinstance(message, RoomUpdate) and bool(message.paused))
            )
            assert not isinstance(told, Error) or (told.re is None and "paused" in told.message)
        to_store.open.set()
        for wire in (anna, olga):
            await wire.until(lambda message: isinstance(message, RoomUpdate) and message.paused == 0)


def says_paused(message: object) -> bool:
    """Return True if a message tells a spectator that the room is paused, in either way."""
    if isinstance(message, Error):
        return message.re is None and message.code is ErrorCode.STORE_DOWN
    return isinstance(message, RoomUpdate) and bool(message.paused)


async def watch_duel(stack: AsyncExitStack, owner: Running, other: Running) -> tuple[Wire, Wire]:
    """Begin a duel at its owner; return the wire of the player on turn, and one of a spectator at the other node."""
    await owner.services.store.node_lease.confirm(anew=True)
    anna, olga = [await stack.enter_async_context(dial(owner.port)) for _ in range(2)]
    mover = await duel_begun(anna, olga)
    eve = await stack.enter_async_context(dial(other.port))
    await (await eve.hello("Eve")).join(anna.code, "spectator")
    await eve.state(lambda room: room.watchers == 1)
    return mover, eve


async def test_a_spectator_at_a_mirror_is_told_that_the_owner_paused(serve: Serve, to_store: TcpProxy) -> None:
    """The players' messages about moves wait at the owner, so the news must not wait behind them."""
    async with AsyncExitStack() as stack:
        owner = await stack.enter_async_context(serve(**{**through(to_store), "lease": 60.0}))
        other = await stack.enter_async_context(serve())
        mover, eve = await watch_duel(stack, owner, other)
        to_store.open.clear()
        for _ in range(2):  # one is on its way, and one waits behind it
            await mover.post(Play, move=mover.moves[0])
        await eve.until(says_paused)
        late = await stack.enter_async_context(dial(other.port))
        await (await late.hello("Late")).join(mover.code, "spectator")
        await late.until(
            lambda message: says_paused(message) or (isinstance(message, RoomSnapshot) and bool(message.state.paused))
        )
        to_store.open.set()
        for wire in (eve, late):
            await wire.until(lambda message: isinstance(message, RoomUpdate) and message.paused == 0)


async def test_a_spectator_at_a_mirror_hears_of_a_pause_if_both_lack_the_store(serve: Serve, redis_url: str) -> None:
    path = redis_url.removeprefix("unix://").partition("?")[0]
    async with tcp_proxy(path) as one, tcp_proxy(path) as two, AsyncExitStack() as stack:
        owner, other = [await stack.enter_async_context(serve(**{**through(way), "lease": 60.0})) for way in (one, two)]
        eve = (await watch_duel(stack, owner, other))[1]
        two.refuses = True
        two.cut()
        await until(lambda: other.services.store.journal.holding)
        one.refuses = True
        one.cut()
        await eve.until(says_paused)
        one.refuses = two.refuses = False
        await eve.until(lambda message: isinstance(message, RoomUpdate) and message.paused == 0)


async def test_a_node_cut_off_sends_the_spectators_of_its_mirrors_away(serve: Serve, to_store: TcpProxy) -> None:
    async with AsyncExitStack() as stack:
        owner = await stack.enter_async_context(serve(lease=LEASE))
        other = await stack.enter_async_context(serve(**through(to_store)))
        mover, eve = await watch_duel(stack, owner, other)
        to_store.refuses = True
        to_store.cut()
        code, reason = await eve.closed()
        assert code == CloseCode.GOING_AWAY
        assert "come back" in reason
        again = await stack.enter_async_context(dial(owner.port))
        await (await again.hello("Eve", eve.token)).join(mover.code, "spectator")
        assert other.services.mirrors.watchers == 0


@pytest.mark.parametrize("game", ["klondike", "spite_and_malice"])
async def test_a_lone_node_says_unsafe_before_its_first_unsafe_answer(
    serve: Serve, to_store: TcpProxy, game: str
) -> None:
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(serve(**through(to_store)))
        anna, olga = [await stack.enter_async_context(dial(server.port)) for _ in range(2)]
        mover = await duel_begun(anna, olga) if game == "spite_and_malice" else await begun(anna)
        told = len(mover.log)
        to_store.open.clear()
        request = await mover.post(Play, move=mover.moves[0])
        assert isinstance(await mover.answer(request), Step)
        first = next(message for message in mover.log[told:] if isinstance(message, RoomUpdate | RoomSnapshot | Step))
        assert not isinstance(first, Step)
        assert (first.state if isinstance(first, RoomSnapshot) else first).safe is False
        to_store.open.set()
        room = await mover.state(lambda room: room.safe)
        assert (room.lost, room.seats[mover.seat or 0].moves) == (0, 1)


async def test_a_node_that_starts_meanwhile_takes_no_room_in_silence(
    serve: Serve, to_store: TcpProxy, redis_url: str
) -> None:
    async with AsyncExitStack() as stack:
        redis = await stack.enter_async_context(Redis.from_url(redis_url))
        first = await stack.enter_async_context(serve(**through(to_store)))
        anna = await begun(await stack.enter_async_context(dial(first.port)))
        to_store.refuses = True
        to_store.cut()
        for _ in range(3):
            assert isinstance(await anna.play(anna.moves[0]), Step)
        assert anna.room is not None
        assert not anna.room.safe

        second = await stack.enter_async_context(serve(lease=LEASE))
        me = first.services.store.node_lease.id
        await redis.zadd(keys.ALIVE, {me: _ms(await redis.time())})  # its lease has just run out
        olga = await stack.enter_async_context(dial(second.port))
        await olga.hello("Olga")

        refused = await olga.refusal(Join, room=anna.code, role="spectator")
        while "may be playing on" not in refused.message:
            refused = await olga.refusal(Join, room=anna.code, role="spectator")
        assert refused.retry
        assert isinstance(await anna.play(anna.moves[0]), Step)

        await redis.zadd(keys.ALIVE, {me: 1})  # and now it ran out long ago
        joined = await olga.ask(Join, room=anna.code, role="spectator")
        assert isinstance(joined, Joined), joined
        await olga.joined(joined)
        to_store.refuses = False
        code, reason = await anna.closed()
        assert code == CloseCode.GOING_AWAY
        assert "without the last 4 changes" in reason
        await olga.state(lambda room: room.lost == 4 and room.safe)
        async with dial(second.port) as late:
            await (await late.hello("Late")).join(anna.code, "spectator")
            await late.state(lambda room: room.lost == 4)


async def test_a_second_node_ends_play_without_the_store(serve: Serve, redis_url: str) -> None:
    """A full store lets a node renew its lease, and refuses all other writes."""
    async with AsyncExitStack() as stack:
        redis = await stack.enter_async_context(Redis.from_url(redis_url))
        first = await stack.enter_async_context(serve(lease=60.0, store_look=0))
        lease = first.services.store.node_lease
        anna = await begun(await stack.enter_async_context(dial(first.port)))
        await redis.config_set("maxmemory", "1")
        stack.push_async_callback(redis.config_set, "maxmemory", "0")
        assert isinstance(await anna.play(anna.moves[0]), Step)
        await stack.enter_async_context(serve(store_look=0))
        await lease.confirm(anew=True)
        assert await redis.sismember(keys.ALONE, lease.id), "it has yet to write what players were told"
        assert first.services.store.journal.holding
        await anna.state(lambda room: bool(room.paused) and not room.safe)
        await redis.config_set("maxmemory", "0")
        room = await anna.state(lambda room: room.safe and not room.paused)
        assert room.lost == 0
        await lease.confirm(anew=True)
        assert not await redis.sismember(keys.ALONE, lease.id)


async def test_a_node_keeps_its_players_if_no_other_reaches_the_store(serve: Serve, redis_url: str) -> None:
    path = redis_url.removeprefix("unix://").partition("?")[0]
    async with tcp_proxy(path) as one, tcp_proxy(path) as two, AsyncExitStack() as stack:
        # The second node doubts its lease long before the first one does so and asks it.
        first = await stack.enter_async_context(serve(**{**through(one), "lease": 3 * LEASE}))
        second = await stack.enter_async_context(serve(**{**through(two), "lease": LEASE / 2}))
        await first.services.store.node_lease.confirm(anew=True)
        anna = await begun(await stack.enter_async_context(dial(first.port)))
        for way in (two, one):
            way.refuses = True
            way.cut()

        async def both_paused() -> bool:
            return all([(await health(server.port))[0] == 404 for server in (first, second)])

        await until(both_paused)
        if anna.room is None or not anna.room.paused:
            await anna.state(lambda room: bool(room.paused))
        one.refuses = two.refuses = False
        await anna.state(lambda room: not room.paused)
        assert isinstance(await anna.play(anna.moves[0]), Step)


async def test_an_idle_node_says_so_before_it_notices_that_its_store_is_gone(serve: Serve) -> None:
    """Otherwise a node that lost the store in the same moment would send its players there."""
    async with serve(lease=600.0) as server:
        address, lease = f"ws://127.0.0.1:{server.port}", server.services.store.node_lease
        assert not await lacks_store(address)
        lease.until -= 350.0  # so long ago it was renewed for the last time
        assert server.services.store.journal.safe
        assert lease.sure
        assert await lacks_store(address)


async def test_an_idle_node_notices_that_its_store_is_gone(serve: Serve, to_store: TcpProxy) -> None:
    async with serve(**through(to_store)) as server:

        async def is_told(store: str) -> bool:
            return (await health(server.port))[1]["store"] == store

        to_store.refuses = True
        to_store.cut()
        await until(lambda: is_told("away"))
        to_store.refuses = False
        await until(lambda: is_told("ok"))
        to_store.open.clear()
        await until(lambda: is_told("away"))
        to_store.open.set()
        await until(lambda: is_told("ok"))


async def test_on_a_full_store_no_node_ends_and_nothing_is_lost(serve: Serve, redis_url: str) -> None:
    """A later look at the store's memory would end rooms; there is none here."""
    async with AsyncExitStack() as stack:
        redis = await stack.enter_async_context(Redis.from_url(redis_url))
        first, second = [await stack.enter_async_context(serve(lease=LEASE, store_look=0)) for _ in range(2)]
        await first.services.store.node_lease.confirm(anew=True)
        anna = await begun(await stack.enter_async_context(dial(first.port)))
        await redis.config_set("maxmemory", "1")
        stack.push_async_callback(redis.config_set, "maxmemory", "0")
        request = await anna.post(Play, move=anna.moves[0])
        with logged() as log:
            while "its memory is full" not in (told := await log.next()):
                pass
        assert "OOM" in told
        await anna.state(lambda room: bool(room.paused))
        renewed = asyncio.get_running_loop().time() + 2 * LEASE
        lease = first.services.store.node_lease
        await until(lambda: lease.until > renewed)  # several lengths of a lease
        async with dial(second.port) as olga:
            await olga.hello("Olga")
            assert isinstance(await olga.ask(Join, room=anna.code, role="spectator"), Error)
        assert not first.ended.is_set()
        await redis.config_set("maxmemory", "0")
        assert isinstance(await anna.answer(request), Step)
        room = await anna.state(lambda room: not room.paused)
        assert (room.safe, room.lost, room.seats[0].moves) == (True, 0, 1)


async def test_the_log_says_each_time_why_the_store_takes_nothing(
    serve: Serve, to_store: TcpProxy, redis_url: str
) -> None:
    async with Redis.from_url(redis_url) as redis, serve(**through(to_store)) as server, dial(server.port) as anna:
        await begun(anna)
        with logged() as log:
            to_store.refuses = True
            to_store.cut()
            assert isinstance(await anna.play(anna.moves[0]), Step)
            while "the store is away" not in await log.next():
                pass
            await redis.config_set("min-replicas-to-write", "1")
            to_store.refuses = False
            try:
                while "too few replicas that keep up" not in (told := await log.next()):
                    pass
            finally:
                await redis.config_set("min-replicas-to-write", "0")
        assert "NOREPLICAS" in told
        await anna.state(lambda room: room.safe)


def _ms(time: tuple[int, int]) -> int:
    return 1000 * time[0] + time[1] // 1000
