"""A tournament on the page: from the list to the podium."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.desks import PHONE, Seats

pytestmark = pytest.mark.browser


def test_two_people_enter_a_knockout_and_one_wins_it(sit: Seats) -> None:
    """On the tournament's page nobody presses anything between the start and the table, and the page says that its player
    is ready. On any other page a button leads to the table."""
    ann, bob = sit("Ann"), sit("Bob", PHONE)
    ann.arrive("/")
    ann.page.get_by_role("link", name="Tournaments").first.click()
    ann.page.get_by_role("button", name="Open a tournament").click()
    form = ann.page.get_by_role("dialog", name="Open a tournament")
    form.get_by_role("radio", name="Knockout").check()
    form.get_by_text("More options").click()
    form.get_by_label("Jokers").select_option("3")
    form.get_by_label("Title").fill("Club night")
    form.get_by_label("By link only").check()
    # The button has a place of its own, so it hides no field that has the focus.
    expect(form.locator(".body").get_by_role("button", name="Open the tournament")).to_have_count(0)
    form.get_by_role("button", name="Open the tournament").click()
    expect(ann.page.get_by_role("heading", name="Club night")).to_be_visible()
    bob.arrive(ann.page.url)
    for one in (ann.page, bob.page):
        expect(one.get_by_text("Jokers: 3")).to_be_visible()
        one.get_by_role("button", name="Take part").click()
        expect(one.get_by_text("You take part")).to_be_visible()
        expect(one.locator(".act .rank")).to_have_count(0)  # nobody has a place before the first game
    expect(row(ann.page, "Bob")).to_be_visible()

    # Whoever looks at another page meanwhile is called there.
    bob.page.get_by_role("link", name="Cadogan").first.click()
    expect(bob.page.get_by_role("button", name="Play now against bots")).to_be_visible()
    ann.page.get_by_role("button", name="Start now").click()
    bob.page.get_by_role("button", name="Go to your game").click()
    for one in (ann.page, bob.page):
        expect(one.get_by_role("link", name="Club night")).to_be_visible()
    assert ann.page.url == bob.page.url
    resign = ann.page.get_by_role("button", name="Resign")
    expect(resign).to_be_enabled()
    resign.click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()

    for one in (ann.page, bob.page):
        results = one.get_by_role("dialog")
        expect(results.get_by_role("link", name="Back to the tournament")).to_be_visible()
        assert results.locator(".btn.primary:visible").all_inner_texts() == ["Back to the tournament"]
        results.get_by_role("link", name="Back to the tournament").click()
        expect(one.get_by_text("Won by Bob")).to_be_visible()
        assert one.locator(".podium li").all_inner_texts() == ["1\nBob\n1 round won", "2\nAnn\n0 rounds won"]
        assert row(one, "Bob").all_inner_texts() == ["1\tBob\t1\t1"]
        assert row(one, "Ann").all_inner_texts() == ["2\tAnn out\t1\t0"]
        expect(one.get_by_text(re.compile("Bob beat Ann"))).to_be_visible()
    expect(bob.page.locator(".act")).to_contain_text("1 won, 0 drawn, 0 lost")


def row(page: Page, name: str) -> Locator:
    """Return somebody's line of the standings."""
    return page.locator("section", has=page.get_by_role("heading", name="Standings")).locator("tr", has_text=name)
