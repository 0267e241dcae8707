"""Russian Bank at a duel's table, on a phone: turning, laying off, and "Stop!"."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.desks import PHONE, Seats
from tests.browser.rival import rival
from tests.browser.server import ServedPage

pytestmark = pytest.mark.browser

BOB_MISSES = 95
"""Bob's nonce, with which he begins and has an ace on his reserve. After that Ann has nothing to miss."""

STOCK_TO_WASTE = 20, 18
"""Where Ann's turn ends."""

LEAST = 36
"""The least width of a card on a phone, in pixels."""


def pile(page: Page, name: str) -> Locator:
    return page.locator(f'.pile[aria-label^="{name}"]')


def action(page: Page, name: str) -> Locator:
    return page.locator(f'[data-action="{name}"]')


def test_a_missed_play_is_stopped_and_a_turn_ends_with_a_card(sit: Seats, served: ServedPage) -> None:
    bob = sit("Bob", PHONE)
    page = bob.page
    with rival(served.url, "Ann") as ann:
        ann.do(ann.wire.create("russian_bank", {"move_seconds": 0}, public=False))
        ann.do(ann.wire.ready())
        bob.arrive(f"/r/{ann.wire.code}")
        bob.bring_nonce(BOB_MISSES)
        bob.ready()
        bob.wait_for_cards()
        own, theirs = pile(page, "Your reserve"), pile(page, "Reserve of")
        assert own.bounding_box()["y"] > theirs.bounding_box()["y"]  # type: ignore[index]
        assert page.locator(".card").first.bounding_box()["width"] >= LEAST  # type: ignore[index]

        place = bob.table.bounding_box()
        action(page, "turn").click()
        ann.move(lambda moves: next(move for move in moves if move[0] == "stop"))
        expect(page.locator(".notices")).to_contain_text("A play was missed: Your reserve")
        expect(action(page, "stop")).to_have_count(0)
        expect(pile(page, "Your stock")).to_have_attribute("aria-label", "Your stock: 35 cards in all")
        assert bob.table.bounding_box() == place  # what is said below it is shorter now

        ann.move(lambda moves: next(move for move in moves if move[0] == "turn"))
        expect(action(page, "stop")).to_have_text("Stop!")
        action(page, "stop").click()
        expect(page.locator(".notices")).to_contain_text("But nothing was missed")
        expect(action(page, "stop")).to_have_count(0)
        ann.move(lambda moves: next(move for move in moves if move[:2] == STOCK_TO_WASTE))
        expect(page.locator(".plate.me.awaited")).to_be_visible()

        action(page, "turn").click()
        stock = pile(page, "Your stock").get_attribute("data-pile")
        page.locator(f'.card.grab[data-at^="{stock}:"]').drag_to(pile(page, "Your waste"), force=True)
        expect(pile(page, "Your waste")).not_to_have_attribute("aria-label", "Your waste: empty")
        expect(page.locator(".plate.me.awaited")).to_have_count(0)
