"""The end of a server: its rooms go to other nodes, and its players after them."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from cadogan_protocol.errors import CloseCode
from cadogan_protocol.messages import (
    Create,
    Leave,
)
from cadogan_server.app import Running
from tests.server.conftest import Serve
from tests.server.races import raced
from tests.server.wire import dial


async def test_a_node_that_leaves_opens_no_rooms_takes_none_up_and_says_so(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        anna, olga, eve = [await stack.enter_async_context(dial(node.port)) for node in (*nodes, nodes[0])]
        for wire, name in ((anna, "Anna"), (olga, "Olga"), (eve, "Eve")):
            await wire.hello(name)
        nodes[0].services.rooms.registry.leaving = True
        await olga.create()
        await anna.join(olga.code)
        with pytest.raises(HTTPError) as refused:
            await asyncio.to_thread(urlopen, f"http://127.0.0.1:{nodes[0].port}/healthz")
        assert refused.value.code == 404, "proxies take this for a node that takes nobody new"
        assert json.load(refused.value)["status"] == "leaving"
        await eve.post(Create, game="klondike")
        assert (await eve.closed())[0] == CloseCode.RENEWED


async def test_players_come_back_to_a_room_that_no_node_took_over(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        anna, olga = await raced(nodes, stack, time_limit=600)
        nodes[1].services.rooms.registry.leaving = True
        await nodes[0].leave()
        for wire in (anna, olga):
            assert (await wire.closed())[0] == CloseCode.RENEWED
        nodes[1].services.rooms.registry.leaving = False
        again = await stack.enter_async_context(dial(nodes[1].port, first_id=100))
        await (await again.hello("Olga", olga.token)).join(anna.code)
        assert (await again.phase("running")).seats[1].present


async def test_the_last_node_has_nobody_to_leave_to(serve: Serve) -> None:
    async with serve() as alone, dial(alone.port) as anna:
        await (await anna.hello("Anna")).create()
        await alone.leave()
        assert not alone.services.rooms.registry.leaving
        await anna.ask(Leave)
