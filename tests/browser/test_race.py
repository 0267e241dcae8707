"""A race as its player sees it: beside a rival, before a spectator, up to a draw."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from cadogan_protocol.messages import Stand
from tests.browser.desks import Seats
from tests.browser.player import Player
from tests.browser.rival import Rival, rival
from tests.browser.server import ServedPage

pytestmark = pytest.mark.browser

MOVES = 24
"""Cover comes out in this many moves, whichever they are."""

NOTE_WHO_TAKES_THE_LEAD = """() => {
  const look = () => { window.taken ??= document.querySelector('.strip li:has(.taken)')?.innerText }
  new MutationObserver(look).observe(document.querySelector('.strip'), { childList: true, subtree: true })
}"""
"""Keeps the mark of the racer who takes the lead, which is shown for a moment only."""


def test_a_whole_race_is_played_before_a_watcher_and_the_next_is_a_draw(sit: Seats, served: ServedPage) -> None:
    ann = sit("Ann", moves=True)
    page = ann.page
    ann.arrive()
    code = ann.open_room("cover", listed=True)
    with rival(served.url, "Bob") as bob, rival(served.url, "Eve") as eve:
        bob.do(bob.wire.join(code))
        eve.do(eve.wire.join(code, role="spectator"))
        expect(page.locator(".lobby li")).to_have_count(2)
        expect(page.get_by_text("1 watching")).to_be_visible()
        bob.do(bob.wire.ready())
        ann.ready()
        ann.wait_for_cards()
        expect(page.locator(".strip li")).to_have_count(2)
        # A racer sees only the own board, and nothing of the rival's.
        expect(page.locator(".table")).to_have_count(1)
        goes_and_comes_back(ann, code)
        bob_leads_and_gives_up(ann, bob)

        ann.play_by_dragging()
        # Cards that moved have now been seen.
        page.emulate_media(reduced_motion="reduce")
        for _ in range(MOVES - 1):
            ann.play_by_tapping()
        assert not ann.can_play()
        the_winner_stands_first(ann)

        page.get_by_role("button", name="Rematch").click()
        bob.do(bob.follow())
        expect(page.locator(".lobby li")).to_have_count(2)
        assert page.url.endswith(bob.wire.code)
        assert bob.wire.code != code
        draw(ann, bob)


def goes_and_comes_back(ann: Player, code: str) -> None:
    """On the front page the room is not one to watch, but the own one."""
    ann.page.get_by_role("link", name="Front page").click()
    on = ann.page.locator(f'.live a[href="/r/{code}"]')
    expect(on).to_have_text("Play on")
    on.click()
    ann.wait_for_cards()
    expect(ann.page.get_by_role("button", name="Rules").get_by_text("Rules")).to_be_visible()


def bob_leads_and_gives_up(ann: Player, bob: Rival) -> None:
    """Check that a new leader is announced and marked, and where the rival stands."""
    page, line = ann.page, ann.page.locator(".strip li", has_text="Bob")
    page.evaluate(NOTE_WHO_TAKES_THE_LEAD)
    while not bob.cards_home():
        bob.move(lambda moves: moves[0])
    expect(page.locator("[aria-live=polite]", has_text="Bob takes the lead")).to_have_count(1)
    page.wait_for_function("() => window.taken?.startsWith('Bob') && window.taken.includes('takes the lead')")
    expect(line.get_by_text("in the lead")).to_be_attached()
    expect(line.locator(".home")).to_have_text(f"{bob.cards_home()}/48")
    bob.do(bob.wire.ask(Stand))
    expect(line).to_contain_text("gave up")


def the_winner_stands_first(ann: Player) -> None:
    """Check the results of a race that Ann has won. The winner of two stands at the left. Only who has finished has a time."""
    page, dialog = ann.page, ann.page.get_by_role("dialog")
    expect(dialog).to_contain_text("You have won!")
    expect(page.get_by_role("row", name="Ann")).to_contain_text("48 of 48")
    expect(page.get_by_text("Checked: the deal was fixed before the start.")).to_be_visible()
    podium = page.locator(".podium li")
    expect(podium).to_have_count(2)
    assert left_of(podium.filter(has_text="Ann")) < left_of(podium.filter(has_text="Bob"))
    times = page.get_by_role("row").locator("td:last-child")
    expect(times).to_have_text([re.compile(r"^\d+:\d\d\.\d \d+ moves?$"), re.compile(r"^– \d+ moves?$")])
    time = page.get_by_role("row", name="Ann").locator(".time").last.inner_text()
    expect(podium.first).to_contain_text(time)


def left_of(what: Locator) -> float:
    """Return the left edge of an element."""
    box = what.bounding_box()
    assert box is not None
    return box["x"]


def draw(ann: Player, bob: Rival) -> None:
    """Bring nothing home. A player who gives up sees the other's table, and can leave. At the end nobody has won."""
    page = ann.page
    bob.do(bob.wire.ready())
    ann.ready()
    ann.wait_for_cards()
    ann.give_up()
    expect(page.get_by_role("link", name="Leave")).to_be_visible()
    # A race of her own would lead her out of the group without a word.
    expect(page.get_by_role("link", name="New race")).to_have_count(0)
    page.locator(".strip").get_by_role("button", name="Bob").click()
    theirs = page.locator("[data-board]", has_text="Bob")
    expect(theirs.locator(".card").first).to_be_visible()
    page.get_by_role("button", name="Your table").click()
    expect(theirs).to_have_count(0)
    page.locator(".note").get_by_role("button", name="Watch the other").click()
    expect(theirs).to_have_count(1)
    bob.do(bob.wire.ask(Stand))
    expect(page.get_by_role("dialog")).to_contain_text("Nobody brought a card home")
    expect(page.get_by_role("columnheader", name="Cards home")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("toolbar").get_by_role("button", name="Rematch")).to_be_visible()


def test_a_made_up_name_is_kept_until_another_is_chosen(sit: Seats) -> None:
    ann = sit("Ann")
    ann.page.goto("/leaderboard")
    name = ann.page.get_by_label("You play as")
    given = name.input_value()
    assert given
    ann.page.reload()
    expect(name).to_have_value(given)
    name.fill("Ann of Green Gables")
    name.press("Enter")
    ann.page.wait_for_function("() => JSON.parse(localStorage.getItem('cadogan.me')).name === 'Ann of Green Gables'")
    ann.page.reload()
    expect(name).to_have_value("Ann of Green Gables")
    ann.open_room("nestor")
    expect(ann.page.locator(".lobby li")).to_contain_text("Ann of Green Gables")
