"""The page's answers to impossible actions, and its hints to possible ones."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.desks import PHONE, Seats
from tests.browser.player import Player

pytestmark = pytest.mark.browser


def begin(ann: Player, game: str, number: int) -> None:
    ann.arrive()
    ann.open_room(game, number)
    ann.ready()
    ann.wait_for_cards()
    ann.wait_for_rest()


def middle(card: Locator) -> tuple[float, float]:
    """Return the point at which to take an uncovered card."""
    box = card.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.85


def drag(page: Page, card: Locator, target: Locator) -> None:
    """Drag a card on to another, and check on the way that it came along."""
    start, end = middle(card), middle(target)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    expect(page.locator(".card.held")).to_have_count(1)
    page.mouse.up()


LYING = "cards => cards.map(card => [card.dataset.at, [...card.classList].find(n => /^f(b|\\d+)$/.test(n))].join())"
"""Returns the place of each card, in any language."""

REASONS = {
    "en": r"^[A-Z][^(]* .*\.$",
    "de": r"^Auf \w+[♣♦♥♠] \(Spalte\) passt nur: .* oder .*\.$",
    "fr": r"^Sur \w+[♣♦♥♠] \(colonne\), il faut\s: .* ou .*\.$",
}
"""The message about a card that does not go on another, in the player's language."""


def test_a_card_put_where_it_cannot_go_comes_back_with_the_reason(sit: Seats) -> None:
    """The server names the rule that forbids it, and the page has the words. Nothing has changed, and play goes on."""
    ann = sit("Ann")
    page = ann.page
    begin(ann, "klondike_draw1", number=1)
    table = page.locator(".table")
    tops = table.locator(".card:not(.fb)")
    before = table.locator(".card").evaluate_all(LYING)
    at = tops.and_(table.locator(":not(.grab)")).first.get_attribute("data-at") or ""
    dead, other = table.locator(f'.card[data-at="{at}"]'), tops.and_(table.locator(f':not([data-at="{at}"])')).first

    # A press shows the reason to everybody.
    page.mouse.click(*middle(dead))
    expect(page.locator(".notices")).to_contain_text("no place to go")

    for tag, reason in REASONS.items():
        if tag != "en":
            page.locator(".room header button").last.click()
            page.get_by_role("dialog").locator("select").select_option(tag)
            page.keyboard.press("Escape")
            expect(page.get_by_role("dialog")).to_have_count(0)
        drag(page, dead, other)
        expect(page.locator(".notices .bad").last).to_have_text(re.compile(reason))
        ann.wait_for_answer()
        assert table.locator(".card").evaluate_all(LYING) == before
    page.locator("[data-action=turn]").click()
    expect(table.locator(".count").first).to_have_text("23")


def test_a_hint_shows_the_press_to_make_if_no_card_moves(sit: Seats) -> None:
    """In Nestor a reserve card is turned up if no two open cards are alike: by the button, or by the card itself."""
    ann = sit("Ann", PHONE)
    begin(ann, "nestor", number=1)
    reveal = ann.page.locator("[data-action=reveal]")
    for _ in range(26):
        if reveal.count():
            break
        ann.play_by_tapping()
    ann.page.get_by_role("button", name="Hint").click()
    expect(reveal).to_contain_class("hinted")
    shown = ann.table.locator(".card.picked")
    expect(shown).to_have_count(1)
    expect(shown).to_contain_class("fb")
    hidden = ann.table.locator(".card.fb")
    before = hidden.count()
    ann.page.touchscreen.tap(*middle(hidden.last))
    expect(hidden).to_have_count(before - 1)


def test_a_name_that_cannot_be_shown_is_given_back_with_the_reason(sit: Seats) -> None:
    """Otherwise the page would try with that name for ever."""
    ann = sit("Ann")
    ann.page.goto("/leaderboard")
    name = ann.page.get_by_label("You play as")
    name.fill("Z\u0351\u0352\u0353algo")
    name.press("Enter")
    expect(ann.page.locator("form.name [role=status]")).to_contain_text("can’t be shown")
    expect(name).not_to_have_value(re.compile("algo"))
    ann.arrive()
    ann.open_room("klondike")
