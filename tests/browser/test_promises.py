"""The page promises its part of the deal, shows it, and promises a new one by itself when that is due. It shows its checks."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Page, expect

from cadogan_protocol.messages import Ready
from tests.browser.desks import PHONE, Seats
from tests.browser.duellist import show_settings
from tests.browser.player import go
from tests.browser.server import ServedPage
from tests.server.wire import dial

pytestmark = pytest.mark.browser


def commit_of(page: Page) -> str:
    return page.locator(".commit").get_attribute("title") or ""


async def withhold(port: int, code: str) -> str:
    """Get ready with a promise, and never keep it; return the reason for the lost seat."""
    async with dial(port) as eve:
        await (await eve.hello("Eve")).join(code)
        await eve.ask(Ready, nonce_hash="ab" * 32)
        return (await eve.closed())[1]


def test_a_withholder_is_sent_away_and_the_others_go_on_without_a_press(sit: Seats, served: ServedPage) -> None:
    ann, bob = sit("Ann"), sit("Bob", PHONE)
    ann.arrive()
    code = ann.open_room("fourteenth")
    bob.arrive(f"/r/{code}")
    expect(ann.page.locator(".lobby li")).to_have_count(2)
    # A page that is loaded again keeps its promise.
    ann.ready()
    promised = ann.page.get_by_role("button", name="Not ready after all")
    expect(promised).to_be_visible()
    ann.page.reload()
    expect(promised).to_be_visible()
    with ThreadPoolExecutor() as threads:
        gone = threads.submit(asyncio.run, withhold(int(served.url.rpartition(":")[2]), code))
        expect(ann.page.locator(".lobby li")).to_have_count(3)
        bob.ready()
        assert "nonce" in gone.result()
    for racer in (ann, bob):
        racer.wait_for_cards()
        expect(racer.page.locator(".strip li")).to_have_count(2)
        racer.give_up()
    for racer in (ann, bob):
        checked = racer.page.locator("details.fair")
        checked.locator("summary", has_text="Checked: the deal was fixed before the start.").press("Enter")
        for text in (
            "The random number of Ann is the one that was promised.",
            "The random number of Bob is the one that was promised.",
            "The deal is number 0 in the row of deals made from the secret and all random numbers.",
            "The promises of the random numbers are still those that this page has seen.",
            "Your own random number is among them.",
            "1 countdown was called off before.",
            f"cadogan verify {code}",
        ):
            expect(checked.get_by_text(text)).to_be_visible()
        expect(checked.locator("li.wrong")).to_have_count(0)


def test_a_deal_that_some_may_know_says_so(sit: Seats) -> None:
    ann = sit("Ann")
    ann.arrive()
    ann.open_room("fourteenth", 7)
    expect(ann.page.locator(".facts").get_by_text("unrated", exact=True)).to_be_visible()
    expect(ann.page.get_by_text("Someone may know this deal already, so the race is unrated.")).to_be_visible()
    go(ann.page, "/games/fourteenth")
    ann.page.get_by_text("More options").click()
    expect(ann.page.get_by_label("Counts for the leaderboard")).to_be_visible()
    undo = ann.page.get_by_role("combobox", name="Undo", exact=True)
    expect(undo).to_have_value("covered")
    ann.page.get_by_role("combobox", name="Deal", exact=True).select_option("numbered")
    expect(ann.page.get_by_label("Counts for the leaderboard")).to_have_count(0)
    expect(undo).to_have_value("free")
    expect(ann.page.get_by_role("combobox", name="Deal", exact=True).locator("option")).to_have_count(3)
    # A link names a deal that the whole world knows by its number. Lobby, table and results say which it is.
    go(ann.page, "/games/freecell?deal=microsoft-617")
    deal = ann.page.get_by_role("combobox", name="Deal", exact=True)
    expect(deal).to_have_value("microsoft")
    expect(deal).to_have_accessible_description(
        re.compile("^The cards that Microsoft FreeCell deals under this number")
    )
    ann.page.get_by_role("button", name="Open the room").click()
    expect(ann.page.locator(".facts .chip", has_text="Microsoft deal 617")).to_be_visible()
    ann.ready()
    ann.wait_for_cards()
    expect(ann.page.get_by_text("Microsoft deal 617, unrated")).to_be_visible()
    ann.give_up()
    expect(ann.page.get_by_text("Microsoft deal 617. Someone may know this deal already")).to_be_visible()
    checked = ann.page.locator("details.fair")
    checked.locator("summary").press("Enter")
    expect(checked.get_by_text("The deal is Microsoft’s number 617.")).to_be_visible()
    expect(checked.locator("li.wrong")).to_have_count(0)
    # The deal of the day has a page of its own.
    go(ann.page, "/daily")
    ann.page.get_by_role("button", name="Start: this attempt counts").click()
    ann.wait_for_cards()
    ann.give_up()
    checked = ann.page.locator("details.fair")
    checked.locator("summary", has_text="Nothing wrong with the cards so far").press("Enter")
    expect(checked.get_by_text("is the published one.")).to_be_visible()
    go(ann.page, "/games/spite_and_malice")
    show_settings(ann.page)
    ann.page.get_by_text("More options").click()
    expect(ann.page.get_by_role("combobox", name="Deal", exact=True)).to_have_count(0)
