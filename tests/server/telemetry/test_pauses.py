"""The lag of the event loop, and the pace of Python's collector."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import time
import weakref
from itertools import count

import pytest

from cadogan_server.app import Running
from cadogan_server.telemetry.pauses import (
    BOUNDS,
    LOOK_SECONDS,
    MOST,
    MUCH,
    THRESHOLDS,
    WORTH,
    Lag,
    collect_when_quiet,
    keep_few_young,
)
from tests.server.fetching import figures
from tests.server.wire import PATIENCE


def test_each_look_counts_in_all_buckets_that_it_fits_into() -> None:
    lag = Lag()
    for seconds in (0, BOUNDS[0], 0.02, 7):
        lag.note(seconds)
    found = dict(lag.buckets)
    assert (found["0.001"], found["0.01"], found["0.025"], found["1.0"], found["+Inf"]) == (2, 2, 3, 3, 4)
    assert lag.total == BOUNDS[0] + 0.02 + 7


async def test_a_held_event_loop_is_seen_in_the_figures(server: Running) -> None:
    lag = server.services.stats.lag
    await figures(server)  # so that a look begins
    before = lag.total
    time.sleep(2 * LOOK_SECONDS)  # noqa: ASYNC251 - this is what is to be seen
    while lag.total - before < LOOK_SECONDS / 2:
        await asyncio.sleep(0)
    lines = await figures(server)
    late = [line for line in lines if line.startswith("cadogan_event_loop_lag_seconds_sum")]
    assert float(late[0].split()[1]) >= LOOK_SECONDS / 2


def test_objects_of_the_start_are_collected_no_more() -> None:
    program = (
        "import gc; from cadogan_server.telemetry.pauses import collect_seldom; collect_seldom();"
        "print(gc.get_freeze_count() > 0, *gc.get_threshold())"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told.split() == ["True", *map(str, THRESHOLDS)]


class Knot:
    """An object that refers to itself, as a connection's remains do."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.parametrize(
    ("quiet", "looks", "collected"),
    [(True, WORTH, 1), (True, WORTH - 1, 0), (False, MOST - 1, 0), (False, MOST, 1)],
)
async def test_a_full_collection_runs_when_it_is_quiet_or_overdue(
    monkeypatch: pytest.MonkeyPatch, quiet: bool, looks: int, collected: int
) -> None:
    messages, said = count(), asyncio.Event()
    done: list[int] = []
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, looks))
    monkeypatch.setattr(gc, "collect", lambda: done.append(1))

    def heard() -> int:
        said.set()
        return 7 if quiet else next(messages)

    task = asyncio.create_task(collect_when_quiet(heard, quiet=0))
    await said.wait()
    while next(messages) < 10:
        await asyncio.sleep(0)
    task.cancel()
    assert bool(done) == bool(collected)


async def test_dropped_objects_are_collected_once_it_is_quiet(server: Running) -> None:
    gone = asyncio.Event()
    gc.disable()
    try:
        knot = Knot()
        for _ in range(WORTH):  # collects the young objects, to which it no longer belongs
            gc.collect(1)
        left = weakref.ref(knot, lambda _: gone.set())
        del knot
        assert left() is not None
        async with asyncio.timeout(PATIENCE):
            await gone.wait()
    finally:
        gc.enable()


@pytest.mark.parametrize(("heard", "looks"), [(MUCH, True), (MUCH - 1, False)])
async def test_young_objects_are_collected_only_while_there_is_much_play(
    monkeypatch: pytest.MonkeyPatch, heard: int, looks: bool
) -> None:
    done: list[int] = []
    asked, enough = count(), asyncio.Event()

    def messages() -> int:
        number = next(asked)
        if number == 4:
            enough.set()
        return (number + 1) // 2 * heard

    monkeypatch.setattr(gc, "collect", done.append)
    task = asyncio.create_task(keep_few_young(messages))
    await enough.wait()
    task.cancel()
    assert done == ([1, 1] if looks else [])
