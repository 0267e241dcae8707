"""The bots' process is started again when it dies, and given up where it dies again and again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest

from cadogan_server.hosting.bots import process
from cadogan_server.hosting.bots.process import TRIES, BotHost
from tests.server.wire import PATIENCE


class Told:
    """What a host says of its process."""

    def __init__(self, host: BotHost) -> None:
        self.died = 0
        self.news = asyncio.Event()
        self.given_up = asyncio.Event()
        host.on_died = self.on_died
        host.on_given_up = self.given_up.set

    async def on_died(self) -> None:
        self.died += 1
        self.news.set()


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What is run instead of Python: it ends with its input."""
    path = tmp_path / "python"
    path.write_text("#!/bin/sh\nwhile read line; do :; done\n")
    path.chmod(0o755)
    monkeypatch.setattr(process, "sys", SimpleNamespace(executable=str(path)))
    return path


async def die(host: BotHost, told: Told) -> None:
    """Kill the process, and wait until another is there."""
    told.news.clear()
    assert host._process is not None
    host._process.kill()
    async with asyncio.timeout(PATIENCE):
        await told.news.wait()


@pytest.mark.usefixtures("program")
async def test_a_process_that_dies_is_started_again_and_its_seats_are_filled_anew() -> None:
    host = BotHost("ws://127.0.0.1:1/ws")
    told = Told(host)
    await asyncio.gather(host.start(), host.start())
    first = host._process
    await host.start()
    assert host._process is first, "one is enough"
    await die(host, told)
    assert host._process is not first
    assert not told.given_up.is_set()
    await host.stop()


async def test_a_process_that_never_stays_is_given_up_and_tried_again_when_bots_are_wanted(program: Path) -> None:
    works = program.read_text()
    program.write_text("#!/bin/sh\nexit 3\n")
    host = BotHost("ws://127.0.0.1:1/ws")
    told = Told(host)
    await host.start()
    async with asyncio.timeout(PATIENCE):
        await told.given_up.wait()
    assert told.died == TRIES - 1
    program.write_text(works)
    await host.start()
    await die(host, told)
    await host.stop()
