"""A server that waits for its store."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from redis.asyncio import Redis

from cadogan_server.app import running
from cadogan_server.settings import Settings
from cadogan_server.store.redis.embedded import EmbeddedRedis
from cadogan_server.store_wait import Stopped
from deploy.ports import free_ports
from tests.server.logged import logged
from tests.server.wire import PATIENCE


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


async def test_a_server_that_waits_for_a_store_can_be_stopped(tmp_path: Path) -> None:
    stop = asyncio.Event()
    stop.set()
    with pytest.raises(Stopped):
        async with running(Settings(port=0, redis="unix:///no/such/socket", data=tmp_path, bots=False), stop=stop):
            pass


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


def health(port: int) -> tuple[int, dict[str, str]]:
    try:
        with urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        return error.code, json.load(error)
