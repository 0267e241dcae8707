"""A room by link only, locked by its host, as players see it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.desks import Seats

pytestmark = pytest.mark.browser


def test_a_room_by_link_opens_by_its_link_alone_and_its_host_locks_it(sit: Seats) -> None:
    ann, bob, eve = sit("Ann"), sit("Bob"), sit("Eve")
    ann.arrive("/games/fourteenth")
    ann.page.get_by_text("More options").click()
    ann.page.get_by_label("By link only").check()
    expect(ann.page.get_by_label("Shown in the list of games")).to_have_count(0)
    ann.page.get_by_role("button", name="Open the room").click()
    expect(ann.page.get_by_text("The code alone lets nobody in.")).to_be_visible()
    link = ann.page.get_by_label("Link to play").input_value()
    assert re.search(r"/r/[A-Z0-9]{6}#[\w-]{11}$", link)
    assert ann.page.url == link
    path = link[link.index("/r/") :]
    alone, _, key = path.partition("#")

    eve.arrive(alone)
    expect(eve.page.get_by_text("No room has this code")).to_be_visible()
    bob.arrive(path)
    expect(ann.page.locator(".lobby li")).to_have_count(2)
    expect(bob.page.get_by_label("Link to play")).to_have_value(link)
    bob.page.locator(".skip").focus()
    bob.page.keyboard.press("Enter")
    bob.page.reload()
    expect(bob.page.locator(".lobby li")).to_have_count(2)
    assert bob.page.url == link

    ann.page.get_by_label("Locked: nobody else can sit down").check()
    expect(bob.page.get_by_text("The room is locked")).to_be_visible()
    expect(bob.page.get_by_text("Anyone who opens this link can play")).to_have_count(0)
    eve.arrive(path)
    expect(eve.page.get_by_text("The host has locked the room")).to_be_visible()
    eve.page.get_by_role("link", name="Watch").click()
    expect(ann.page.get_by_text("1 watching")).to_be_visible()
    assert eve.page.url.endswith(f"#{key}")

    ann.page.get_by_label("Locked: nobody else can sit down").uncheck()
    expect(bob.page.get_by_text("The room is locked")).to_have_count(0)

    ann.page.get_by_role("button", name="Remove Bob").click()
    expect(bob.page.get_by_text("The host has freed your seat. You can come back in 10 minutes.")).to_be_visible()
    expect(bob.page.get_by_text("during the countdown")).to_have_count(0)
    bob.page.get_by_role("button", name="Join again").click()
    expect(bob.page.get_by_text("Come back in 10 minutes")).to_be_visible()
