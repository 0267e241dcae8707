"""Two servers on one store: only one of them ever plays, and no move that it has acknowledged is lost."""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import AsyncExitStack
from pathlib import Path

from redis.asyncio import Redis

from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import Create, Moved, Play, Step
from cadogan_server.rooms.opening import replay
from cadogan_server.store.embedded import EmbeddedRedis
from cadogan_server.store.journal import Journal
from cadogan_server.store.logs import Logs
from tests.server.test_restart import SERVE, process
from tests.server.wire import PATIENCE, Wire, dial


async def begun(wire: Wire) -> None:
    await (await wire.hello("Anna")).create(time_limit=0)
    await wire.ready()
    await wire.the(Moved)


async def complaint(*options: str) -> str:
    """Start a server that does not start, and return what it says."""
    command = [sys.executable, "-c", SERVE, "serve", "--port", "0", "--no-metrics", *options]
    server = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    async with asyncio.timeout(PATIENCE):
        _, said = await server.communicate()
    assert server.returncode == 1
    return said.decode()


async def moved(wire: Wire, times: int) -> None:
    for _ in range(times):
        assert isinstance(await wire.play(wire.moves[0]), Step | Moved)


async def test_one_of_two_servers_on_a_store_plays_and_the_other_acknowledges_nothing(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path) as store, AsyncExitStack() as stack:
        options = ("--redis", store.url, "--lease", "2", "--no-bots")
        first = await stack.enter_async_context(process(tmp_path, *options))
        anna = await stack.enter_async_context(dial(first.port))
        await begun(anna)
        assert f"in use by another server, process {first.process.pid}" in await complaint(*options)
        await moved(anna, 3)

        first.process.send_signal(signal.SIGSTOP)
        second = await stack.enter_async_context(process(tmp_path, *options))
        again = await stack.enter_async_context(dial(second.port, first_id=100))
        await (await again.hello("Anna", anna.token)).join(anna.code)
        await again.the(Moved)
        assert again.boards[1] == anna.boards[1]
        await moved(again, 2)

        late = await anna.post(Play, move=anna.moves[0])
        first.process.send_signal(signal.SIGCONT)
        assert (await anna.closed())[0] == CloseCode.GOING_AWAY
        assert not [message for message in anna.log if isinstance(message, Step | Moved) and message.re == late]
        async with dial(first.port) as other:
            await other.hello("Other")
            refused = await other.refusal(Create, game="klondike")
            assert (refused.code, "another server" in refused.message) == (ErrorCode.STORE_DOWN, True)
        assert await first.end(signal.SIGTERM) == 0

        await moved(again, 2)
        await second.end(signal.SIGKILL)
        async with Redis.from_url(store.url) as redis:
            logs = Logs(redis, Journal(store.url))
            found = await logs.read(anna.code)
        assert found is not None
        assert replay(found[0]).board(1) == again.boards[1]
