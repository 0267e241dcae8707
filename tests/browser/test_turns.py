"""Spite and Malice for four, two against two: a short game to its end, its result, and its replay."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.desks import Seats
from tests.browser.duellist import Duellist, choose, show_settings
from tests.browser.player import go

pytestmark = pytest.mark.browser

MOST_MOVES = 100


def test_partners_play_a_game_to_its_end_and_see_its_replay(sit: Seats) -> None:
    ann = sit("Ann")
    page = ann.page
    ann.arrive("/games/spite_and_malice_table")
    ann.bring_nonce(1)
    show_settings(page)
    choose(page, "Opponents", "bots: easy")
    page.get_by_label("Partners").check()
    choose(page, "Cards to get rid of", "5")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/r/"))
    code = page.url.rsplit("/", 1)[1]
    ann.wait_for_first_card()
    expect(page.locator("[data-seat='2'] .partner")).to_have_text("partner")
    expect(page.locator("[data-seat] .clock, header .late")).to_have_count(0)

    hands = Duellist(ann)
    rematch = page.get_by_role("button", name="Rematch")
    for _ in range(MOST_MOVES):
        expect(page.locator(".task.lead").or_(rematch).first).to_be_visible()
        if rematch.count():
            break
        hands.act()
    title = page.get_by_role("heading", name=re.compile(r"^(You have won!|\w+ and \w+ win)$"))
    expect(title).to_be_visible()

    go(page, f"/replay/{code}")
    expect(page.locator("[data-seat] .side")).to_have_count(4)
    page.get_by_role("slider").first.press("End")
    expect(page.get_by_text(re.compile(r"\w+ wins?$")).first).to_be_visible()
