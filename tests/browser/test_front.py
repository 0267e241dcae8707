"""The front page: finding a game, entering by a code, and the running games."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.desks import DESKTOP, PHONE, Seats

pytestmark = pytest.mark.browser

MOVED = """() => new Promise(resolve => requestAnimationFrame(() => setTimeout(() => {
  let sum = 0
  const add = list => list.getEntries().forEach(({ value }) => (sum += value))
  const observer = new PerformanceObserver(add)
  observer.observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => setTimeout(() => {
    add({ getEntries: () => observer.takeRecords() })
    resolve(sum)
  }))
})))"""
"""How much of the page has moved since it was loaded, as Chromium counts it."""


def test_search_and_every_filter_narrow_the_list(sit: Seats) -> None:
    page = sit("Ann").page
    page.goto("/")
    shown = page.locator(".games a.game")
    titles = page.locator(".games a.game strong")
    expect(shown.first).to_be_visible()
    every = page.get_by_role("button", name=re.compile("^All .* games$"))
    every.click()
    expect(every).to_have_count(0)
    everything = shown.count()
    page.get_by_role("searchbox").fill("lucie")
    expect(titles).to_have_text(["La Belle Lucie"])
    page.get_by_role("searchbox").fill("forty thieves")
    expect(titles.first).to_have_text("Napoleon at St. Helena")
    # An unknown or misspelt name leads to the nearest ones. A name of another language counts like any other.
    for sought, title, told in (
        ("klondyke", "Klondike, draw one", "Did you mean:"),
        ("spiderete", "Spiderette", "Did you mean:"),
        ("forty theives", "Napoleon at St. Helena", "Did you mean:"),
        ("Vierzig Räuber", "Napoleon at St. Helena", ""),
        ("Die Windmühle", "The Mill", ""),
        ("freizelle", "FreeCell", ""),
        ("osmosis", "The Storehouse", "osmosis is not here. Its closest relatives are:"),
        ("xyzzy", "Klondike, draw one", "No game here is called “xyzzy”. You may know one of these:"),
    ):
        page.get_by_role("searchbox").fill(sought)
        expect(titles.filter(has_text=re.compile(f"^{title}$"))).to_be_visible()
        expect(page.locator("section:has(.games) [role=status]")).to_have_text(told)
    page.get_by_role("searchbox").fill("")
    expect(shown).to_have_count(everything)
    for name, value, card in (
        ("Any race", "a good race", "a good race"),
        ("Any difficulty", "very hard", "very hard"),
        ("Any packs", "2 packs", "2 packs"),
        ("Any kind", "packers", "packers"),
    ):
        chooser = page.get_by_role("combobox", name=name)
        chooser.select_option(value)
        expect(shown).not_to_have_count(everything)
        assert shown.count() == page.locator(".games a.game .chip", has_text=card).count() > 0
        chooser.select_option(name)
        expect(shown).to_have_count(everything)
    parts = 0
    for value in ("short", "of medium length", "long"):
        page.get_by_role("combobox", name="Any length").select_option(value)
        expect(shown).not_to_have_count(everything)
        parts += shown.count()
    # No bot of races measures the duels and the shared tables.
    assert everything - 6 <= parts <= everything

    # The figure is shown where it is known, there and on the game's own page.
    page.get_by_role("combobox", name="Any length").select_option("Any length")
    chip = page.locator(".games a.game .chip", has_text="can be won")
    for sought, title, said in (
        ("mrs. mop", "Mrs. Mop", ["98% can be won"]),
        ("golf", "Golf", ["5–99.7% can be won"]),
        ("zodiac", "The Zodiac", []),
    ):
        page.get_by_role("searchbox").fill(sought)
        expect(page.locator(".games a.game strong")).to_have_text([title])
        expect(chip).to_have_text(said)
    expect(page.locator(".games a.game .chip", has_text="our bot has won no deal yet")).to_be_visible()
    page.get_by_role("link", name="Clubs").click()
    expect(page.get_by_role("heading", name="Clubs", exact=True).first).to_be_visible()
    page.goto("/games")
    expect(page.get_by_role("heading", level=1, name="Games")).to_be_visible()
    page.get_by_role("searchbox").fill("mrs. mop")
    expect(titles).to_have_text(["Mrs. Mop"])
    page.goto("/games/black_hole")
    expect(page.get_by_text("Published research: 87% of all deals can be won")).to_be_visible()
    expect(page.get_by_text("has won none of 1000 deals")).to_be_visible()


def test_nothing_moves_while_a_page_with_much_to_fetch_loads(sit: Seats) -> None:
    """Else a press that began on one thing ends on another, and does nothing."""
    for size in (DESKTOP, PHONE):
        page = sit("Ann", size).page
        page.goto("/")
        expect(page.locator(".games a.game").first).to_be_attached()
        expect(page.get_by_role("link", name=re.compile("^Deal of the day .*the same cards"))).to_be_visible()
        assert page.evaluate(MOVED) < 0.01, (size, "the front page")
        page.goto("/daily")
        expect(page.get_by_text("none yet").first).to_be_attached()
        expect(page.get_by_role("table").first).to_be_attached()
        assert page.evaluate(MOVED) < 0.01, (size, "the day")
        page.goto("/leaderboard")
        expect(page.get_by_text("What counts here")).to_be_visible()
        expect(page.get_by_text("Loading…")).to_have_count(0)
        assert page.evaluate(MOVED) < 0.01, (size, "the leaderboard")


def test_a_page_on_a_slow_line_says_that_it_loads(sit: Seats) -> None:
    """Each missing part has a text in its place, and the parts that are there stay."""
    page = sit("Ann").page
    page.route_web_socket(re.compile("/ws$"), lambda socket: None)
    page.goto("/")
    expect(page.get_by_text("Loading…")).to_be_visible()
    expect(page.get_by_role("button", name="Spite and Malice")).to_be_disabled()
    expect(page.locator("#boot")).to_be_hidden()
    for path in ("/leaderboard", "/games/nestor", "/replay/AAAAAA"):
        page.goto(path)
        expect(page.get_by_text("Loading…")).to_be_visible()
    page.route(re.compile(r"/assets/LeaderboardPage.*\.js$"), lambda route: None)
    page.goto("/leaderboard")
    expect(page.locator("main").get_by_text("Loading…")).to_be_visible()
    expect(page.get_by_role("heading", name="Leaderboard")).to_have_count(0)
    page.route(re.compile(r"/assets/index.*\.js$"), lambda route: None)
    page.goto("/", wait_until="commit")
    expect(page.locator("#boot")).to_be_visible()


def test_a_code_leads_into_the_room_however_it_is_typed(sit: Seats) -> None:
    ann, bob = sit("Ann"), sit("Bob", PHONE)
    ann.page.goto("/")
    code = ann.open_room("nestor")
    bob.arrive("/")
    # A wrong code can be corrected where it was refused.
    bob.page.get_by_label("Join with a code").fill("ab")
    bob.page.get_by_role("button", name="Join", exact=True).click()
    expect(bob.page.get_by_role("alert")).to_contain_text("No room has this code")
    expect(bob.page.get_by_role("button", name="Share")).to_have_count(0)
    expect(bob.page.get_by_label("Join with a code")).to_have_value("AB")
    bob.page.get_by_label("Join with a code").fill(f" {code[:3].lower()} {code[3:].lower()}")
    bob.page.get_by_role("button", name="Join", exact=True).click()
    expect(ann.page.locator(".lobby li")).to_have_count(2)
    expect(ann.page.get_by_alt_text("QR code of the link").first).to_be_visible()
    # An invited player reads here how the game is played; on a phone only its beginning.
    how = bob.page.get_by_role("region", name="How to play")
    expect(how.locator(".drawing img")).to_be_visible()
    text = how.locator(".rules")
    picture, words = how.locator(".drawing").bounding_box(), text.bounding_box()
    assert picture is not None
    assert words is not None
    assert picture["y"] + picture["height"] <= words["y"]
    expect(text).to_contain_text("Nestor wants pairs")
    expect(text.locator("p").last).not_to_be_in_viewport()
    how.get_by_role("button", name="Read more").click()
    text.locator("p").last.scroll_into_view_if_needed()
    expect(text.locator("p").last).to_be_in_viewport()


def test_a_running_game_is_shown_and_can_be_watched_with_its_delay(sit: Seats) -> None:
    """The liveliest game is on the front page. A game with delayed spectators says so."""
    ann, eve = sit("Ann"), sit("Eve")
    ann.page.goto("/games/fourteenth")
    ann.page.get_by_text("More options").click()
    ann.page.get_by_role("combobox", name="Spectators").select_option("delayed")
    ann.page.get_by_role("spinbutton", name="Delay in seconds").fill("60")
    ann.page.get_by_label("Shown in the list of games").check()
    ann.page.get_by_role("button", name="Open the room").click()
    ann.ready()
    ann.wait_for_cards()
    code = ann.page.url.rsplit("/", 1)[1]
    eve.page.goto("/")
    eve.page.locator(f'.live a[href="/watch/{code}"]').click()
    expect(eve.page.get_by_text("You see the boards 60 seconds late.")).to_be_visible()
    expect(eve.page.get_by_role("timer").filter(has_text="The cards appear in 0:")).to_be_visible()

    ann.open_room("nestor", listed=True)
    ann.ready()
    ann.wait_for_cards()
    eve.page.goto("/")
    preview = eve.page.locator('section[aria-labelledby="preview"]')
    expect(preview.locator(".card").first).to_be_visible()
    # The preview on the front page counts as no spectator.
    expect(ann.page.locator(".title")).not_to_contain_text("watching")
    preview.get_by_role("link", name="Watch").click()
    expect(eve.page.locator("[data-board] .card").first).to_be_visible()
    expect(ann.page.locator(".title")).to_contain_text("1 watching")


def test_a_running_race_can_be_found_again_from_every_page(sit: Seats) -> None:
    ann = sit("Ann")
    ann.arrive()
    ann.open_room("klondike_draw1")
    ann.ready()
    ann.wait_for_cards()
    before = ann.cards()
    ann.page.get_by_role("link", name="Front page").click()
    goes_on = ann.page.get_by_text("Your game of Klondike, draw one is still on.")
    expect(goes_on).to_be_visible()
    ann.page.goto("/leaderboard")
    expect(goes_on).to_be_visible()
    ann.page.get_by_role("link", name="Back to your table").click()
    ann.wait_for_cards()
    assert ann.cards() == before
    ann.give_up()
    ann.page.get_by_role("dialog").get_by_role("link", name="Front page").click()
    expect(ann.page.get_by_role("heading", name="All games")).to_be_visible()
    expect(goes_on).to_have_count(0)
