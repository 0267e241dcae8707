"""What a player chooses for this browser: it works at once, and is still there after a reload."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import PHONE, Seats
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


def open_settings(page: Page) -> Locator:
    page.get_by_role("button", name="Settings").click()
    return page.get_by_role("dialog")


def close(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def begin(ann: Player, game: str = "klondike_draw1") -> None:
    ann.open_room(game)
    ann.ready()
    ann.wait_for_cards()


def turn(ann: Player) -> None:
    ann.page.get_by_role("button", name="Turn", exact=True).click()
    ann.wait_for_answer()
    ann.wait_for_rest()


def test_sounds_are_on_until_one_press_mutes_them_and_stay_so(sit: Seats) -> None:
    ann = sit("Ann")
    page = ann.page
    page.add_init_script(f"({COUNTED})()")
    begin(ann)
    turn(ann)
    page.wait_for_function("() => sounds > 0")
    mute = page.get_by_role("button", name="Sounds")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "false")
    before = page.evaluate("sounds")
    turn(ann)
    assert page.evaluate("sounds") == before
    page.reload()
    ann.wait_for_cards()
    turn(ann)
    assert page.evaluate("sounds") == 0
    open_settings(page).get_by_label("Sounds").check()
    close(page)
    turn(ann)
    page.wait_for_function("() => sounds > 0")


SHAKEN = """() => {
  window.shocks = 0
  navigator.vibrate = () => Boolean(++window.shocks)
}"""


def test_a_phone_shakes_with_what_is_played_unless_that_is_not_wanted(sit: Seats) -> None:
    ann = sit("Ann", PHONE)
    page = ann.page
    page.add_init_script(f"({SHAKEN})()")
    begin(ann, "nestor")
    ann.play_by_tapping()
    page.wait_for_function("() => shocks > 0")
    open_settings(page).get_by_label("Vibration on a phone").uncheck()
    close(page)
    before = page.evaluate("shocks")
    ann.play_by_tapping()
    assert page.evaluate("shocks") == before


def test_the_table_and_the_deck_are_chosen_and_kept(sit: Seats) -> None:
    ann = sit("Ann")
    page = ann.page
    begin(ann)
    ann.wait_for_faces()
    felt = "() => getComputedStyle(document.querySelector('.felt')).backgroundImage"
    usual = page.evaluate(felt)
    seen = {usual}
    for name in ("blue", "wine red", "slate"):
        open_settings(page).get_by_role("group", name="Table").get_by_label(name).check()
        close(page)
        seen.add(page.evaluate(felt))
    assert len(seen) == 4
    for name, deck in (("clear", "clear"), ("tinted", "tinted")):
        open_settings(page).get_by_role("group", name="Cards").get_by_label(name).check()
        close(page)
        expect(ann.table).to_have_class(re.compile(rf"pack-\d+-lattice-{deck}"))
        ann.wait_for_faces()
    page.reload()
    ann.wait_for_cards()
    expect(ann.table).to_have_class(re.compile("-tinted"))
    assert page.evaluate(felt) != usual


def test_cards_move_unless_the_system_or_the_player_wants_them_still(sit: Seats) -> None:
    ann = sit("Ann")
    page = ann.page
    still = page.locator(".table.still")
    page.emulate_media(reduced_motion="no-preference")
    begin(ann)
    expect(still).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    expect(still).to_have_count(1)
    motion = open_settings(page).get_by_role("group", name="Motion")
    expect(motion.get_by_label("as the system")).to_be_checked()
    motion.get_by_label("full").check()
    expect(still).to_have_count(0)
    page.emulate_media(reduced_motion="no-preference")
    motion.get_by_label("reduced").check()
    expect(still).to_have_count(1)
    page.reload()
    expect(still).to_have_count(1)


def test_four_colours_large_marks_left_hand_and_back_are_kept(sit: Seats) -> None:
    ann = sit("Ann")
    page = ann.page
    begin(ann)
    pack = ann.table
    stock = page.get_by_role("button", name=re.compile("^stock:"))
    right = place_of(stock)
    expect(pack).to_have_class(re.compile(r"pack-\d+-lattice(?!-)"))
    settings = open_settings(page)
    for name in ("Four colours", "Large numbers and suits", "Left-handed"):
        settings.get_by_label(re.compile(name)).check()
    settings.get_by_label("claret").check()
    chosen = re.compile(r"pack-\d+-claret-4-l")
    expect(pack).to_have_class(chosen)
    close(page)
    ann.wait_for_rest()
    left = place_of(stock)
    assert abs(left - right) > 100
    page.reload()
    ann.wait_for_cards()
    expect(pack).to_have_class(chosen)
    ann.wait_for_faces()
    assert place_of(stock) == left
    settings = open_settings(page)
    for name in ("Four colours", "Large numbers and suits", "Left-handed"):
        expect(settings.get_by_label(re.compile(name))).to_be_checked()
    expect(settings.get_by_label("claret")).to_be_checked()


def place_of(pile: Locator) -> float:
    box = pile.bounding_box()
    assert box is not None
    return box["x"]


def test_the_theme_follows_the_system_until_it_is_chosen(sit: Seats) -> None:
    ann = sit("Ann")
    page = ann.page
    page.emulate_media(color_scheme="dark")
    page.goto("/")
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-theme", "light")
    open_settings(page).get_by_role("group", name="Appearance").get_by_label("dark").check()
    expect(root).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")


def test_what_is_chosen_in_one_window_holds_in_the_other(sit: Seats) -> None:
    page = sit("Ann").page
    page.goto("/")
    other = page.context.new_page()
    other.goto("/leaderboard")
    open_settings(page).get_by_role("group", name="Appearance").get_by_label("dark").check()
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")
    open_settings(other).get_by_label("Four colours").check()
    # The second choice was made by a window that knows of the first.
    other.reload()
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_language_changes_in_the_middle_of_a_race_without_a_reload(sit: Seats) -> None:
    ann = sit("Ann")
    page = ann.page
    begin(ann)
    turn(ann)
    before = ann.cards()
    page.evaluate("window.sameAsBefore = true")
    for tag, title, undo in (
        ("de", "Einstellungen", "Zurück"),
        ("en", "Settings", "Undo"),
        ("fr", "Réglages", "Annuler"),
    ):
        page.locator(".room header button").last.click()
        page.get_by_role("dialog").locator("select").select_option(tag)
        expect(page.get_by_role("dialog", name=title)).to_be_visible()
        close(page)
        expect(page.locator("html")).to_have_attribute("lang", tag)
        expect(page.get_by_role("button", name=undo)).to_be_visible()
        if tag == "en":
            assert ann.cards() == before
    assert page.evaluate("window.sameAsBefore")
    page.reload()
    expect(page.get_by_role("button", name="Annuler")).to_be_visible()


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


@pytest.fixture
def installed(browser: Browser, served: ServedPage) -> Iterator[Any]:
    """What Chromium says of the page as a program that can be installed."""
    context = browser.new_context(base_url=served.url)
    page = context.new_page()
    page.goto("/")
    yield context.new_cdp_session(page)
    context.close()


def test_the_page_can_be_installed(installed: Any) -> None:
    manifest = installed.send("Page.getAppManifest")
    assert not manifest["errors"]
    told = json.loads(manifest["data"])
    assert told["display"] in ("standalone", "fullscreen", "minimal-ui")
    assert {"name", "short_name", "start_url", "theme_color", "background_color"} <= set(told)
    sizes = {icon["sizes"] for icon in told["icons"]}
    assert {"192x192", "512x512"} <= sizes
    errors = [one["errorId"] for one in installed.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [one for one in errors if one != "in-incognito"] == []


def test_every_icon_is_as_large_as_the_manifest_says(browser: Browser, served: ServedPage) -> None:
    context = browser.new_context(base_url=served.url)
    page = context.new_page()
    page.goto("/")
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
    context.close()
    assert found
    assert all(said == real for said, real in found)
