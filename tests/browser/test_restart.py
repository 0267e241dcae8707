"""The server is killed, replaced by a newer one, or visited from two windows: the page finds its way back by itself."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import QUICK
from tests.browser.player import Player
from tests.browser.relay import Relay
from tests.browser.server import KEEPS_NOTHING, PAGE, ServedPage, serve
from tests.server.processes import linux, redis_process

pytestmark = pytest.mark.browser

STILL: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}, "locale": "en-GB", "reduced_motion": "reduce"}
"""A browser that has never seen the page, in which no card glides."""

COVERED = """() => [...document.querySelectorAll('header > *')].flatMap(part => {
  const { x, y, width, height } = part.getBoundingClientRect()
  const covered = width && !part.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  return covered ? [part.textContent || part.ariaLabel] : []
})"""
"""Names the elements in the head of a table's page that lie under others."""


class Line(Relay):
    """Notes whether the server has refused the page because it can't save.

    Attributes:
        turned_away: True since such a refusal.
    """

    turned_away = False

    def heard(self, message: str | bytes) -> None:
        self.turned_away |= b"store_down" in (message if isinstance(message, bytes) else b"")
        self.tell(message)


def test_a_killed_server_comes_back_with_every_move(browser: Browser, tmp_path: Path) -> None:
    if not PAGE.is_file():
        pytest.skip("the page is not built: run `make page`, or `python hatch_build.py`")
    context = browser.new_context(**STILL)
    with serve(tmp_path, *QUICK) as first:
        context.set_default_timeout(15_000)
        page = context.new_page()
        ann = Player(page, "Ann")
        page.goto(first.url)
        page.get_by_role("button", name="Race friends").click()
        page.get_by_role("button", name="Open the room").click()
        ann.ready()
        ann.wait_for_cards()
        for _ in range(5):
            page.get_by_role("button", name="Turn", exact=True).click()
            ann.wait_for_answer()
        before = ann.cards()
        first.process.kill()
        first.process.join()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(COVERED) == []
    page.set_viewport_size({"width": 1280, "height": 720})
    with serve(tmp_path, port=int(first.url.rsplit(":", 1)[1])):
        expect(page.get_by_text("Connection lost")).to_be_hidden(timeout=30_000)
        assert ann.cards() == before
        page.get_by_role("button", name="Turn", exact=True).click()
        ann.wait_for_answer()
        assert ann.cards() != before
        context.close()


@linux
def test_while_rooms_are_paused_the_clock_stands_still(browser: Browser, tmp_path: Path) -> None:
    if not PAGE.is_file():
        pytest.skip("the page is not built: run `make page`, or `python hatch_build.py`")
    context = browser.new_context(**STILL)
    context.set_default_timeout(15_000)
    with serve(tmp_path, "--no-bots", *QUICK, run=KEEPS_NOTHING) as server:
        page = context.new_page()
        page.clock.install()
        ann = Player(page, "Ann")
        line = Line(ann)
        page.goto(f"{server.url}/games/klondike")
        page.get_by_role("button", name="Open the room").click()
        ann.ready()
        ann.wait_for_cards()
        redis = redis_process(tmp_path)
        os.kill(redis, signal.SIGSTOP)
        try:
            page.get_by_role("button", name="Turn", exact=True).click()
            expect(page.get_by_text("Paused: the server")).to_be_visible(timeout=30_000)
            clock = page.get_by_role("timer")
            before = clock.inner_text()
            page.clock.fast_forward("10:00")
            page.clock.run_for(1000)
            expect(clock).to_have_text(before)
            line.cut()
            for _ in range(10_000):
                if line.turned_away:
                    break
                page.title()  # lets Playwright pass on what it has heard
            assert line.turned_away, "the page joins again, and is refused"
        finally:
            os.kill(redis, signal.SIGCONT)
        expect(page.get_by_text("Paused: the server")).to_be_hidden(timeout=30_000)
        context.close()


def test_an_old_page_reloads_and_a_game_in_two_windows_moves_to_one(browser: Browser, served: ServedPage) -> None:
    """The server has a newer page, and a file of the open one is gone. The same game is opened in another window."""
    context = browser.new_context(base_url=served.url, **STILL)
    first = context.new_page()
    ann = Player(first, "Ann")
    gone = iter([True])
    first.route("**/assets/RoomPage-*.js", lambda route: route.abort() if next(gone, False) else route.continue_())
    first.goto("/")
    first.get_by_role("button", name="Race friends").click()
    first.get_by_role("button", name="Open the room").click()
    ann.ready()
    ann.wait_for_cards()
    expect(first.get_by_role("group", name="Your table")).to_be_visible()
    assert next(gone, None) is None, "the page asked for a file that is gone"

    second = context.new_page()
    second.goto(first.url)
    Player(second, "Ann").wait_for_cards()
    elsewhere = "This game is open in another window."
    expect(first.get_by_text(elsewhere)).to_be_visible()
    first.get_by_role("button", name="Play here").click()
    expect(second.get_by_text(elsewhere)).to_be_visible()
    expect(first.get_by_text(elsewhere)).to_be_hidden()
    first.get_by_role("button", name="Turn", exact=True).click()
    ann.wait_for_answer()
    assert any(at.startswith("12:") for at in ann.cards())
    context.close()
