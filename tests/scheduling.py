"""Decides which worker runs which tests when: the longest first, and tests of the browser beside tests that compute.

Tests in a browser, and of servers that are killed, wait for most of their time; tests of the rules never do. So there
are more workers than processors. The share of workers that begin with the tests in a browser is the share of time that
those take. The others begin with the rest, and a worker that has finished helps the others. The share is rounded up: a
worker that comes late to the browser starts a cold Chromium and a cold server, which costs as much as ten warm tests.

`durations.json` has the durations of tests; `make test ARGS=--keep-durations` writes it again. A test that is missing
there is taken to need no time.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from functools import cache
from math import ceil
from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

DURATIONS = Path(__file__).parent / "durations.json"
LEAST_SECONDS = 0.5
"""The duration in seconds below which a function, with all its parameters, is not kept."""
ALONE_SECONDS = 3.0
"""The duration in seconds above which a function is given to a worker by itself; others go with the rest of their
module."""
BROWSER = "tests/browser/"
WHOLE = {"tests/faults/test_cluster.py", "tests/server/test_cluster_store.py"}
"""Modules that are not split, because all their tests share one cluster: a second worker would start another."""


def workers() -> int:
    """Return the number of workers that keep the processors of this machine busy.

    With two processors, four workers took 323 s, five 325, and seven 363, as they are in each other's way. Each costs five
    seconds of a processor before its first test.
    """
    return (os.cpu_count() or 1) * 2


def function_of(nodeid: str) -> str:
    """Return a test's function, without its parameters."""
    return nodeid.partition("[")[0]


@cache
def kept() -> dict[str, float]:
    """Return the seconds that each function takes with all its parameters."""
    seconds: dict[str, float] = json.loads(DURATIONS.read_text())
    return seconds


def unit_of(nodeid: str) -> str:
    """Return the unit that one worker runs without a break: a test's function or its module."""
    function = function_of(nodeid)
    module = function.partition("::")[0]
    return function if kept().get(function, 0) > ALONE_SECONDS and module not in WHOLE else module


@cache
def seconds_of_units() -> dict[str, float]:
    """Return the seconds that each unit takes."""
    seconds: defaultdict[str, float] = defaultdict(float)
    for function, took in kept().items():
        seconds[unit_of(function)] += took
    return dict(seconds)


def begins_in_browser(number: int, share: float) -> bool:
    """True if the worker of this number, from 0 on, is among this share of all, rounded up, that begin with the
    browser's tests."""
    return ceil((number + 1) * share) > ceil(number * share)


@cache
def share_of_browser() -> float:
    """Return the tests in a browser as a share of the time of all."""
    took = kept()
    return sum(seconds for test, seconds in took.items() if test.startswith(BROWSER)) / sum(took.values())


class LongestFirst(LoadScopeScheduling):  # type: ignore[misc] # xdist says nothing of its types
    """Gives each worker one unit after the other, the longest first."""

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)

    def _assign_work_unit(self, node: WorkerController) -> None:
        longest = max(self.workqueue, key=lambda unit: (self._suits(node, unit), seconds_of_units().get(unit, 0)))
        self.workqueue.move_to_end(longest, last=False)
        super()._assign_work_unit(node)

    def _reschedule(self, node: WorkerController) -> None:
        """Run as usual, but give a worker no more than it needs: the test that it runs and the next one."""
        if node.shutting_down or not self.workqueue or self._pending_of(self.assigned_work[node]) < 2:
            super()._reschedule(node)

    def _suits(self, node: WorkerController, unit: str) -> bool:
        """True if this worker begins with units of this kind."""
        number = int(node.gateway.id.removeprefix("gw"))
        return unit.startswith(BROWSER) == begins_in_browser(number, share_of_browser())


class Durations:
    """Notes the duration of each function, as a plugin of pytest, and keeps it at the end."""

    def __init__(self) -> None:
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[function_of(report.nodeid)] += report.duration

    def pytest_sessionfinish(self) -> None:
        long = {function: round(took, 1) for function, took in self._seconds.items() if took >= LEAST_SECONDS}
        DURATIONS.write_text(json.dumps(dict(sorted(long.items())), indent=0) + "\n")
