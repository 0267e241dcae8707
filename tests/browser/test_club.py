"""Friends among themselves: a club from its opening to its table, and the chat of a room by link."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import Axe, axe, violations
from tests.browser.desks import PHONE, Seats

__all__ = ["axe"]

pytestmark = pytest.mark.browser


def test_two_friends_have_a_club_and_write_to_each_other(sit: Seats, axe: Axe) -> None:
    ann, bob = sit("Ann"), sit("Bob", PHONE)
    ann.arrive("/tournaments")
    ann.page.get_by_role("navigation").get_by_role("link", name="Clubs").click()
    ann.page.get_by_role("button", name="Open a club").click()
    form = ann.page.get_by_role("dialog", name="Open a club")
    form.get_by_label("Name").fill("Hearts of Oak")
    form.get_by_label("What the club says about itself").fill("We play on Fridays.")
    form.get_by_label("Motif").select_option("crown")
    form.get_by_label("Ground").select_option("wine")
    form.get_by_label("Officers decide who joins").check()
    picture(ann.page, "form")
    form.get_by_role("button", name="Open a club").click()
    expect(ann.page.get_by_role("heading", name="Hearts of Oak")).to_be_visible()
    path = ann.page.url[ann.page.url.index("/club/") :]

    # Bob asks, Ann accepts; both see it.
    bob.arrive(path)
    bob.page.get_by_role("button", name="Ask to join").click()
    expect(bob.page.get_by_text("You have asked to join")).to_be_visible()
    ann.page.reload()
    ann.page.get_by_role("button", name="Accept Bob").click()
    expect(ann.page.get_by_role("heading", name="2 members")).to_be_visible()
    bob.page.reload()
    expect(bob.page.get_by_text("owner")).to_be_visible()
    expect(bob.page.get_by_text("Nobody has points yet.")).to_be_visible()
    for one in (ann.page, bob.page):
        assert violations(one, axe) == []

    # In a room by link the host lets them write, from the start or later.
    ann.arrive("/games/fourteenth")
    ann.page.get_by_text("More options").click()
    ann.page.get_by_label("By link only").check()
    ann.page.get_by_label("Players may write to each other").check()
    ann.page.get_by_role("button", name="Open the room").click()
    link = ann.page.get_by_label("Link to play").input_value()
    bob.arrive(link[link.index("/r/") :])
    expect(ann.page.locator(".lobby li")).to_have_count(2)
    ann.page.get_by_role("button", name="Chat").click()
    chat = ann.page.get_by_role("region", name="Chat")
    expect(chat.get_by_label("Players may write to each other")).to_be_checked()
    chat.get_by_label("Write to the other players").fill("<b>Hello</b> Bob")
    ann.page.keyboard.press("Enter")
    expect(chat.get_by_role("log")).to_contain_text("You <b>Hello</b> Bob")
    expect(bob.page.get_by_text("Ann: <b>Hello</b> Bob").first).to_be_visible()
    bob.page.get_by_role("button", name="Chat: 1 unread line").click()
    theirs = bob.page.get_by_role("region", name="Chat")
    expect(theirs.get_by_role("log")).to_contain_text("Ann <b>Hello</b> Bob")
    theirs.get_by_label("Write to the other players").fill("Hi!")
    theirs.get_by_role("button", name="Send").click()
    expect(chat.get_by_role("log")).to_contain_text("Bob Hi!")
    for one in (ann.page, bob.page):
        assert violations(one, axe) == []
    picture(ann.page, "chat")
    picture(bob.page, "chat_phone")
    chat.get_by_label("Players may write to each other").uncheck()
    expect(theirs.get_by_label("Write to the other players")).to_have_count(0)
    chat.get_by_label("Players may write to each other").check()
    expect(theirs.get_by_label("Write to the other players")).to_be_visible()
    for panel in (chat, theirs):
        panel.get_by_role("button", name="Close").click()

    for friend in (ann, bob):
        friend.arrive(path)
        expect(friend.page.get_by_role("heading", name="2 members")).to_be_visible()
    picture(ann.page, "club")
    picture(bob.page, "club_phone")


def picture(page: Page, name: str) -> None:
    if folder := os.environ.get("CLUB_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
