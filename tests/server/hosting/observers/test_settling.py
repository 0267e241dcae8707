"""A finished room is counted once, and observers are told of it, also if a node finds its end while it recovers the room."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from cadogan_server.background import Background
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.observers.settling import ResultCounter
from cadogan_server.rooms.kinds.day_clock import DAY_MS
from cadogan_server.rooms.opening import replay
from cadogan_server.rooms.records import pack, unpack
from cadogan_server.rooms.room import Room
from tests.server.hosting.stage import Stage
from tests.server.rooms.duels import begun
from tests.server.rooms.kinds.test_day_clock import HOUR_MS, turn
from tests.server.rooms.kinds.test_duel import now_of


class Journal:
    """Calls back once the test says that the end is written."""

    def __init__(self) -> None:
        self.after: list[Callable[[], None]] = []

    def when_written(self, callback: Callable[[], None]) -> None:
        self.after.append(callback)

    def written(self) -> None:
        for callback in self.after:
            callback()
        self.after.clear()


class Notes:
    """Stands for the clock, the store and the results: keeps what they are asked to do."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def now(self) -> int:
        return 0

    def to_be_counted(self, code: str, now: int) -> None:
        self.done.append("to be counted")

    def note(self, room: Room) -> None:
        self.done.append("noted")

    async def count(self, hub: Hub) -> None:
        await asyncio.sleep(0)
        self.done.append("counted")

    def finish(self, log: object, seconds: int) -> None:
        self.done.append("log kept")

    def over(self, code: str) -> None:
        self.done.append("over")


class Counting:
    """A counter, and what it did."""

    def __init__(self) -> None:
        self.notes, self.journal = Notes(), Journal()
        notes: Any = self.notes
        self.counter = ResultCounter(notes, self.journal, notes, notes, notes, Background())  # type: ignore[arg-type]
        self.counter.observe(lambda hub: self.notes.done.append(f"told of {hub.code}"))

    async def end(self, hub: Hub) -> None:
        for _ in range(2):
            self.counter.over(hub)
        self.journal.written()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*others)


def recovered(*, over: bool) -> Room:
    """Return a correspondence duel as a node recovers it from its log: its end is there, or time has run out meanwhile."""
    room = begun(days_per_turn=2)
    t = turn(room, turn(room, HOUR_MS))
    if over:
        room.give_up(0, now_of(room, t + 1))
    again = replay(unpack([pack(record) for record in room.take_outcome().records]))
    if not over:
        again.reopen(now_of(again, t + 9 * DAY_MS))  # it is reminded first
        again.tick(now_of(again, t + 18 * DAY_MS))
    assert again.state.is_over
    return again


@pytest.mark.parametrize("over", [True, False])
async def test_an_end_found_by_recovery_is_told_once_when_counted(over: bool) -> None:
    counting, hub = Counting(), Stage(recovered(over=over)).hub
    await counting.end(hub)
    told = ["to be counted", "noted", "counted", f"told of {hub.code}", "log kept", "over"]
    assert counting.notes.done == told
    await counting.end(hub)
    assert counting.notes.done == told


async def test_nobody_is_told_before_the_end_is_in_the_log() -> None:
    counting, hub = Counting(), Stage(recovered(over=True)).hub
    counting.counter.over(hub)
    assert counting.notes.done == ["to be counted"]


async def test_a_room_that_was_counted_before_is_told_of_no_more() -> None:
    counting, hub = Counting(), Stage(recovered(over=True)).hub
    counting.counter.was_counted(hub)
    await counting.end(hub)
    assert counting.notes.done == []
    counting.counter.drop(hub)
    assert hub not in counting.counter
