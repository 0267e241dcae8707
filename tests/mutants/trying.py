"""Try mutants, as a plugin of pytest: each in a separate process, which is forked when all tests are collected.

No test has run before in the process that is forked, so a mutant fills caches itself. The tests that run through the mutated
function begin with those without Redis, since each process must start its own Redis. Among them the tests that noticed a mutant
lately come first, then the quickest. The first failure ends the trial. A mutant in code that runs only at import gets a new pytest.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import mmap
import os
import pickle
import resource
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import hypothesis
import pytest
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state
from mutmut.utils.format_utils import mangled_name_from_mutant_name

from tests.mutants.scripts import mutants_of, replace, save, scripts_in

SURVIVED, KILLED, ENDLESS, UNTRIED = 0, 1, 36, 33
"""mutmut's exit codes: 36 for a mutant that takes too long, 33 for one that no test runs through."""

MEMORY = 4 * 2**30
"""The memory in bytes that a mutant may use. Otherwise an endless loop that fills a list would fill the machine."""

BYTES = 4
"""The number of bytes in which the number of a test is kept."""

REDIS = "redis_server"
"""The fixture that starts the Redis of all tests in a process."""

FIRST = 8
"""The number of tests that come first because they noticed a mutant lately."""

PATIENCE = 15
"""The seconds that a test may wait beyond twenty times its processor time. No test waits for so long unless something
is broken."""


class Known(NamedTuple):
    """The outcome of a run without any mutant: by function the tests that run through it, the quickest first, and by test how many
    seconds it keeps the processor busy."""

    tests: dict[str, list[str]]
    seconds: dict[str, float]


class Mutant(NamedTuple):
    """A mutant to try.

    Attributes:
        name: its name, unique in its module.
        function: the function that it changes; "" for a script, which any test may run.
        plant: a function that makes the change in this process.
    """

    name: str
    function: str
    plant: Callable[[], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--mutated", action="append", default=[], help="a module whose mutants are to be tried")
    parser.addoption("--children", type=int, default=1, help="mutants tried at the same time")
    parser.addoption("--part", type=int, nargs=2, default=(1, 1), help="K N: try every Nth mutant, from the Kth on")


def pytest_configure() -> None:
    # Nobody reads the example with which a property fails, so hypothesis need not simplify it.
    found = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile("mutants", phases=found)
    hypothesis.settings.load_profile("mutants")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Try every mutant of the modules that the command line names, and keep the results where mutmut keeps them."""
    if session.testsfailed:
        raise session.Interrupted(f"{session.testsfailed} errors during collection")
    gc.freeze()
    known = in_child(lambda: without_mutants(session))
    for module in map(Path, session.config.getoption("--mutated")):
        trial = Trial(session, known)
        first, step = session.config.getoption("--part")
        mine = slice(first - 1, None, step)
        if module.suffix == ".py":
            try_module(module, trial, mine)
        changes = [change for script in scripts_in(Path("..") / module) for change in mutants_of(script)][mine]
        codes = trial.of(
            [
                Mutant(f"{number}", "", partial(replace, change.script.text, change.text))
                for number, change in enumerate(changes)
            ]
        )
        save(
            module.with_name(f"{module.name}.scripts"),
            [(change, codes[f"{number}"]) for number, change in enumerate(changes)],
        )
    return True


def try_module(module: Path, trial: Trial, mine: slice) -> None:
    """Try mutmut's mutants of a Python module, those of this slice. The others have no exit code."""
    data = SourceFileMutationData(path=module)
    with contextlib.chdir(".."):
        data.load()
    mutants = [
        Mutant(name, mangled_name_from_mutant_name(name), partial(set_mutant_under_test, name))
        for name in list(data.exit_code_by_key)[mine]
    ]
    data.exit_code_by_key.update(trial.of(mutants))
    with contextlib.chdir(".."):
        data.save()


def without_mutants(session: pytest.Session) -> Known:
    """Run all tests, and return the functions that each runs through, and its time.

    Raises:
        RuntimeError: a test failed, so that nothing could be learned from mutants.
    """
    watch = Watch()
    session.config.pluginmanager.register(watch)
    set_mutant_under_test("stats")
    os.environ["MUTMUT_DEPENDENCY_DEPTH"] = "-1"
    run(session, session.items)
    if watch.failed:
        raise RuntimeError("tests fail without any mutant:\n" + "\n".join(watch.failed))
    tests = {function: sorted(names, key=watch.seconds.__getitem__) for function, names in watch.tests.items()}
    return Known(tests, dict(watch.seconds))


class Watch:
    """Notes for each test the functions that it runs, its processor time, and its failure."""

    def __init__(self) -> None:
        self._since = time.process_time()
        self.tests: defaultdict[str, set[str]] = defaultdict(set)
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        now = time.process_time()
        self.seconds[report.nodeid] += now - self._since
        self._since = now
        if report.failed:
            self.failed.append(f"{report.nodeid}\n{report.longreprtext}")
        if report.when == "teardown":
            for function in state()._stats:
                self.tests[function].add(report.nodeid)
            state()._stats.clear()


class Running(NamedTuple):
    """A mutant on trial: its name, and memory shared with its process, which holds the number of the test that began last."""

    mutant: str
    begun: mmap.mmap


class Trial:
    """Tries mutants, several at a time. The tests that noticed the last mutants come first, as they often notice the next."""

    def __init__(self, session: pytest.Session, known: Known) -> None:
        self._session = session
        self._known = known
        self._names = [item.nodeid for item in session.items]
        self._items = {item.nodeid: item for item in session.items if isinstance(item, pytest.Function)}
        self._numbers = {name: number for number, name in enumerate(self._names)}
        self._noticed: list[str] = []
        """The tests that noticed mutants, the latest one first."""
        self._running: dict[int, Running] = {}
        self._codes: dict[str, int] = {}

    def of(self, mutants: Sequence[Mutant]) -> dict[str, int]:
        """Return the exit code of each of these mutants, by its name."""
        self._codes = {}
        children: int = self._session.config.getoption("--children")
        every = sorted(self._items, key=self._known.seconds.__getitem__)
        for number, mutant in enumerate(mutants):
            tests = self._known.tests.get(mutant.function) if mutant.function else every
            if tests is None:
                self._codes[mutant.name] = in_a_new_pytest(self._session.config.args, mutant.name)
                continue
            while len(self._running) >= children:
                self._wait()
            self._begin(mutant, self._in_order(tests))
            print(f"\r{number + 1}/{len(mutants)}", end="", file=sys.__stderr__, flush=True)
        while self._running:
            self._wait()
        return self._codes

    def _in_order(self, tests: Sequence[str]) -> list[str]:
        """Return tests in the order in which they are likely to notice a mutant soonest. Quicker tests come first."""
        first = [test for test in self._noticed if test in tests]
        every = [*first, *(test for test in tests if test not in first)]
        return sorted(every, key=lambda test: REDIS in self._items[test].fixturenames)

    def _begin(self, mutant: Mutant, tests: Sequence[str]) -> None:
        seconds = sum(self._known.seconds[test] for test in tests)
        begun = mmap.mmap(-1, BYTES)

        def begin(item: pytest.Item) -> None:
            begun[:] = self._numbers[item.nodeid].to_bytes(BYTES)
            # a test that waits for ever ends the process
            signal.setitimer(signal.ITIMER_REAL, PATIENCE + 20 * self._known.seconds[item.nodeid])

        pid = os.fork()
        if pid == 0:
            os.setpgid(0, 0)
            resource.setrlimit(resource.RLIMIT_CPU, (int(3 + 2 * seconds), int(4 + 2 * seconds)))
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
            silence(self._session)
            mutant.plant()
            code = KILLED
            try:
                code = SURVIVED if run(self._session, [self._items[test] for test in tests], begin) else KILLED
            finally:
                os._exit(code)
        self._running[pid] = Running(mutant.name, begun)

    def _wait(self) -> None:
        """Wait until a mutant has finished."""
        pid, status = os.wait()
        code = os.waitstatus_to_exitcode(status)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)  # the servers of a test that did not end
        mutant, begun = self._running.pop(pid)
        self._codes[mutant] = ENDLESS if code < 0 else code
        if code != SURVIVED:
            test = self._names[int.from_bytes(begun[:])]
            self._noticed = [test, *(other for other in self._noticed if other != test)][:FIRST]
        begun.close()


