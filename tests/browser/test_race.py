"""A race as people see it: two at their tables, and a spectator."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.desks import PHONE, Seats
from tests.browser.player import Player

pytestmark = pytest.mark.browser

MOVES = 24
"""Cover comes out in this many moves, whichever they are."""

NOTE_WHO_TAKES_THE_LEAD = """() => {
  const look = () => { window.taken ??= document.querySelector('.strip li:has(.taken)')?.innerText }
  new MutationObserver(look).observe(document.querySelector('.strip'), { childList: true, subtree: true })
}"""
"""Keeps the mark of the racer who takes the lead, which is shown for a moment only."""


def test_two_play_a_whole_race_and_one_watches_and_their_next_is_a_draw(sit: Seats) -> None:
    ann, bob, eve = sit("Ann"), sit("Bob", PHONE, moves=True), sit("Eve")
    ann.arrive()
    code = ann.open_room("cover", listed=True)
    bob.arrive(f"/r/{code}")
    eve.arrive(f"/watch/{code}")
    expect(ann.page.locator(".lobby li")).to_have_count(2)
    expect(ann.page.get_by_text("1 watching")).to_be_visible()

    ann.ready()
    bob.ready()
    for racer in (ann, bob):
        racer.wait_for_cards()
        expect(racer.page.locator(".strip li")).to_have_count(2)
        # A racer sees only the own board, and nothing of the rival's.
        expect(racer.page.locator(".table")).to_have_count(1)
    assert ann.cards() == bob.cards()
    expect(eve.page.locator("[data-board]")).to_have_count(2)
    expect(eve.page.locator(".card.grab")).to_have_count(0)

    # On the front page the room is not one to watch, but the own one.
    ann.page.get_by_role("link", name="Front page").click()
    on = ann.page.locator(f'.live a[href="/r/{code}"]')
    expect(on).to_have_text("Play on")
    on.click()
    ann.wait_for_cards()
    expect(ann.page.get_by_role("button", name="Rules").get_by_text("Rules")).to_be_visible()

    # A new leader is announced and marked.
    ann.page.evaluate(NOTE_WHO_TAKES_THE_LEAD)
    bob.play_by_dragging()
    expect(ann.page.locator("[aria-live=polite]", has_text="Bob takes the lead")).to_have_count(1)
    ann.page.wait_for_function("() => window.taken?.startsWith('Bob') && window.taken.includes('takes the lead')")
    expect(ann.page.locator(".strip li", has_text="Bob").get_by_text("in the lead")).to_be_attached()
    bob.play_by_dragging()
    assert bob.cards_home() > 0
    # Where nothing moves, no card stays in the air after it was dragged.
    expect(bob.table.locator(".card.flies")).to_have_count(0)
    bobs = str(bob.cards_home())
    expect(ann.page.locator(".strip li", has_text="Bob").locator(".home")).to_have_text(f"{bobs}/48")
    expect(eve.page.locator("[data-board]", has_text="Bob").locator(".head .numbers")).to_have_text(f"{bobs}/48")
    # Cards that moved have now been seen.
    bob.page.emulate_media(reduced_motion="reduce")
    bob.give_up()
    expect(ann.page.locator(".strip li", has_text="Bob")).to_contain_text("gave up")

    for _ in range(MOVES):
        ann.play_by_tapping()
    assert not ann.can_play()
    for who, title in ((ann, "You have won!"), (bob, "Place 2 of 2"), (eve, "Ann wins")):
        expect(who.page.get_by_role("dialog")).to_contain_text(title)
        expect(who.page.get_by_role("row", name="Ann")).to_contain_text("48 of 48")
        expect(who.page.get_by_text("Checked: the deal was fixed before the start.")).to_be_visible()

    # The winner of two stands at the left. Only racers who have finished have a time.
    for one in (ann, bob):
        podium = one.page.locator(".podium li")
        expect(podium).to_have_count(2)
        assert left_of(podium.filter(has_text="Ann")) < left_of(podium.filter(has_text="Bob"))
        times = one.page.get_by_role("row").locator("td:last-child")
        expect(times).to_have_text([re.compile(r"^\d+:\d\d\.\d \d+ moves?$"), re.compile(r"^– \d+ moves?$")])
    time = ann.page.get_by_role("row", name="Ann").locator(".time").last.inner_text()
    expect(ann.page.locator(".podium li").first).to_contain_text(time)
    eve.page.get_by_role("link", name="Replay").click()
    eve.page.get_by_role("button", name="Share").click()
    expect(eve.page.get_by_role("dialog")).to_contain_text(f"1. Ann: {time}")

    ann.page.get_by_role("button", name="Rematch").click()
    bob.page.get_by_role("button", name="Join the rematch").click()
    for racer in (ann, bob):
        expect(racer.page.locator(".lobby li")).to_have_count(2)
        assert not racer.page.url.endswith(code)
    assert ann.page.url == bob.page.url
    draw(ann, bob)


def left_of(what: Locator) -> float:
    """Return the left edge of an element."""
    box = what.bounding_box()
    assert box is not None
    return box["x"]


def draw(ann: Player, bob: Player) -> None:
    """Bring nothing home. A player who gives up sees the other's table, and can leave. At the end nobody has won."""
    for racer in (ann, bob):
        racer.ready()
    for racer in (ann, bob):
        racer.wait_for_cards()
    bob.give_up()
    expect(bob.page.get_by_role("link", name="Leave")).to_be_visible()
    # A race of his own would lead him out of the group without a word.
    expect(bob.page.get_by_role("link", name="New race")).to_have_count(0)
    bob.page.locator(".strip").get_by_role("button", name="Ann").click()
    theirs = bob.page.locator("[data-board]", has_text="Ann")
    expect(theirs.locator(".card").first).to_be_visible()
    bob.page.get_by_role("button", name="Your table").click()
    expect(theirs).to_have_count(0)
    bob.page.locator(".note").get_by_role("button", name="Watch the other").click()
    expect(theirs).to_have_count(1)
    ann.give_up()
    for racer in (ann, bob):
        expect(racer.page.get_by_role("dialog")).to_contain_text("Nobody brought a card home")
        expect(racer.page.get_by_role("columnheader", name="Cards home")).to_be_visible()
    ann.page.get_by_role("button", name="Close").click()
    expect(ann.page.get_by_role("toolbar").get_by_role("button", name="Rematch")).to_be_visible()


def test_a_made_up_name_is_kept_until_another_is_chosen(sit: Seats) -> None:
    ann = sit("Ann")
    ann.page.goto("/leaderboard")
    name = ann.page.get_by_label("You play as")
    given = name.input_value()
    assert given
    for _ in range(2):
        ann.page.reload()
        expect(name).to_have_value(given)
    name.fill("Ann of Green Gables")
    name.press("Enter")
    ann.page.wait_for_function("() => JSON.parse(localStorage.getItem('cadogan.me')).name === 'Ann of Green Gables'")
    ann.page.reload()
    expect(name).to_have_value("Ann of Green Gables")
    ann.open_room("nestor")
    expect(ann.page.locator(".lobby li")).to_contain_text("Ann of Green Gables")
