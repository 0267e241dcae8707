"""Nothing is wider than a phone's window, on any page, in any language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.duellist import Duellist, open_duel
from tests.browser.player import RESTED, Player
from tests.browser.server import ROOT, ServedPage

pytestmark = pytest.mark.browser

LANGUAGES = sorted(file.stem for file in Path(ROOT, "client", "web", "src", "i18n").glob("??.ts"))
PHONES = ((390, 844), (320, 568))
LONG_NAME = "Wilhelmina Featherstone"

WIDER = """() => {
  const rolls = e => ['auto', 'scroll'].includes(getComputedStyle(e).overflowX) && e.matches('.strip')
  const within = document.querySelector('dialog[open]') ?? document.body
  const found = document.documentElement.scrollWidth > innerWidth ? [`the page: ${document.documentElement.scrollWidth}`] : []
  for (const e of within.querySelectorAll('*')) {
    if (!e.checkVisibility({ visibilityProperty: true }) || e.closest('.skip, .hidden, .table, svg')) continue
    let around = e
    while (around && !rolls(around)) around = around.parentElement
    if (around) continue
    const box = e.getBoundingClientRect()
    if (!box.width || !box.height || (box.left >= -0.5 && box.right <= innerWidth + 0.5)) continue
    const where = `from ${Math.round(box.left)} to ${Math.round(box.right)}`
    found.push(`${e.tagName}.${e.className} ${where}: ${e.textContent.trim().slice(0, 30)}`)
  }
  return found.slice(0, 5)
}"""
"""Names what reaches out of the window, whether it can be scrolled there or is cut off; the strip of racers is meant to roll."""

CHOOSE = """language => {
  localStorage.setItem('cadogan.settings', JSON.stringify({ language }))
  dispatchEvent(new StorageEvent('storage', { key: 'cadogan.settings' }))
}"""

Look = Callable[..., None]
Guests = Callable[[str], Player]


@pytest.fixture
def guest(browser: Browser, served: ServedPage) -> Iterator[Guests]:
    """Let somebody come to the page under a name: `guest("Ann")`."""
    contexts = []

    def come(name: str) -> Player:
        context = browser.new_context(
            base_url=served.url, viewport={"width": 1280, "height": 720}, locale="en-GB", reduced_motion="reduce"
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        player = Player(page, name)
        player.arrive()
        return player

    yield come
    for context in contexts:
        context.close()


def speak(page: Page, language: str) -> None:
    """Choose a language, as in another window of the same browser."""
    page.evaluate(CHOOSE, language)
    page.wait_for_function("tag => document.documentElement.lang === tag", arg=language)


@pytest.fixture
def found() -> Iterator[list[str]]:
    """What is wider than its window, found by the test."""
    wider: list[str] = []
    yield wider
    assert not wider, "\n".join(wider)


@pytest.fixture
def look(found: list[str]) -> Look:
    """Look at a page as it stands, in all languages, in the windows of phones: `look(page, something_to_wait_for)`."""

    def look(page: Page, awaited: str, *, press: str | None = None) -> None:
        for width, height in PHONES:
            page.set_viewport_size({"width": width, "height": height})
            expect(page.locator(awaited).first).to_be_visible()
            if press:
                page.locator(press).first.click()
                expect(page.get_by_role("dialog")).to_be_visible()
            for language in LANGUAGES:
                speak(page, language)
                page.evaluate(RESTED)
                found.extend(f"{page.url} at {width} pixels, {language}: {one}" for one in page.evaluate(WIDER))
            if press:
                page.keyboard.press("Escape")
        speak(page, "en")
        page.set_viewport_size({"width": 1280, "height": 720})

    return look


def test_the_pages_around_the_table(guest: Guests, look: Look) -> None:
    bob, page = guest("Bob"), guest(LONG_NAME).page
    bob.open_room("napoleons_square", listed=True)
    bob.ready()
    bob.wait_for_cards()
    page.goto("/")
    look(page, '[aria-labelledby="preview"] .card')
    look(page, ".games ~ .more")
    look(page, ".games ~ .more", press="main .choice:nth-child(2)")
    look(page, ".games ~ .more", press="header button")
    for game in ("klondike_draw1", "napoleons_square", "spite_and_malice"):
        page.goto(f"/games/{game}")
        look(page, "form details")
    page.goto("/leaderboard")
    look(page, "select")
    page.goto("/nowhere")
    look(page, "main a")


def test_a_race(guest: Guests, look: Look) -> None:
    ann, eve = guest(LONG_NAME), guest("Eve")
    page = ann.page
    code = ann.open_room("napoleons_square")
    for _ in range(3):
        ann.add_bot()
    look(page, ".lobby li")
    look(page, ".lobby li", press="header button")
    ann.ready()
    ann.wait_for_cards()
    for press in (None, "[aria-keyshortcuts='?']", ".bar > .tool:nth-last-child(2)"):
        look(page, ".tool", press=press)
    eve.page.goto(f"/watch/{code}")
    look(eve.page, "[data-board] .card")
    ann.give_up()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible(timeout=120_000)
    look(page, "dialog table")
    page.goto(f"/replay/{code}?t=0")
    look(page, "input[type=range]")


def test_a_duel(guest: Guests, look: Look) -> None:
    ann, eve = guest(LONG_NAME), guest("Eve")
    page = ann.page
    code = open_duel(page, "spite_and_malice_modern", "a bot: good")
    ann.wait_for_cards()
    player = Duellist(ann)
    expect(page.locator(".plate.me.awaited")).to_be_visible()
    player.act()
    look(page, ".plate")
    eve.page.goto(f"/watch/{code}")
    look(eve.page, ".plate")
    page.get_by_role("button", name="Resign").click()
    player.dialog.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    look(page, "dialog table")
    page.goto(f"/replay/{code}?t=0")
    look(page, "input[type=range]")
