"""Starting and not starting."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from redis.asyncio import Redis
from typer.testing import CliRunner

from cadogan_server.app import running
from cadogan_server.cli import app
from cadogan_server.commands.serve import announced
from cadogan_server.gateway.sockets.listener import raise_open_files
from cadogan_server.open_store import StartError
from cadogan_server.settings import Settings
from cadogan_server.store import keys
from cadogan_server.store.redis.embedded import EmbeddedRedis
from cadogan_server.store_wait import Stopped
from deploy.ports import free_ports
from tests.server.conftest import Serve
from tests.server.logged import logged
from tests.server.redis_servers import Servers
from tests.server.waiting import until
from tests.server.wire import PATIENCE


async def test_a_port_that_is_taken_is_named(serve: Serve) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(StartError, match=f"port {port}"):
            async with serve(port=port):
                pass


async def test_a_store_that_is_not_there_is_waited_for(tmp_path: Path) -> None:
    store, (port,) = EmbeddedRedis(tmp_path), free_ports(1)
    where = f"unix://{tmp_path}/redis/redis.sock"
    settings = Settings(port=port, redis=where, data=tmp_path, bots=False, metrics_port=None)
    async with AsyncExitStack() as stack:
        with logged() as log:
            start = asyncio.create_task(stack.enter_async_context(running(settings)))
            while f"{where} can't be used yet, and this server waits for it" not in await log.next():
                pass
        assert await asyncio.to_thread(health, port) == (503, {"status": "starting", "store": "away"})
        await store.start()
        stack.push_async_callback(store.stop)
        async with asyncio.timeout(PATIENCE):
            server = await start
        assert await asyncio.to_thread(health, server.port) == (200, {"status": "ok", "store": "ok"})


async def test_who_waits_for_a_store_can_be_stopped(tmp_path: Path) -> None:
    stop = asyncio.Event()
    stop.set()
    with pytest.raises(Stopped):
        async with running(Settings(port=0, redis="unix:///no/such/socket", data=tmp_path, bots=False), stop=stop):
            pass


@pytest.mark.parametrize(
    ("options", "address", "words"),
    [
        (("--requirepass", "pw"), "redis://{}", "it wants a password, and was given none"),
        (("--requirepass", "pw"), "redis://:other@{}", "refuses the user or the password"),
        ((), "redis+sentinel://{}/cards", "is a Redis and no Sentinel"),
        ((), "redis+cluster://{}", "no node of a Redis Cluster"),
        (("--sentinel",), "redis://{}", "if it is a Sentinel, give it as redis+sentinel://"),
    ],
)
async def test_an_address_that_means_something_else_is_told_in_words(
    tmp_path: Path, options: tuple[str, ...], address: str, words: str
) -> None:
    servers, (port,) = Servers(tmp_path / "servers"), free_ports(1)
    sentinel = f"sentinel monitor cards 127.0.0.1 {port} 1" if "--sentinel" in options else ""
    try:
        if "--requirepass" in options:
            with suppress(TimeoutError):
                async with asyncio.timeout(0):
                    await servers.start(port, *options)
            await until(lambda: answers(port))
        else:
            await servers.start(port, sentinel=sentinel)
        url = address.format(f"127.0.0.1:{port}")
        with pytest.raises(StartError, match=re.escape(words)):
            async with running(Settings(port=0, redis=url, data=tmp_path, bots=False)):
                pass
    finally:
        servers.stop()


async def test_sentinels_that_do_not_answer_are_told_in_words(tmp_path: Path) -> None:
    (port,), stop = free_ports(1), asyncio.Event()
    url = f"redis+sentinel://127.0.0.1:{port}/cards"
    with logged() as log:
        start = asyncio.create_task(
            running(Settings(port=0, redis=url, data=tmp_path, bots=False), stop=stop).__aenter__()
        )
        while "none of its Sentinels answers, so nobody knows where the master 'cards' is" not in await log.next():
            pass
    stop.set()
    with pytest.raises(Stopped):
        await start


async def test_an_empty_store_that_refuses_writes_is_waited_for(tmp_path: Path) -> None:
    async with (
        EmbeddedRedis(tmp_path, memory=0) as store,
        Redis.from_url(store.url) as redis,
        AsyncExitStack() as stack,
    ):
        await redis.config_set("min-replicas-to-write", "1")
        settings = Settings(port=0, redis=store.url, data=tmp_path, bots=False, metrics_port=None)
        with logged() as log:
            start = asyncio.create_task(stack.enter_async_context(running(settings)))
            while "this server waits for it: its master has too few replicas" not in await log.next():
                pass
        await redis.config_set("min-replicas-to-write", "0")
        async with asyncio.timeout(PATIENCE):
            server = await start
        assert (await asyncio.to_thread(health, server.port))[0] == 200


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def health(port: int) -> tuple[int, dict[str, str]]:
    try:
        with urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        return error.code, json.load(error)


async def test_what_is_no_address_of_a_store_is_named(serve: Serve) -> None:
    with pytest.raises(StartError, match="is no address"):
        async with serve(redis="ftp://localhost"):
            pass


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://user:secret@127.0.0.1:1/0", "redis://***@127.0.0.1:1/0"),
        ("redis://user:sec/ret/secret@127.0.0.1:1/0", "redis://***@127.0.0.1:1/0"),
        ("redis://127.0.0.1:1/0?password=secret&db=2", "redis://127.0.0.1:1/0?password=***&db=2"),
    ],
)
async def test_a_password_is_not_repeated(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, url: str, shown: str
) -> None:
    stop = asyncio.Event()
    stop.set()
    with pytest.raises((StartError, Stopped)) as caught:
        async with running(Settings(port=0, redis=url, data=tmp_path, bots=False), stop=stop):
            pass
    told = f"{caplog.text} {caught.value}"
    assert "secret" not in told
    assert shown in told


@pytest.mark.store
async def test_a_store_that_may_not_be_read_is_named(serve: Serve, redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        await redis.set(keys.DAYS, "no hash")
        with pytest.raises(StartError, match="can't be read"):
            async with serve():
                pass


def test_the_command_ends_with_the_reason() -> None:
    done = CliRunner().invoke(app, ["serve", "--port", "0", "--redis", "ftp://localhost"])
    assert done.exit_code == 1
    assert "is no address of a store" in done.stderr


def test_as_many_sockets_may_be_open_as_the_machine_allows() -> None:
    resource = pytest.importorskip("resource", reason="Windows has no bound")
    before = soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), most))
    try:
        raise_open_files()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (most, most)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_who_can_reach_it_is_said() -> None:
    assert announced("127.0.0.1", 8000)[0] == "Cadogan is ready: http://localhost:8000"
    assert "--host 0.0.0.0" in announced("127.0.0.1", 8000)[1]
    assert announced("0.0.0.0", 80)[0] == "Cadogan is ready: http://localhost:80"
    assert announced("cards.example", 80) == ["Cadogan is ready: http://cards.example:80"]
    assert announced("2001:db8::1", 80) == ["Cadogan is ready: http://[2001:db8::1]:80"]
