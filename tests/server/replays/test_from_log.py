"""Replays from logs: one that could not be made is made when the store is back."""

from __future__ import annotations

import asyncio

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from cadogan_protocol.errors import ErrorCode
from cadogan_server.fair_queue import FairQueue
from cadogan_server.replays.from_log import Replays
from cadogan_server.rooms.records import Record
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.log.chain import Entry
from cadogan_server.store.log.logs import FoundLog
from tests.server.core import NOON, started
from tests.server.hosting.stage import Stage


class Shelf:
    """The logs of one room, in a store that may be away."""

    def __init__(self, records: list[Record]) -> None:
        self.records = records
        self.away = True
        self.asked = 0
        self.last = 1

    async def read_in_steps(self, code: str, queue: FairQueue) -> FoundLog:
        self.asked += 1
        if self.away:
            raise RedisConnectionError
        return FoundLog(self.records, [Entry((1, self.last), b"")])


async def nothing() -> None:
    """Stands for the absence of another store to connect to."""


async def test_a_replay_is_read_again_if_a_former_master_has_answered() -> None:
    room = started()
    room.end("empty", NOON + 9000)
    shelf, queue = Shelf(room.take_outcome().records), FairQueue(asyncio.get_running_loop().call_soon)
    shelf.away = False
    connected = list[int]()

    async def connect_anew() -> None:
        connected.append(shelf.asked)
        shelf.last = 5 if shelf.asked > 1 else 1  # at first the old server is still taken for the master

    replays, hub = Replays(shelf, lambda: NOON, queue, connect_anew, again=(0, 0, 0)), Stage(room).hub  # type: ignore[arg-type]
    hub.log.epoch, hub.log.count = 1, 5
    await replays.of(hub)
    assert (connected, shelf.asked) == ([1, 2], 3)
    hub.log.count = 6
    with pytest.raises(Refused) as caught:
        await replays.text_of(hub)
    assert caught.value.code is ErrorCode.LOG_LOST, "the log was lost after all"


async def test_a_replay_waits_for_the_store_and_is_then_made_once() -> None:
    room = started()
    room.end("empty", NOON + 9000)
    shelf, queue = Shelf(room.take_outcome().records), FairQueue(asyncio.get_running_loop().call_soon)
    replays, hub = Replays(shelf, lambda: NOON, queue, nothing, kept=1), Stage(room).hub  # type: ignore[arg-type]
    with pytest.raises(RedisConnectionError):
        await replays.of(hub)
    hub.volatile.safe = False
    with pytest.raises(Refused) as caught:
        await replays.of(hub)
    assert caught.value.code is ErrorCode.STORE_DOWN
    assert shelf.asked == 1, "the store does not hold the whole game yet"
    hub.volatile.safe, shelf.away = True, False
    assert await replays.of(hub) is await replays.of(hub)
    assert (shelf.asked, len(replays)) == (2, 1)
    await replays.text_of(hub)
    assert (shelf.asked, len(replays)) == (3, 1), "the oldest of too many replays is dropped"
