"""Fixtures for all tests: a real Redis, settings for hypothesis, and the sharing of tests among workers."""

from __future__ import annotations

import asyncio
import gc
import shutil
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path

import hypothesis.core
import pytest
import typer.testing
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from redis import Redis
from xdist.remote import Producer

from cadogan_server import is_compiled
from cadogan_server.store.redis.embedded import EmbeddedRedis, find_server
from tests.compiling import compile_share
from tests.reporting import tell_less
from tests.scheduling import Durations, LongestFirst, workers

# A shared machine is slow at odd moments, which must not fail a property. Nor must a rare failing case fail an
# unrelated change: the tried examples are the same each time, and left to chance only with --thorough.
settings.register_profile("cadogan", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", parent=settings.get_profile("cadogan"), derandomize=False)
settings.load_profile("cadogan")

# A program is made of its commands' functions once, instead of with each command that a test runs: two thirds of the
# time.
typer.testing._get_command = cache(typer.testing._get_command)  # type: ignore[attr-defined]

# hypothesis tells properties apart by their source, which it would read and parse twice for each game.
hypothesis.core.function_digest = cache(hypothesis.core.function_digest)  # type: ignore[attr-defined]


THRESHOLDS = (20_000, 10, 10)
"""Thresholds of the collector of cycles. With Python's own 700 new objects it took 4 % of the time."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--keep-durations", action="store_true", help="keep how long the tests take, which says in what order they run"
    )
    parser.addoption(
        "--thorough",
        action="store_true",
        help="try all that is marked thorough, every page in every window, language and theme, and thousands of random "
        "games, where else there are hundreds; deal and try by chance",
    )
    parser.addoption(
        "--compiled", action="store_true", help="refuse to test plain Python where what is compiled was meant"
    )


def pytest_configure(config: pytest.Config) -> None:
    tell_less(config)
    if config.getoption("--thorough"):
        settings.load_profile("thorough")
    else:
        # hypothesis also tries numbers and texts of the project's own code. They would make the examples others with
        # each change of any module, and in a fresh clone each worker would parse all modules to find them.
        providers._get_local_constants = lambda: providers._local_constants
    if config.getoption("--compiled") and not is_compiled():
        raise pytest.UsageError("these modules are plain Python, not compiled; try: make test-compiled")
    if config.getoption("--keep-durations") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Durations())


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Keep the garbage collector from looking at the thousands of collected tests, which live to the end."""
    gc.disable()
    try:
        compile_share(session.config)
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*THRESHOLDS)
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked `thorough`, unless it is asked for."""
    if not config.getoption("--thorough"):
        left = [item for item in items if item.get_closest_marker("thorough")]
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]
        config.hook.pytest_deselected(items=left)


def pytest_xdist_auto_num_workers() -> int:
    return workers()


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LongestFirst | None:
    return LongestFirst(config, log) if config.getoption("dist") == "loadscope" else None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests marked `store` against every Redis of this machine, other tests against the embedded one alone."""
    if "redis_binary" in metafunc.fixturenames:
        store = metafunc.definition.get_closest_marker("store") is not None
        kinds = ["embedded", "redis-server"] if store else ["embedded"]
        metafunc.parametrize("redis_binary", kinds, indirect=True, scope="session")


@pytest.fixture(scope="session")
def thorough(request: pytest.FixtureRequest) -> bool:
    """True if tests with many random games play all of them, false if they play some of each kind."""
    asked: bool = request.config.getoption("--thorough")
    return asked


@pytest.fixture(scope="session")
def redis_binary(request: pytest.FixtureRequest) -> Path:
    """The Redis to run: the project's own, or the one on PATH."""
    if request.param == "embedded":
        return find_server()
    found = shutil.which(request.param)
    if found is None:
        pytest.skip(f"no {request.param} on PATH: tried with the embedded one alone")
    return Path(found)


@pytest.fixture(scope="session")
def redis_server(redis_binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a Redis that runs as long as the tests do. A test takes `redis_url`."""
    server = EmbeddedRedis(tmp_path_factory.mktemp("redis"), redis_binary)
    asyncio.run(server.start())
    yield server.url
    asyncio.run(server.stop())


@pytest.fixture
def redis_url(redis_server: str) -> str:
    """The URL of a running, empty Redis."""
    with Redis.from_url(redis_server) as client:
        client.flushall()
    return redis_server
