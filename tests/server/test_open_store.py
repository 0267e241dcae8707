"""Errors at the start about a store that can't be opened."""

from __future__ import annotations

import asyncio
import re
import socket
from contextlib import suppress
from pathlib import Path

import pytest
from redis.asyncio import Redis

from cadogan_server.app import running
from cadogan_server.open_store import StartError
from cadogan_server.settings import Settings
from cadogan_server.store import keys
from cadogan_server.store_wait import Stopped
from deploy.ports import free_ports
from tests.server.conftest import Serve
from tests.server.redis_servers import Servers
from tests.server.waiting import until


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


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


async def test_an_invalid_address_of_a_store_is_named(serve: Serve) -> None:
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
