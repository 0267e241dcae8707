"""Analyses whose processes fail: a worker that is killed or hangs, and a server that dies with a job."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_protocol.messages import Analysis, GetAnalysis
from cadogan_server.background import cancelled
from cadogan_server.bench.process import command_of, descendants
from cadogan_server.fair_queue import FairQueue
from cadogan_server.hosting.solvers import worker
from cadogan_server.hosting.solvers.solvers import Solvers
from cadogan_server.replays.analysing import Analysing
from cadogan_server.store import keys
from cadogan_server.store.games.analyses import MOST_TRIES, Analyses
from tests.server.conftest import Serve
from tests.server.gateway.handlers.test_analysing import analysed, raced
from tests.server.processes import process
from tests.server.wire import PATIENCE, Wire, dial

MOVES = 40
"""The moves of a race whose analysis takes some questions."""


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    """A client of the test's store."""
    async with Redis.from_url(redis_url) as client:
        yield client


def workers(server: int) -> list[int]:
    """The solvers' processes of a server."""
    return [pid for pid in descendants(server) if worker.__name__.encode() in command_of(pid)]


def send(number: signal.Signals) -> None:
    """Send a signal to all solvers of this process."""
    for pid in workers(os.getpid()):
        with suppress(ProcessLookupError):
            os.kill(pid, number)


async def tries(redis: Redis, room: str) -> int:
    """The number of times that the job of a room was begun; 0 if it has none."""
    return int(await redis.hget(keys.ANALYSES_TRIES, room) or 0)


def must_be_whole(told: Analysis) -> None:
    """See that every position of the board has a verdict."""
    (board,) = told.boards
    assert (told.status, told.progress) == ("done", 1)
    assert (board.spans[0].first, board.spans[-1].last) == (0, MOVES)


@pytest.mark.parametrize("fault", [signal.SIGKILL, signal.SIGSTOP])
async def test_a_worker_that_fails_is_replaced_by_another(serve: Serve, redis: Redis, fault: signal.Signals) -> None:
    async with serve(solvers=1, solver_slow=1) as server, dial(server.port) as ann:
        room = await raced(await ann.hello("Ann"), moves=MOVES)
        await ann.ask(GetAnalysis, room=room)
        while await tries(redis, room) < 2:
            send(fault)
            await asyncio.sleep(0.01)
        must_be_whole(await analysed_anew(ann, room))


async def analysed_anew(player: Wire, room: str) -> Analysis:
    """The analysis when nothing more is to be done, although it may begin anew."""
    while (told := await player.ask(GetAnalysis, room=room)).status in ("queued", "running"):
        await asyncio.sleep(0.01)
    assert isinstance(told, Analysis)
    return told


async def test_an_analysis_fails_after_three_workers_and_can_be_begun_anew(serve: Serve, redis: Redis) -> None:
    async with serve(solvers=1) as server, dial(server.port) as ann:
        room = await raced(await ann.hello("Ann"), moves=MOVES)
        told: Analysis = await ann.ask(GetAnalysis, room=room)
        while told.status in ("queued", "running"):
            send(signal.SIGKILL)
            await asyncio.sleep(0.01)
            told = await ann.ask(GetAnalysis, room=room)
        assert told.status == "failed"
        assert (told.why or "").startswith(f"it was tried {MOST_TRIES} times; the last time: ")
        assert await redis.exists(keys.ANALYSES_RUNNING, keys.ANALYSES_WAITING, keys.ANALYSES_TRIES) == 0
        await redis.delete(keys.analysis(room))  # as after a minute
        must_be_whole(await analysed(ann, room))


async def test_the_job_of_a_server_that_is_killed_is_done_by_another(
    serve: Serve, redis: Redis, redis_url: str, tmp_path: Path
) -> None:
    async with process(tmp_path / "dies", "--redis", redis_url, "--solvers", "1") as dies, dial(dies.port) as ann:
        room = await raced(await ann.hello("Ann"), moves=MOVES)
        while not await tries(redis, room):
            assert (await ann.ask(GetAnalysis, room=room)).status in ("queued", "running")
            await asyncio.sleep(0.01)
        assert dies.process.returncode is None
        await dies.end(signal.SIGKILL)
    assert await tries(redis, room) == 1
    async with serve(solvers=1) as server, dial(server.port) as bob:
        await bob.hello("Bob")
        told = await bob.ask(GetAnalysis, room=room)
        assert told.status == "running", "the dead server's lease on the job goes on"
        await redis.zadd(keys.ANALYSES_RUNNING, {room: 1}, xx=True)  # until it has run out
        must_be_whole(await analysed_anew(bob, room))
        assert await tries(redis, room) == 0


class WaitingLogs:
    """Logs that read a log, which they do not have, until the lease of its job is renewed."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def read_in_steps(self, room: str, queue: FairQueue) -> None:
        await self._redis.zadd(keys.ANALYSES_RUNNING, {room: 1})
        while await self._redis.zscore(keys.ANALYSES_RUNNING, room) == 1:
            await asyncio.sleep(0.01)


async def test_a_node_renews_the_lease_of_a_job_that_takes_long(redis: Redis) -> None:
    jobs = Analyses(redis)
    await jobs.add("AAAAAA")
    logs: Any = WaitingLogs(redis)
    queue = FairQueue(asyncio.get_running_loop().call_soon)
    running = asyncio.create_task(Analysing(jobs, logs, Solvers(1, PATIENCE), queue, renewal=0.01).run())
    async with asyncio.timeout(PATIENCE):
        while await jobs.place("AAAAAA") is not None:
            await asyncio.sleep(0.01)
    await cancelled([running])
