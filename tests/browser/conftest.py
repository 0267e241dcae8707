"""Fixtures of the tests in a real browser: a running server, and players at its page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from deploy.ports import free_ports
from tests.browser.desks import Desks, Seats
from tests.browser.launch import LAUNCH, find_chromium
from tests.browser.server import DEALS_BY_NONCES, PAGE, ServedPage, serve

QUICK = (
    "--solvers",
    "0",
    "--bot-pace",
    "0.05",
    "--countdown",
    "0.1",
    "--players-per-hour",
    "10000",
    "--rooms-per-address",
    "1000",
)

# A shared machine is slow at odd moments.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The Chromium to drive. A test that needs it is skipped if there is none."""
    found = find_chromium()
    if found is None:
        pytest.skip("no Chromium on PATH: install Debian's package chromium, say, to run the tests in a browser")
    return Path(found)


@pytest.fixture(scope="package")
def browser(chromium: Path) -> Iterator[Browser]:
    """A running Chromium. It ends with the last test of this folder: its event loop would be in the way of others."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=LAUNCH)
        yield running
        running.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedPage]:
    """A new server with the page. Its bots think quickly, and between two games of a match there is time to look
    around."""
    if not PAGE.is_file():
        pytest.skip("the page is not built: run `make page`, or `python hatch_build.py`")
    with serve(tmp_path_factory.mktemp("server"), *QUICK, "--between-games", "60", run=DEALS_BY_NONCES) as server:
        yield server


@pytest.fixture(scope="package")
def desks(browser: Browser, served: ServedPage) -> Iterator[Desks]:
    """The browsers for the pages of `served`."""
    with closing(Desks(browser, served.url)) as desks:
        yield desks


@pytest.fixture(scope="package")
def own_port() -> int:
    """The port of a test's own server. All such servers use it in turn, so browsers that know the page of one know the
    next."""
    return free_ports(1)[0]


@pytest.fixture(scope="package")
def own_desks(browser: Browser, own_port: int) -> Iterator[Desks]:
    """The browsers for the server that listens at `own_port`."""
    with closing(Desks(browser, f"http://localhost:{own_port}")) as desks:
        yield desks


@pytest.fixture
def sit(desks: Desks) -> Iterator[Seats]:
    """Seats somebody at a browser, as `Desks.seats` says. Errors on a page fail the test."""
    with desks.seats() as sit_down:
        yield sit_down