def in_a_new_pytest(tests: Sequence[str], mutant: str) -> int:
    """Return the exit code of a mutant that no test runs through. Its function runs, if at all, when modules are imported."""
    pytest_anew = [sys.executable, "-m", "pytest", "-x", "-q", *tests]
    environment = os.environ | {"MUTANT_UNDER_TEST": mutant}
    passed = subprocess.run(pytest_anew, env=environment, capture_output=True, check=False).returncode == 0
    return UNTRIED if passed else KILLED


def run(
    session: pytest.Session, items: Sequence[pytest.Item], before: Callable[[pytest.Item], None] = lambda item: None
) -> bool:
    """Run tests until one fails, each after a call of `before`. Return whether all passed. Shared fixtures are torn down
    at the end."""
    for item, following in zip(items, [*items[1:], None], strict=True):
        before(item)
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            session._setupstate.teardown_exact(None)
            return False
    return True


def silence(session: pytest.Session) -> None:
    """Keep a child from printing anything, even after a crash."""
    faulthandler.disable()
    session.config.pluginmanager.unregister(name="terminalreporter")


def in_child(work: Callable[[], Known]) -> Known:
    """Call a function in a forked process and return its result.

    Raises:
        pytest.UsageError: the function raised an error, whose message is kept.
    """
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            told: Known | str = work()
        except BaseException as error:
            told = f"{type(error).__name__}: {error}"
        with open(write, "wb") as answer:
            pickle.dump(told, answer)
        os._exit(0)
    os.close(write)
    with open(read, "rb") as answer:
        told = pickle.load(answer)
    os.waitpid(pid, 0)
    if isinstance(told, str):
        raise pytest.UsageError(told)
    return told
