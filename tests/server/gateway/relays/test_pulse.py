"""A node that does not answer is noticed by those who are relayed to it."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import Error, Moved, Step
from tests.faults.tcp_proxy import tcp_proxy
from tests.server.conftest import Serve
from tests.server.races import raced


async def test_a_relayed_player_is_told_that_the_rooms_node_stands_still(serve: Serve) -> None:
    """Its connection stays open, and falls silent."""
    async with tcp_proxy(0) as between, AsyncExitStack() as stack:
        one = await stack.enter_async_context(serve(advertise=f"127.0.0.1:{between.port}"))
        between.to = one.port
        two = await stack.enter_async_context(serve())
        await two.services.store.node_lease.confirm(anew=True)
        _, olga = await raced([one, two], stack)
        between.open.clear()
        told = await olga.until(lambda message: isinstance(message, Error) and message.re is None)
        assert isinstance(told, Error)
        assert (told.code, told.retry) == (ErrorCode.BUSY, True)
        async with asyncio.timeout(15):  # without our pings, a connection of the library would last forty seconds
            code, reason = await olga.closed()
        assert (code, "come back" in reason) == (CloseCode.GOING_AWAY, True)
        between.open.set()


async def test_a_relayed_player_stays_if_the_rooms_node_only_stutters(serve: Serve) -> None:
    async with tcp_proxy(0) as between, AsyncExitStack() as stack:
        one = await stack.enter_async_context(serve(advertise=f"127.0.0.1:{between.port}"))
        between.to = one.port
        two = await stack.enter_async_context(serve())
        await two.services.store.node_lease.confirm(anew=True)
        _, olga = await raced([one, two], stack)
        between.open.clear()
        await olga.until(lambda message: isinstance(message, Error) and message.re is None)
        between.open.set()
        assert isinstance(await olga.play(olga.moves[0]), Step | Moved)
