"""The room of a code is found, though its node is out of reach."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Error, Join, Moved, Ok, Step
from cadogan_server.app import Running
from tests.faults.tcp_proxy import tcp_proxy
from tests.server.conftest import Serve
from tests.server.races import raced
from tests.server.waiting import until
from tests.server.wire import PATIENCE, Wire, dial


@asynccontextmanager
async def apart(serve: Serve) -> AsyncIterator[list[Running]]:
    """Yield two nodes on one store. The second can't reach the first, as nothing listens at the address that it tries."""
    async with serve(advertise="127.0.0.1:1", orders_look=0.05) as one, serve(orders_look=0.05) as two:
        await one.services.store.node_lease.confirm(anew=True)
        yield [one, two]


async def come_in(wire: Wire, code: str) -> None:
    """Join a room, again and again while the server is too busy."""
    async with asyncio.timeout(PATIENCE):
        while isinstance(answer := await wire.ask(Join, room=code), Error):
            assert (answer.code, answer.retry, answer.wait) == (ErrorCode.BUSY, True, 1)
    await wire.joined(answer)


async def test_a_room_comes_to_its_players_from_a_node_out_of_reach(serve: Serve) -> None:
    async with apart(serve) as (one, two):
        async with dial(one.port) as anna:
            await (await anna.hello("Anna")).create()
            await anna.ready()
            await anna.the(Moved)
            await anna.play(anna.moves[0])
        async with dial(two.port, first_id=100) as again:
            await again.hello("Anna", anna.token)
            await come_in(again, anna.code)
            await again.the(Moved)
            assert again.boards[again.own] == anna.boards[anna.own]
            assert isinstance(await again.play(again.moves[0]), Step | Moved)
        assert (anna.code in one.services.rooms.registry.hubs, anna.code in two.services.rooms.registry.hubs) == (
            False,
            True,
        )


async def test_a_room_comes_to_relayed_players_whose_old_sockets_look_open(serve: Serve) -> None:
    """The owner closes them when another node asks for the room, without waiting for a keepalive."""
    async with tcp_proxy(0) as between, AsyncExitStack() as stack:
        how: dict[str, Any] = {"orders_look": 0.05, "ping": None}
        one = await stack.enter_async_context(serve(advertise=f"127.0.0.1:{between.port}", **how))
        between.to = one.port
        two = await stack.enter_async_context(serve(**how))
        await two.services.store.node_lease.confirm(anew=True)
        anna, olga = await raced([two, two], stack)
        await give(two, one, anna.code)
        await olga.play(olga.moves[0])
        between.open.clear()
        await anna.closed()
        again = await stack.enter_async_context(dial(two.port, first_id=100))
        await again.hello("Anna", anna.token)
        await come_in(again, anna.code)
        await again.the(Moved)
        assert again.boards[again.own] == anna.boards[anna.own]
        assert isinstance(await again.play(again.moves[0]), Step | Moved)
        assert anna.code in two.services.rooms.registry.hubs
        between.open.set()


async def give(node: Running, other: Running, code: str) -> None:
    """Hand a room over to another node, which its players' sockets follow."""
    rooms = node.services.rooms
    assert await rooms.handover.give(rooms.registry.hubs[code], other.services.store.node_lease.id, sockets=False)


async def test_a_room_stays_with_its_players_at_a_node_out_of_reach(serve: Serve) -> None:
    async with apart(serve) as (one, two), dial(one.port) as anna, dial(two.port) as olga:
        await (await anna.hello("Anna")).create()
        await olga.hello("Olga")
        refusal = await olga.refusal(Join, room=anna.code)
        assert (refusal.code, refusal.retry) == (ErrorCode.BUSY, True)
        assert "can't be reached from here" in refusal.message
        last = await one.services.store.orders.last()
        await until_done(one, last)
        assert anna.code in one.services.rooms.registry.hubs
        assert isinstance(await anna.ready(), Ok)


async def until_done(node: Running, order: str) -> None:
    """Wait until both nodes have carried out an order."""
    orders = node.services.store.orders

    async def both() -> bool:
        return await orders.done_with(order) == 2

    await until(both)
