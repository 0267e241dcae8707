"""A store that is away when the server ends, that hangs, or whose disk is full: no acknowledged change is lost."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Error, Join, Moved, Step, Undo
from cadogan_server.commands.serve import NOT_SPILLED, SPILLED
from cadogan_server.store.log.bounds import Bounds
from tests.server.forked import forked
from tests.server.processes import SERVE, Process, linux, process, redis_process
from tests.server.wire import PATIENCE, Wire, dial

OPTIONS = ("--no-bots", "--rate", "100000")

pytestmark = [linux]


@asynccontextmanager
async def own_redis(folder: Path, *options: str) -> AsyncIterator[tuple[str, subprocess.Popen[bytes]]]:
    """Start a redis-server that is not the project's own, on a socket of its own."""
    binary = shutil.which("redis-server")
    if binary is None:
        pytest.skip("there is no redis-server on PATH")
    folder.mkdir(exist_ok=True)
    path = folder / "s"
    command = [binary, "--port", "0", "--unixsocket", str(path), "--dir", str(folder), "--save", "", *options]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        async with Redis(unix_socket_path=str(path)) as redis, asyncio.timeout(PATIENCE):
            while True:
                try:
                    await redis.ping()
                    break
                except Exception:
                    await asyncio.sleep(0.02)
        yield f"unix://{path}", server
    finally:
        server.send_signal(signal.SIGCONT)
        server.kill()
        server.wait()


async def begun(wire: Wire) -> None:
    await (await wire.hello("Anna")).create(time_limit=0, undo="free", rated=False)
    await wire.ready()
    await wire.the(Moved)


async def moved(wire: Wire, times: int) -> int:
    """Make `times` moves, or take some back if none is left; return the increase of the number of moves."""
    chance, more = Random(times), 0
    for _ in range(times):
        back = not wire.moves
        assert isinstance(await (wire.ask(Undo) if back else wire.play(chance.choice(wire.moves))), Step | Moved)
        more += -1 if back else 1
    return more


async def finds(server: Process, anna: Wire, moves: int) -> None:
    """Check that a player comes back to the game as it was."""
    async with dial(server.port, first_id=1000) as again:
        await (await again.hello("Anna", anna.token)).join(anna.code)
        await again.the(Moved)
        assert again.room is not None
        assert (again.room.seats[0].moves, again.room.lost) == (moves, 0)
        assert again.boards == anna.boards


async def ends(server: Process, by: signal.Signals) -> int:
    server.process.send_signal(by)
    async with asyncio.timeout(PATIENCE):
        return await server.process.wait()


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("trouble", [signal.SIGKILL, signal.SIGSTOP], ids=["is gone", "hangs"])
async def test_moves_acknowledged_without_the_store_outlive_the_server(
    tmp_path: Path, by: signal.Signals, trouble: signal.Signals
) -> None:
    keeps = ("--appendonly", "yes")
    async with own_redis(tmp_path / "redis", *keeps) as (url, redis):
        options = (*OPTIONS, "--redis", url, "--spill", str(tmp_path / "spill"))
        async with process(tmp_path, *options) as server, dial(server.port) as anna:
            await begun(anna)
            moves = await moved(anna, 10)
            redis.send_signal(trouble)
            moves += await moved(anna, 5)
            await anna.state(lambda room: not room.safe)
            moves += await moved(anna, 30)
            code = await ends(server, by)
            assert code == (SPILLED if by is signal.SIGTERM else -by)
    assert list((tmp_path / "spill").iterdir())
    async with own_redis(tmp_path / "redis", *keeps) as (url, redis), process(tmp_path, *options) as server:
        await finds(server, anna, moves)
        assert await ends(server, signal.SIGTERM) == 0
    assert not list((tmp_path / "spill").iterdir())


async def test_a_server_that_can_store_nothing_says_so_at_its_end(tmp_path: Path) -> None:
    async with own_redis(tmp_path / "redis", "--appendonly", "yes") as (url, redis):
        (tmp_path / "file").touch()
        command = ["serve", "--port", "0", "--no-metrics", "--countdown", "0.05", *OPTIONS]
        command += ["--redis", url, "--data", str(tmp_path / "file" / "below")]
        async with forked(SERVE, *command, keep_errors=True) as server, asyncio.timeout(PATIENCE):
            line = (await server.stdout.readline()).decode()
            async with dial(int(line.rpartition(":")[2])) as anna:
                await begun(anna)
                redis.send_signal(signal.SIGKILL)
                await moved(anna, 3)
                await anna.state(lambda room: not room.safe)
            server.send_signal(signal.SIGTERM)
            said = (await server.stderr.read()).decode()
            assert await server.wait() == NOT_SPILLED
        assert "some are lost" in said


