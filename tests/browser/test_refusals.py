"""What a player is told who tries what can't be done, and what is pointed out that can."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Seats
from tests.browser.player import Player

pytestmark = pytest.mark.browser


def begin(ann: Player, game: str, number: int) -> None:
    ann.arrive()
    ann.open_room(game, number)
    ann.ready()
    ann.wait_for_cards()
    ann.wait_for_rest()


def middle(card: Locator) -> tuple[float, float]:
    """Where to take a card that no other covers."""
    box = card.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.85


def drag(page: Page, card: Locator, target: Locator) -> None:
    """Drag a card on to another, and look on the way whether it came along."""
    start, end = middle(card), middle(target)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    expect(page.locator(".card.held")).to_have_count(1)
    page.mouse.up()


def test_a_card_put_where_it_cannot_go_comes_back_with_the_reason(sit: Seats) -> None:
    """The server says which rule forbids it; nothing has changed, and play goes on."""
    ann = sit("Ann")
    begin(ann, "klondike_draw1", number=1)
    notice = ann.page.locator(".notices .bad")
    tops = ann.table.locator(".card:not(.fb)")
    before = ann.cards()
    dead = tops.and_(ann.table.locator(":not(.grab)")).first
    at = dead.get_attribute("data-at") or ""
    other = tops.and_(ann.table.locator(f':not([data-at="{at}"])')).first
    drag(ann.page, ann.table.locator(f'.card[data-at="{at}"]'), other)
    expect(notice).to_have_count(1)
    expect(notice).to_have_text(re.compile(r"^[A-Z][^(]* .*\.$"))
    ann.wait_for_answer()
    assert ann.cards() == before
    ann.page.get_by_role("button", name="Turn", exact=True).click()
    expect(ann.table.locator(".count").first).to_have_text("23")


@pytest.mark.parametrize(
    ("tag", "reason"),
    [
        ("de", r"^Stapel: Auf \w+[♣♦♥♠] passt nur: .* oder .*\.$"),
        ("fr", r"^pile : sur \w+[♣♦♥♠], il faut : .* ou .*\.$"),
    ],
)
def test_the_reason_is_told_in_the_language_of_the_player(sit: Seats, tag: str, reason: str) -> None:
    ann = sit("Ann")
    page = ann.page
    begin(ann, "klondike_draw1", number=1)
    page.locator(".room header button").last.click()
    page.get_by_role("dialog").locator("select").select_option(tag)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    tops = page.locator(".table .card:not(.fb)")
    dead = tops.and_(page.locator(":not(.grab)")).first
    at = dead.get_attribute("data-at") or ""
    other = tops.and_(page.locator(f':not([data-at="{at}"])')).first
    drag(page, page.locator(f'.table .card[data-at="{at}"]'), other)
    expect(page.locator(".notices .bad")).to_have_text(re.compile(reason))


def test_a_card_without_a_place_says_so_for_all_to_see(sit: Seats) -> None:
    ann = sit("Ann")
    begin(ann, "klondike_draw1", number=1)
    dead = ann.table.locator(".card:not(.fb):not(.grab)").first
    ann.page.mouse.click(*middle(dead))
    expect(ann.page.locator(".notices")).to_contain_text("no place to go")


def test_a_hint_shows_what_to_press_where_no_card_moves(sit: Seats) -> None:
    """In Nestor, when no two open cards are alike, a reserve card is turned up: by the button, or by the card itself."""
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
    """The page would else knock with that name for ever."""
    ann = sit("Ann")
    ann.page.goto("/leaderboard")
    name = ann.page.get_by_label("You play as")
    name.fill("Z\u0351\u0352\u0353algo")
    name.press("Enter")
    expect(ann.page.locator("form.name [role=status]")).to_contain_text("can’t be shown")
    expect(name).not_to_have_value(re.compile("algo"))
    ann.arrive()
    ann.open_room("klondike")
