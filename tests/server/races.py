"""Races of two players who connect to two nodes, or workers, of one store."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

from cadogan_protocol.codec import Format
from cadogan_protocol.messages import Moved
from cadogan_server.app import Running
from tests.server.wire import Wire, dial


async def raced(
    nodes: list[Running], stack: AsyncExitStack, fmt: Format = Format.MSGPACK, **rules: Any
) -> tuple[Wire, Wire]:
    """Yield Anna, who has opened a race at the first node, and Olga, who has joined it from the second."""
    anna, olga = [await stack.enter_async_context(dial(node.port, fmt)) for node in nodes]
    await (await anna.hello("Anna")).create(**rules)
    await (await olga.hello("Olga")).join(anna.code)
    for wire in (anna, olga):
        await wire.ready()
    for wire in (anna, olga):
        await wire.the(Moved)
    return anna, olga
