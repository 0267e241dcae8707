"""Workers are forked, so that nothing is loaded anew."""

from __future__ import annotations

import signal
from contextlib import AsyncExitStack
from pathlib import Path

from redis.asyncio import Redis

from cadogan_protocol.messages import Moved, Step
from cadogan_server.bench.process import command_of
from cadogan_server.store.redis.embedded import url_of
from tests.server.processes import linux, process
from tests.server.wire import dial
from tests.server.worker_processes import alive, come_back, ended


@linux
async def test_a_new_supervisor_goes_on_with_workers_that_load_nothing_anew(tmp_path: Path) -> None:
    options = ("--workers", "2", "--no-bots")
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(process(tmp_path, *options))
        async with Redis.from_url(url_of(tmp_path)) as redis:
            workers = await alive(redis)
        assert {command_of(pid) for pid in workers.values()} == {command_of(server.process.pid)}, (
            "the workers are forks"
        )
        anna = await stack.enter_async_context(dial(server.port))
        await (await anna.hello("Anna")).create(time_limit=0)
        await anna.ready()
        await anna.the(Moved)
        assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        await server.end(signal.SIGKILL)
        await ended(workers)
        again = await stack.enter_async_context(process(tmp_path, *options, "--port", str(server.port)))
        anna = await come_back(stack, again.port, "Anna", anna)
        assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
