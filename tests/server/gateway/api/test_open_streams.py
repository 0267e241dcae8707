"""The limit on open streams of events."""

from __future__ import annotations

from contextlib import AsyncExitStack

from cadogan_protocol.api import PREFIX
from tests.server.conftest import Serve
from tests.server.reading import nobody_reads, reading


async def test_streams_are_bounded_by_address_and_in_all(serve: Serve) -> None:
    async with serve(streams_per_address=2, streams=3, behind_proxy=True) as server, AsyncExitStack() as stack:
        answers = []
        for address in ("10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.1.1", "10.0.2.1"):
            stream = await stack.enter_async_context(
                reading(server.port, f"{PREFIX}/events/rooms", X_Forwarded_For=address)
            )
            answers.append(stream.status)
        assert answers == [200, 200, 429, 200, 503]
        await stack.aclose()
        assert await nobody_reads(server)
