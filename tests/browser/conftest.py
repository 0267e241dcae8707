"""What the tests in a real browser may use: a running server, and players who sit before its page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.launch import LAUNCH, find_chromium
from tests.browser.player import Player
from tests.browser.server import PAGE, ServedPage, serve

DESKTOP = (1280, 720)
PHONE = (390, 844)

Seats = Callable[..., Player]


QUICK = ("--bot-pace", "0.05", "--countdown", "0.1", "--players-per-hour", "10000", "--rooms-per-address", "1000")

# A shared machine is slow at odd moments.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The Chromium to drive; a test that asks for it is skipped where there is none."""
    found = find_chromium()
    if found is None:
        pytest.skip("no Chromium on PATH: install Debian's package chromium, say, to run the tests in a browser")
    return Path(found)


@pytest.fixture(scope="package")
def browser(chromium: Path) -> Iterator[Browser]:
    """A running Chromium. It ends with the last test of this folder: its event loop would be in the way of others' own."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=LAUNCH)
        yield running
        running.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedPage]:
    """A server of its own, with the page; its bots think quickly, and between two games of a match is time to look around."""
    if not PAGE.is_file():
        pytest.skip("the page is not built: run `make page`, or `python hatch_build.py`")
    with serve(tmp_path_factory.mktemp("server"), *QUICK, "--between-games", "60") as server:
        yield server


@pytest.fixture(scope="session")
def served_without_breaks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedPage]:
    """As `served`, but the games of a match follow each other so soon that what is said between them can hardly be read."""
    if not PAGE.is_file():
        pytest.skip("the page is not built: run `make page`, or `python hatch_build.py`")
    with serve(tmp_path_factory.mktemp("server"), *QUICK, "--between-games", "0.2") as server:
        yield server


@pytest.fixture
def sit(browser: Browser, served: ServedPage) -> Iterator[Seats]:
    """Let somebody sit down at a browser of his own: `sit("Ann", size=PHONE)`. Errors on a page fail the test.

    The system wants less motion, as cards that glide are half of what a page costs; `sit("Ann", moves=True)` sees them glide.
    """
    with seats(browser, served) as sit_down:
        yield sit_down


@pytest.fixture
def sit_for_a_match(browser: Browser, served_without_breaks: ServedPage) -> Iterator[Seats]:
    """As `sit`, on the server without breaks."""
    with seats(browser, served_without_breaks) as sit_down:
        yield sit_down


@contextmanager
def seats(browser: Browser, served: ServedPage) -> Iterator[Seats]:
    """What `sit` gives; at the end all browsers are closed, and what went wrong on their pages is raised."""
    contexts = []
    faults: list[str] = []

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
        page.on("console", lambda m: faults.append(f"{page.url}: {m.text}") if m.type == "error" else None)

    def sit_down(name: str, size: tuple[int, int] = DESKTOP, *, moves: bool = False) -> Player:
        by_hand = size == PHONE
        context = browser.new_context(
            base_url=served.url,
            viewport={"width": size[0], "height": size[1]},
            locale="en-GB",
            reduced_motion="no-preference" if moves else "reduce",
            has_touch=by_hand,
            is_mobile=by_hand,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        watch(page)
        return Player(page, name)

    yield sit_down
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)
