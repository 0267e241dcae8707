"""Russian Bank at a duel's table, on a laptop and on a phone: turning, laying off, and "Stop!"."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.desks import PHONE, Seats
from tests.browser.duellist import open_duel

pytestmark = pytest.mark.browser

BOB_MISSES = 1
"""The players' nonces, with which Bob begins and has an ace on his reserve."""

LEAST = 36
"""The least width of a card on a phone, in pixels."""


def pile(page: Page, name: str) -> Locator:
    return page.locator(f'.pile[aria-label^="{name}"]')


def action(page: Page, name: str) -> Locator:
    return page.locator(f'[data-action="{name}"]')


def test_a_missed_play_is_stopped_and_a_turn_ends_with_a_card(sit: Seats) -> None:
    ann, bob = sit("Ann"), sit("Bob", PHONE)
    ann.arrive()
    code = open_duel(ann.page, "russian_bank")
    bob.arrive(f"/r/{code}")
    for player in (ann, bob):
        player.bring_nonce(BOB_MISSES)
        player.ready()
    for player in (ann, bob):
        player.wait_for_cards()
        own, theirs = pile(player.page, "Your reserve"), pile(player.page, "Reserve of")
        assert own.bounding_box()["y"] > theirs.bounding_box()["y"]  # type: ignore[index]
    assert bob.page.locator(".card").first.bounding_box()["width"] >= LEAST  # type: ignore[index]

    expect(action(ann.page, "stop")).to_have_count(0)
    place = bob.table.bounding_box()
    action(bob.page, "turn").click()
    expect(action(ann.page, "stop")).to_have_text("Stop!")
    expect(action(bob.page, "stop")).to_have_count(0)
    action(ann.page, "stop").click()
    expect(ann.page.locator(".notices")).to_contain_text("A play was missed: Reserve of Bob")
    expect(bob.page.locator(".notices")).to_contain_text("A play was missed: Your reserve")
    expect(pile(bob.page, "Your stock")).to_have_attribute("aria-label", "Your stock: 35 cards in all")

    assert bob.table.bounding_box() == place  # what is said below it is shorter now
    action(ann.page, "turn").click()
    action(bob.page, "stop").click()
    expect(bob.page.locator(".notices")).to_contain_text("But nothing was missed")
    expect(action(bob.page, "stop")).to_have_count(0)
    stock = pile(ann.page, "Your stock").get_attribute("data-pile")
    ann.page.locator(f'.card.grab[data-at^="{stock}:"]').drag_to(pile(ann.page, "Your waste"), force=True)
    expect(pile(ann.page, "Your waste")).not_to_have_attribute("aria-label", "Your waste: empty")
    expect(bob.page.locator(".plate.me.awaited")).to_be_visible()
