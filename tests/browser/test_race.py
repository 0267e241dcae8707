"""A race as people see it: two at their tables, one who watches."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Seats

pytestmark = pytest.mark.browser

MOST_MOVES = 200
"""The Fourteenth comes out in 52 discards and a few exchanges."""


def test_two_play_a_whole_race_and_one_watches(sit: Seats) -> None:
    ann, bob, eve = sit("Ann", moves=True), sit("Bob", PHONE, moves=True), sit("Eve")
    ann.arrive()
    code = ann.open_room("fourteenth")
    bob.arrive(f"/r/{code}")
    eve.arrive(f"/watch/{code}")
    expect(ann.page.locator(".lobby li")).to_have_count(2)
    expect(ann.page.get_by_text("1 watching")).to_be_visible()

    ann.ready()
    bob.ready()
    for racer in (ann, bob):
        racer.wait_for_cards()
        expect(racer.page.locator(".strip li")).to_have_count(2)
        # A racer has one board, the own: nothing of the rival's is on the page.
        expect(racer.page.locator(".table")).to_have_count(1)
    assert ann.cards() == bob.cards()
    expect(eve.page.locator("[data-board]")).to_have_count(2)
    expect(eve.page.locator(".card.grab")).to_have_count(0)

    for _ in range(4):
        bob.play_by_dragging()
    assert bob.cards_home() > 0
    bobs = str(bob.cards_home())
    expect(ann.page.locator(".strip li", has_text="Bob").locator(".home")).to_have_text(f"{bobs}/104")
    expect(eve.page.locator("[data-board]", has_text="Bob").locator(".head .numbers")).to_have_text(f"{bobs}/104")
    bob.give_up()
    expect(ann.page.locator(".strip li", has_text="Bob")).to_contain_text("gave up")

    # Cards that move were seen above; nobody waits for them all the way home.
    ann.page.emulate_media(reduced_motion="reduce")
    for _ in range(MOST_MOVES):
        if not ann.can_play():
            break
        ann.play_by_tapping()
    for who, title in ((ann, "You have won!"), (bob, "Place 2 of 2"), (eve, "Ann wins")):
        expect(who.page.get_by_role("dialog")).to_contain_text(title)
        expect(who.page.get_by_role("row", name="Ann")).to_contain_text("104 of 104")
        expect(who.page.get_by_text("Checked: the deal was fixed before the start.")).to_be_visible()

    ann.page.get_by_role("button", name="Rematch").click()
    bob.page.get_by_role("button", name="Join the rematch").click()
    for racer in (ann, bob):
        expect(racer.page.locator(".lobby li")).to_have_count(2)
        assert not racer.page.url.endswith(code)
    assert ann.page.url == bob.page.url


def test_two_who_bring_nothing_home_draw_and_whoever_is_out_watches(sit: Seats) -> None:
    """Who gives up sees the other's table, and can leave; at the end nobody has won."""
    ann, bob = sit("Ann"), sit("Bob", PHONE)
    ann.arrive()
    code = ann.open_room("fourteenth")
    bob.arrive(f"/r/{code}")
    expect(ann.page.locator(".lobby li")).to_have_count(2)
    ann.ready()
    bob.ready()
    for racer in (ann, bob):
        racer.wait_for_cards()
    bob.give_up()
    for way in ("New race", "Leave"):
        expect(bob.page.get_by_role("link", name=way)).to_be_visible()
    bob.page.locator(".strip").get_by_role("button", name="Ann").click()
    theirs = bob.page.locator("[data-board]", has_text="Ann")
    expect(theirs.locator(".card").first).to_be_visible()
    bob.page.get_by_role("button", name="Your table").click()
    expect(theirs).to_have_count(0)
    bob.page.locator(".note").get_by_role("button", name="Watch the other").click()
    expect(theirs).to_have_count(1)
    ann.give_up()
    for racer in (ann, bob):
        expect(racer.page.get_by_role("dialog")).to_contain_text("Nobody came home")
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
    ann.page.reload()
    expect(name).to_have_value("Ann of Green Gables")
    ann.open_room("nestor")
    expect(ann.page.locator(".lobby li")).to_contain_text("Ann of Green Gables")


def test_reload_in_the_middle_comes_back_to_the_same_game(sit: Seats) -> None:
    ann = sit("Ann")
    ann.arrive()
    ann.open_room("klondike_draw1", rated=False)
    ann.add_bot()
    ann.ready()
    ann.wait_for_cards()
    turn = ann.page.get_by_role("button", name="Turn", exact=True)
    for _ in range(3):
        turn.click()
        ann.wait_for_answer()
    before = ann.cards()
    assert sum(at.startswith("12:") for at in before) == 3, "three cards lie on the waste"
    ann.page.reload()
    ann.wait_for_cards()
    assert ann.cards() == before
    turn.click()
    ann.wait_for_answer()
    ann.page.get_by_role("button", name="Undo").click()
    ann.wait_for_answer()
    assert ann.cards() == before


def test_one_press_from_the_front_page_to_a_race_against_bots(sit: Seats) -> None:
    ann = sit("Ann")
    ann.page.goto("/")
    ann.page.get_by_role("button", name="Play now against bots").click()
    ann.wait_for_cards()
    expect(ann.page.locator(".strip li")).to_have_count(3)
    assert ann.can_play()
