"""Two people at a shared table, on a laptop and a phone, far away from the server."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import Player, go
from tests.browser.server import ServedPage
from tests.faults.tcp_proxy import TcpProxy, tcp_proxy

pytestmark = pytest.mark.browser

AWAY = 0.075
"""The seconds that each message needs in each direction."""

WINDOWS: dict[str, dict[str, Any]] = {
    "Ann": {"viewport": {"width": 1366, "height": 768}},
    "Bob": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2},
}

NONCE = 74
"""With it Ann has the ace and the two of clubs on her work piles, and Bob has his two of clubs there."""
ACE, TWO, BOBS_TWO = (f'.card[data-at="{pile}:0"]' for pile in (40, 43, 45))
ON_THE_ACE = '.card.f1[data-at="0:1"]'


class Away:
    """A proxy before the server, in a thread of its own."""

    def __init__(self, proxy: TcpProxy, loop: asyncio.AbstractEventLoop) -> None:
        self._proxy, self._loop = proxy, loop
        self.url = f"http://127.0.0.1:{proxy.port}"

    def hold(self) -> None:
        """Let nothing pass for now."""
        self._loop.call_soon_threadsafe(self._proxy.open.clear)

    def let_go(self) -> None:
        self._loop.call_soon_threadsafe(self._proxy.open.set)


@contextmanager
def away(port: int) -> Iterator[Away]:
    """Open a proxy before a server, behind which it is far away."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()
    opened = tcp_proxy(port)
    try:
        proxy = asyncio.run_coroutine_threadsafe(opened.__aenter__(), loop).result()
        proxy.lag = AWAY
        yield Away(proxy, loop)
        asyncio.run_coroutine_threadsafe(opened.__aexit__(None, None, None), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def press(player: Player, card: str) -> None:
    """Press a card of the own table."""
    player.table.locator(card).click()


def rounds_end(player: Player) -> list[list[str]]:
    """Return the rows of what a round was worth, in the order of the seats."""
    rows = player.page.locator(".note tbody tr")
    expect(rows).to_have_count(2)
    return [rows.and_(player.page.locator(f'[data-seat="{seat}"]')).locator("td").all_inner_texts() for seat in (0, 1)]


def test_two_people_far_from_the_server_play_at_one_table(browser: Browser, served: ServedPage) -> None:
    with ExitStack() as stack:
        ways = {name: stack.enter_context(away(int(served.url.rsplit(":", 1)[1]))) for name in WINDOWS}
        people = []
        for name, window in WINDOWS.items():
            context = browser.new_context(base_url=ways[name].url, locale="en-GB", reduced_motion="reduce", **window)
            stack.callback(context.close)
            people.append(Player(context.new_page(), name))
        ann, bob = people
        ann.arrive("/games/racing_demon")
        ann.bring_nonce(NONCE)
        ann.page.get_by_text("More settings").click()
        ann.page.get_by_role("button", name="Open the room").click()
        expect(ann.page.get_by_role("heading", name="Players")).to_be_visible()
        bob.arrive("/")
        bob.bring_nonce(NONCE)
        go(bob.page, f"/r/{ann.page.url.rsplit('/', 1)[1]}")
        for one in people:
            one.ready()
        for one in people:
            one.wait_for_first_card()

        # A digit picks a card, and Enter puts it on the first place where it may go.
        ann.page.keyboard.press("1")
        expect(ann.table.locator(ACE)).to_have_class(re.compile("picked"))
        ann.page.keyboard.press("Enter")
        expect(bob.table.locator('.card.f0[data-at="0:0"]')).to_be_visible()
        ann.wait_for_answer()
        ways["Ann"].hold()
        press(bob, BOBS_TWO)
        bob.wait_for_answer()
        press(ann, TWO)
        # The own move is shown before anybody has answered.
        expect(ann.table.locator(ON_THE_ACE)).to_be_visible()
        expect(ann.table.locator(TWO)).to_have_count(0)
        ways["Ann"].let_go()
        expect(ann.page.get_by_text("Too late: Bob played 2♣ first.").first).to_be_visible()
        expect(ann.table.locator(TWO)).to_be_visible()
        for one in people:
            one.wait_for_answer()
            expect(one.table.locator('.card[data-at^="0:"]')).to_have_count(2)
        assert ann.cards() == bob.cards()

        for _ in range(4):  # the wastes are gathered three times, and then the round is over
            room = bob.table.bounding_box()
            for one in (bob, ann):
                one.page.get_by_role("button", name="Nothing to play").click()
                one.wait_for_answer()
                if one is bob:  # what the button says then is longer
                    expect(bob.page.get_by_role("button", name="Waiting for the others")).to_be_visible()
                    assert bob.table.bounding_box() == room
        assert rounds_end(ann) == rounds_end(bob)
        # The break is no time of the game: the clock at the head of the page goes on.
        expect(ann.page.locator(".room > header").get_by_role("timer")).to_have_accessible_name("Time")
        # A screen reader would read all of the note again with each second, unless they are a timer.
        expect(ann.page.locator(".note").get_by_role("timer")).to_have_text(re.compile(r"^next round in [1-9]\d*\ss$"))
        for one in people:
            one.page.get_by_role("button", name="Next round now").click()
        for one in people:
            expect(one.page.locator(".note tbody")).to_have_count(0)
        bob.give_up()
        for one in people:
            expect(one.page.get_by_role("button", name="Rematch")).to_be_visible()
        results = [one.page.get_by_text(re.compile(r"^−\d+ points$")).all_inner_texts() for one in people]
        assert len(results[0]) >= 2
        assert results[0] == results[1]