async def test_a_store_that_hangs_keeps_nobody_waiting_for_more_than_a_moment(tmp_path: Path) -> None:
    async with process(tmp_path, *OPTIONS, keep_errors=True) as server, dial(server.port) as anna:
        await begun(anna)
        os.kill(redis_process(tmp_path), signal.SIGSTOP)
        try:
            moves = await moved(anna, 1)
            await anna.state(lambda room: not room.safe)
            async with asyncio.timeout(PATIENCE):
                while b"the store is away" not in (line := await server.process.stderr.readline()):
                    assert line
            assert f"no answer within {Bounds.hang:g} s" in line.decode()
            moves += await moved(anna, 20)
        finally:
            os.kill(redis_process(tmp_path), signal.SIGCONT)
        await anna.state(lambda room: room.safe)
        assert await ends(server, signal.SIGTERM) == 0
    async with process(tmp_path, *OPTIONS) as server:
        await finds(server, anna, moves)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Yield the folder of a disk of a few megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", folder], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("only root may mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def fill(folder: Path) -> Path:
    """Fill a disk to the last byte."""
    ballast = folder / "ballast"
    with ballast.open("ab", buffering=0) as file:
        for size in (1 << 16, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                pass
    return ballast


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGKILL])
async def test_a_full_disk_loses_nothing_and_keeps_no_server_from_starting(
    small_disk: Path, by: signal.Signals
) -> None:
    async with process(small_disk, *OPTIONS) as server, dial(server.port) as anna:
        await begun(anna)
        moves = await moved(anna, 10)
        ballast = fill(small_disk)
        while anna.room is None or anna.room.safe:
            moves += await moved(anna, 1)
        moves += await moved(anna, 30)
        assert await ends(server, by) == (SPILLED if by is signal.SIGTERM else -by)
    fill(small_disk)  # including the space that was reserved and not used
    async with process(small_disk, *OPTIONS) as server:
        async with dial(server.port) as again:
            await again.hello("Anna", anna.token)
            assert (await again.refusal(Join, room=anna.code)).code is ErrorCode.STORE_DOWN
            ballast.unlink()
            async with asyncio.timeout(PATIENCE):
                while isinstance(await again.ask(Join, room=anna.code), Error):
                    pass
        await finds(server, anna, moves)
        assert await ends(server, signal.SIGTERM) == 0
    assert not list((small_disk / "spill").iterdir())


async def said_at_start(tmp_path: Path, redis: str, *options: str) -> tuple[int | None, str]:
    """Start a server, end it as soon as it is ready, and return its exit code and its log."""
    command = ("serve", "--port", "0", "--no-metrics", "--no-bots", "--redis", redis, "--data", str(tmp_path), *options)
    async with forked(SERVE, *command, keep_errors=True) as server, asyncio.timeout(PATIENCE):
        if await server.stdout.readline():
            server.send_signal(signal.SIGTERM)
        said = (await server.stderr.read()).decode()
        return await server.wait(), said


async def test_a_store_that_keeps_nothing_is_warned_of_and_can_promise_nothing(tmp_path: Path) -> None:
    async with own_redis(tmp_path / "redis", "--appendonly", "no") as (url, _):
        code, said = await said_at_start(tmp_path, url)
        assert (code, "keeps no append-only file" in said) == (0, True)
        code, said = await said_at_start(tmp_path, url, "--durability", "always")
        assert (code, "set `appendonly yes`" in said) == (1, True)


async def test_a_store_is_set_to_the_durability_that_is_asked_for(tmp_path: Path) -> None:
    async with (
        own_redis(tmp_path / "redis", "--appendonly", "yes") as (url, _),
        Redis.from_url(url, decode_responses=True) as redis,
    ):
        for wanted, is_set in (("always", "always"), (None, "always"), ("everysec", "everysec")):
            code, said = await said_at_start(tmp_path, url, *(("--durability", wanted) if wanted else ()))
            assert (code, "append-only" in said) == (0, False)
            assert await redis.config_get("appendfsync") == {"appendfsync": is_set}
    async with process(tmp_path, "--no-bots", "--durability", "always"):
        socket = f"unix://{tmp_path}/redis/redis.sock"
        async with Redis.from_url(socket, decode_responses=True) as redis:
            assert await redis.config_get("appendfsync") == {"appendfsync": "always"}
