"""A player's settings in this browser: they work at once, and stay after a reload."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.desks import PHONE, Seats
from tests.browser.player import Player
from tests.browser.server import ServedPage

pytestmark = pytest.mark.browser

COUNTED = """() => {
  window.sounds = 0
  for (const source of [OscillatorNode, AudioBufferSourceNode]) {
    const start = source.prototype.start
    source.prototype.start = function (...when) {
      window.sounds += 1
      return start.apply(this, when)
    }
  }
}"""
"""Counts the tones and rushes that are started."""


BLANK = """() => {
  window.sawBlank = false
  const look = () => {
    for (const card of document.querySelectorAll('.sample .face')) {
      const style = getComputedStyle(card)
      if (style.visibility === 'visible' && style.backgroundImage === 'none') window.sawBlank = true
    }
    requestAnimationFrame(look)
  }
  look()
}"""
"""Notes whether the example in the settings ever shows a card without its picture."""

EXAMPLE = (
    "() => [...document.querySelectorAll('.swatch .face')].every(c => getComputedStyle(c).backgroundImage !== 'none')"
)
"""True when the small pictures in the settings are drawn, which come after the example."""


def open_settings(page: Page) -> Locator:
    page.get_by_role("button", name="Settings").click()
    return page.get_by_role("dialog")


def close(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def begin(ann: Player, game: str = "klondike_draw1", number: int | None = None) -> None:
    ann.open_room(game, number)
    ann.ready()
    ann.wait_for_cards()


def turn(ann: Player) -> None:
    ann.page.get_by_role("button", name="Turn", exact=True).click()
    ann.wait_for_answer()
    ann.wait_for_rest()


SHAKEN = """() => {
  window.shocks = 0
  navigator.vibrate = () => Boolean(++window.shocks)
}"""


def test_a_phone_vibrates_with_each_play_unless_switched_off(sit: Seats) -> None:
    ann = sit("Ann", PHONE)
    page = ann.page
    page.goto("/games/nestor")
    page.evaluate(SHAKEN)
    begin(ann, "nestor", number=1)  # in some deals nothing can be played after a few taps
    while not page.evaluate("shocks"):  # a tap may only pick a card
        ann.play_by_tapping()
    open_settings(page).get_by_label("Vibration on a phone").uncheck()
    close(page)
    before = page.evaluate("shocks")
    ann.play_by_tapping()
    assert page.evaluate("shocks") == before


def test_choices_at_a_table_hold_at_once_and_after_a_reload(sit: Seats) -> None:
    """Sounds, motion, the look of the cards and of the table, the hand, and the language, in the middle of a race."""
    ann = sit("Ann", moves=True, sounds=True)
    page = ann.page
    pack = ann.table
    page.goto("/games/klondike_draw1")
    page.evaluate(COUNTED)
    begin(ann)
    ann.wait_for_faces()
    page.evaluate("window.sameAsBefore = true")

    # Sounds are on until one press mutes them.
    turn(ann)
    page.wait_for_function("() => sounds > 0")
    mute = page.get_by_role("button", name="Sounds")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "false")
    heard = page.evaluate("sounds")
    turn(ann)
    assert page.evaluate("sounds") == heard

    # Cards and bars move unless the system or the player wants them still.
    still = page.locator(".table.still")
    bar = page.locator(".strip .bar span")
    expect(still).to_have_count(0)
    expect(bar).to_have_css("transition-duration", "0.25s")
    page.emulate_media(reduced_motion="reduce")
    expect(still).to_have_count(1)
    expect(bar).to_have_css("transition-duration", "0s")
    motion = open_settings(page).get_by_role("group", name="Motion")
    expect(motion.get_by_label("as the system")).to_be_checked()
    motion.get_by_label("full").check()
    expect(still).to_have_count(0)
    expect(bar).to_have_css("transition-duration", "0.25s")
    page.emulate_media(reduced_motion="no-preference")
    motion.get_by_label("reduced").check()
    expect(still).to_have_count(1)
    expect(bar).to_have_css("transition-duration", "0s")
    close(page)

    # Four colours, large marks, the left hand and another back. The example of the cards is never blank.
    stock = page.get_by_role("button", name=re.compile("^stock:"))
    right = place_of(stock)
    expect(pack).to_have_class(re.compile(r"pack-\d+-lattice(?!-)"))
    page.evaluate(BLANK)
    settings = open_settings(page)
    page.wait_for_function(EXAMPLE)
    assert not page.evaluate("sawBlank")
    for name in MARKS:
        settings.get_by_label(re.compile(name)).check()
    settings.get_by_label("claret").check()
    expect(pack).to_have_class(re.compile(r"pack-\d+-claret-4-l"))
    close(page)
    ann.wait_for_rest()
    left = place_of(stock)
    assert abs(left - right) > 100

    # The cover of the table, and the deck.
    usual = page.evaluate(FELT)
    seen = {usual}
    for name in ("blue", "wine red", "slate"):
        open_settings(page).get_by_role("group", name="Table").get_by_label(name).check()
        close(page)
        seen.add(page.evaluate(FELT))
    assert len(seen) == 4
    for deck in ("clear", "tinted"):
        open_settings(page).get_by_role("group", name="Cards").get_by_label(deck).check()
        close(page)
        expect(pack).to_have_class(re.compile(rf"pack-\d+-claret-{deck}-4-l"))
        ann.wait_for_faces()

    # The language.
    before = ann.cards()
    for tag, title, undo in (
        ("de", "Einstellungen", "Zurück"),
        ("en", "Settings", "Undo"),
        ("fr", "Réglages", "Annuler"),
    ):
        speak(page, tag)
        expect(page.get_by_role("dialog", name=title)).to_be_visible()
        close(page)
        expect(page.locator("html")).to_have_attribute("lang", tag)
        expect(page.get_by_role("button", name=undo)).to_be_visible()
        if tag == "en":
            assert ann.cards() == before
    assert page.evaluate("window.sameAsBefore")

    # All of it is still there when the page comes again.
    page.reload()
    page.evaluate(COUNTED)
    expect(page.get_by_role("button", name="Annuler")).to_be_visible()
    speak(page, "en")
    close(page)
    ann.wait_for_cards()
    expect(still).to_have_count(1)
    expect(pack).to_have_class(re.compile(r"pack-\d+-claret-tinted-4-l"))
    ann.wait_for_faces()
    assert page.evaluate(FELT) not in ("", usual)
    assert place_of(stock) == left
    turn(ann)
    assert page.evaluate("sounds") == 0
    settings = open_settings(page)
    for name in MARKS:
        expect(settings.get_by_label(re.compile(name))).to_be_checked()
    expect(settings.get_by_label("claret")).to_be_checked()
    settings.get_by_label("Sounds").check()
    close(page)
    turn(ann)
    page.wait_for_function("() => sounds > 0")


MARKS = ("Four colours", "Large numbers and suits", "Left-handed")
FELT = "() => getComputedStyle(document.querySelector('.felt')).backgroundImage"


def speak(page: Page, tag: str) -> None:
    """Choose a language, whatever the present one. The settings stay open."""
    page.locator(".room header button").last.click()
    page.get_by_role("dialog").locator("select").select_option(tag)


def place_of(pile: Locator) -> float:
    box = pile.bounding_box()
    assert box is not None
    return box["x"]


def test_the_theme_follows_the_system_until_it_is_chosen_for_all_windows(sit: Seats) -> None:
    page = sit("Ann").page
    page.emulate_media(color_scheme="dark")
    page.goto("/")
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-theme", "light")
    other = page.context.new_page()
    other.goto("/leaderboard")
    open_settings(page).get_by_role("group", name="Appearance").get_by_label("dark").check()
    for window in (root, other.locator("html")):
        expect(window).to_have_attribute("data-theme", "dark")
    open_settings(other).get_by_label("Four colours").check()
    # The window of the second choice knows of the first.
    for opened in (page, other):
        opened.reload()
        expect(opened.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize(
    ("locale", "title"), [("de-AT", "Bestenliste"), ("fr-CA", "Classement"), ("nl-NL", "Leaderboard")]
)
def test_the_language_is_the_browsers_until_it_is_chosen(
    browser: Browser, served: ServedPage, locale: str, title: str
) -> None:
    context = browser.new_context(base_url=served.url, locale=locale)
    page = context.new_page()
    page.goto("/leaderboard")
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
    context.close()


def test_the_page_can_be_installed_with_icons_as_large_as_it_says(sit: Seats) -> None:
    page = sit("Ann").page
    page.goto("/")
    chromium = page.context.new_cdp_session(page)
    manifest = chromium.send("Page.getAppManifest")
    assert not manifest["errors"]
    told = json.loads(manifest["data"])
    assert told["display"] in ("standalone", "fullscreen", "minimal-ui")
    assert {"name", "short_name", "start_url", "theme_color", "background_color"} <= set(told)
    sizes = {icon["sizes"] for icon in told["icons"]}
    assert {"192x192", "512x512"} <= sizes
    errors = [one["errorId"] for one in chromium.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [one for one in errors if one != "in-incognito"] == []
    found = page.evaluate(
        """async () => {
            const href = document.querySelector('link[rel=manifest]').href
            const { icons } = await (await fetch(href)).json()
            return Promise.all(icons.filter(icon => icon.sizes !== 'any').map(async icon => {
                const image = new Image()
                image.src = new URL(icon.src, href)
                await image.decode()
                return [icon.sizes, `${image.naturalWidth}x${image.naturalHeight}`]
            }))
        }"""
    )
    assert found
    assert all(said == real for said, real in found)
