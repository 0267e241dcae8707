"""Where a race was lost, and practice from a position of its replay."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import axe, violations
from tests.browser.desks import PHONE, Seats

__all__ = ["axe"]

pytestmark = pytest.mark.browser

MOVES = 24
"""Cover comes out in so many, whichever they are."""


@pytest.mark.parametrize("size", [(1280, 720), PHONE])
def test_a_race_that_was_given_up_is_won_from_its_replay(sit: Seats, axe: str, size: tuple[int, int]) -> None:
    ann = sit("Ann", size)
    page = ann.page
    ann.arrive()
    ann.open_room("cover")
    ann.ready()
    ann.wait_for_cards()
    for _ in range(3):
        ann.play_by_tapping()
    ann.give_up()
    results = page.get_by_role("dialog")
    results.get_by_role("button", name="Where was it lost?").click()
    expect(results).to_contain_text("This race isn’t analysed")
    results.get_by_role("link", name="Replay").click()

    # The replay is stepped through, by the pointer and by the keys.
    page.get_by_role("button", name="Where it was lost").click()
    panel = page.get_by_role("region", name="Where it was lost")
    back, on = panel.get_by_role("button", name="One move back"), panel.get_by_role("button", name="One move on")
    page.get_by_role("slider", name="Moment").press("End")
    expect(panel).to_contain_text("Step 3 of 3")
    expect(on).to_be_disabled()
    back.click()
    back.press("Enter")
    expect(panel).to_contain_text("Step 1 of 3")
    on.press("Enter")
    expect(panel).to_contain_text("Step 2 of 3")
    assert violations(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    panel.get_by_role("button", name="Play on from here").click()
    expect(page.locator("header")).to_contain_text("practice from a replay")
    ann.wait_for_cards()
    for _ in range(MOVES - 2):
        ann.play_by_tapping()
    expect(results).to_contain_text("this room is unrated")
    expect(results).to_contain_text(f"{MOVES} moves")
    assert violations(page, axe) == []
    results.get_by_role("link", name="Back to the replay").click()
    expect(page).to_have_url(re.compile(r"/replay/\w{6}\?lost$"))
    expect(panel).to_contain_text("Step 0 of 3")
