"""A server carries out the orders of its operator."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from redis.asyncio import Redis
from websockets.exceptions import InvalidStatus

from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import Error, Hello, Moved
from cadogan_server.app import Running
from cadogan_server.store.nodes.node_lease import living
from cadogan_server.store.nodes.orders import Orders
from tests.server.commands.ordering import playing, run, said
from tests.server.conftest import Serve
from tests.server.wire import PATIENCE, dial

pytestmark = pytest.mark.store


@pytest.fixture
def usual() -> dict[str, Any]:
    """Servers look for orders all the time."""
    return {"orders_look": 0.02}


@pytest.fixture
async def asked(serve: Serve) -> AsyncIterator[Running]:
    """A server."""
    async with serve(node="one") as server:
        yield server


async def test_every_node_reports_its_rooms_and_sockets(asked: Running, redis_url: str) -> None:
    async with dial(asked.port) as anna:
        await playing(anna)
        (node,) = await said(redis_url, "admin", "nodes")
        assert (node["node"], node["sockets"], node["rooms"], node["safe"]) == ("one", 1, {"running": 1}, True)


async def test_a_room_is_closed_and_its_players_are_told_why(asked: Running, redis_url: str) -> None:
    async with dial(asked.port) as anna:
        await playing(anna)
        done = await run(redis_url, "admin", "close", anna.code.lower(), "--why", "the machine is needed")
        assert (done.exit_code, done.stdout) == (0, f"one: room {anna.code} is closed\n")
        told = await anna.the(Error)
        assert (told.code, "the machine is needed" in told.message) == (ErrorCode.UNKNOWN_ROOM, True)
        assert await said(redis_url, "rooms") == []
        again = await run(redis_url, "admin", "close", anna.code)
        assert again.exit_code == 1
        assert f"no node has a room {anna.code}" in again.stderr


async def test_a_room_that_no_node_has_is_taken_up_to_be_closed(serve: Serve, redis_url: str) -> None:
    async with serve() as first, dial(first.port) as anna:
        await playing(anna)
    (line,) = await said(redis_url, "rooms")
    assert (line["room"], line["node"]) == (anna.code, None)
    async with serve(node="one") as second, serve(node="two") as third:
        assert second.services.rooms.registry.hubs == third.services.rooms.registry.hubs == {}
        assert sorted(node["node"] for node in await said(redis_url, "admin", "nodes")) == ["one", "two"]
        done = await run(redis_url, "admin", "close", anna.code)
        assert done.exit_code == 0
        assert f"room {anna.code} is closed" in done.stdout
        assert await said(redis_url, "rooms") == []


async def test_a_node_that_is_drained_ends_and_another_name_does_nothing(serve: Serve, redis_url: str) -> None:
    drained = asyncio.Event()
    async with serve(drain=drained.set, node="one"):
        missed = await run(redis_url, "admin", "drain", "two")
        assert (missed.exit_code, drained.is_set()) == (1, False)
        assert "no node 'two' answers" in missed.stderr
        async with Redis.from_url(redis_url) as redis:
            orders = Orders(redis)
            assert await orders.done_with(await orders.last()) == await living(redis) == 1, (
                "the command waits no longer"
            )
        done = await run(redis_url, "admin", "drain", "one")
        assert done.stdout.startswith("one: it hands over")
        await asyncio.wait_for(drained.wait(), PATIENCE)
    drained.clear()
    async with serve(
        drain=drained.set, node="one"
    ) as again:  # an order from before the start of a server is not for it
        assert len(await said(redis_url, "admin", "nodes")) == 1
        assert not drained.is_set()
        assert again.services.settings.node == "one"


async def test_a_player_is_banned_put_out_and_let_in_again(asked: Running, redis_url: str) -> None:
    async with dial(asked.port) as anna, dial(asked.port) as olga:
        await playing(anna)
        await olga.hello("Olga")
        player = asked.services.rooms.registry.hubs[anna.code].room.state.occupants[0].player
        done = await run(redis_url, "admin", "ban", "--player", player, "--hours", "2", "--why", "abuse")
        assert done.stdout == "one: the bans are known, and 1 sockets closed\n"
        code, reason = await anna.closed()
        assert code == CloseCode.BANNED
        assert reason.startswith("you are banned from this server until ")
        assert reason.endswith(": abuse")
        async with dial(asked.port) as again:
            refused = await again.refusal(Hello, name="Anna", token=anna.token)
            assert refused.code == ErrorCode.BANNED
            assert (await again.closed())[0] == CloseCode.BANNED
        async with dial(asked.port) as other:
            await other.hello("Another")
        (ban,) = await said(redis_url, "admin", "bans")
        assert (ban["kind"], ban["name"], ban["why"]) == ("player", player, "abuse")
        assert (await run(redis_url, "admin", "unban", "--player", player)).exit_code == 0
        assert (await run(redis_url, "admin", "unban", "--player", player)).exit_code == 1
        async with dial(asked.port, first_id=1000) as back:
            await (await back.hello("Anna", anna.token)).join(anna.code)
            await back.the(Moved)


async def test_a_banned_address_is_refused_everywhere(asked: Running, redis_url: str) -> None:
    async with dial(asked.port) as anna:
        await anna.hello("Anna")
        await run(redis_url, "admin", "ban", "--address", "127.0.0.0/8", "--hours", "0")
        assert await anna.closed() == (CloseCode.BANNED, "you are banned from this server")
    with pytest.raises(InvalidStatus) as turned_away:
        async with dial(asked.port):
            pass
    assert turned_away.value.response.status_code == 403
    assert (await run(redis_url, "admin", "unban", "--address", "127.0.0.0/8")).exit_code == 0
    async with dial(asked.port) as again:
        await again.hello("Anna")
