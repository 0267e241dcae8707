"""The bots' process: restarted when it dies, and given up if it dies again and again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest

from cadogan_server.hosting.bots import process
from cadogan_server.hosting.bots.process import TRIES, BotProcess, BotProcessObserver
from tests.server.wire import PATIENCE


class Told(BotProcessObserver):
    """Notes the events of a process."""

    def __init__(self, bots: BotProcess) -> None:
        self.died = 0
        self.news = asyncio.Event()
        self.given_up = asyncio.Event()
        bots.observe(self)

    async def was_restarted(self) -> None:
        self.died += 1
        self.news.set()

    def was_given_up(self) -> None:
        self.given_up.set()


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program to run instead of Python. It ends with its input."""
    path = tmp_path / "python"
    path.write_text("#!/bin/sh\nwhile read line; do :; done\n")
    path.chmod(0o755)
    monkeypatch.setattr(process, "sys", SimpleNamespace(executable=str(path)))
    return path


async def die(bots: BotProcess, told: Told) -> None:
    """Kill the process, and wait until another one runs."""
    told.news.clear()
    assert bots.process is not None
    bots.process.kill()
    async with asyncio.timeout(PATIENCE):
        await told.news.wait()


@pytest.mark.usefixtures("program")
async def test_a_dead_process_is_started_again_and_its_seats_filled_anew() -> None:
    bots = BotProcess("ws://127.0.0.1:1/ws")
    told = Told(bots)
    await asyncio.gather(bots.start(), bots.start())
    first = bots.process
    await bots.start()
    assert bots.process is first, "one is enough"
    await die(bots, told)
    assert bots.process is not first
    assert not told.given_up.is_set()
    await bots.stop()


async def test_a_process_that_never_stays_is_given_up_until_bots_are_wanted(program: Path) -> None:
    works = program.read_text()
    program.write_text("#!/bin/sh\nexit 3\n")
    bots = BotProcess("ws://127.0.0.1:1/ws")
    told = Told(bots)
    await bots.start()
    async with asyncio.timeout(PATIENCE):
        await told.given_up.wait()
    assert told.died == TRIES - 1
    program.write_text(works)
    await bots.start()
    await die(bots, told)
    await bots.stop()
