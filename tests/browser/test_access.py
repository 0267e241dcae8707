"""Everybody can use the page: axe finds nothing on any page, nothing is wider than a phone in any language or out of
reach at twice the size, and the keys alone are enough for a whole race.

Two walks pass all pages, one by a race and one by a duel. Each page is checked by axe in one window, and for its width
in two languages on the smallest phone; the windows and languages take turns from page to page. With --thorough each
page gets every check in every window and language.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from cadogan_protocol.messages import Leave, Stand
from tests.browser.axe import CHOOSE, Axe, axe, violations
from tests.browser.desks import DESKTOP, PHONE, Seats
from tests.browser.duellist import Duellist, open_duel, show_settings
from tests.browser.player import OVER, go
from tests.browser.rival import rival
from tests.browser.server import ROOT, ServedPage

__all__ = ["axe"]
pytestmark = pytest.mark.browser

LANGUAGES = sorted(
    (file.stem for file in Path(ROOT, "client", "web", "src", "i18n").glob("??.ts")), key=lambda tag: tag != "en"
)
"""English first."""
ZOOMED = (640, 360)
"""The size of a window of 1280 x 720 at 200 % zoom."""
SMALLEST_PHONE = (320, 568)
LONG_NAME = "Wilhelmina Featherstone"
SMALLEST = 24
"""The least width of a card of the own table, in pixels."""

HOME_BY_KEYS = 6
"""The number of cards to bring home with the keys: that takes three moves at least, and exchanges between them."""
MOST_HINTS = 20
"""The number of hints after which they are home."""

OUT_OF_REACH = """() => {
  const within = document.querySelector('dialog[open]') ?? document
  const controls = [...within.querySelectorAll('a[href], button, input, select, summary')]
  return controls.flatMap(control => {
    if (control.matches(':disabled, .pile, .skip') || !control.checkVisibility({ visibilityProperty: true })) return []
    control.scrollIntoView({ block: 'center', inline: 'center' })
    const box = control.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const inside = box.left >= 0 && box.right <= innerWidth + 0.5 && y >= 0 && y <= innerHeight
    const hit = inside ? document.elementFromPoint(x, y) : null
    const label = control.closest('label')
    const what = `${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent.trim() ?? control.name}`
    const stands = control.matches('a, button, summary') && !control.closest('p') && control.tabIndex >= 0
    const [width, height] = [Math.round(box.width), Math.round(box.height)]
    if (stands && Math.min(width, height) < 24) return [`${what} is ${width} x ${height} pixels`]
    if (hit && (control.contains(hit) || hit.contains(control) || label?.contains(hit))) return []
    return [`${what} ${inside ? 'is covered' : `lies at ${Math.round(x)}, ${Math.round(y)}`}`]
  })
}"""
"""Names the controls that can't be scrolled into the window, that lie under others, or that are less than 24 pixels
wide or high. Controls within a sentence may be smaller, and so may the marks of a replay, beside which two buttons
do the same."""

WIDER = """() => {
  const isPutOff = [...document.querySelectorAll('*')].some(e => getComputedStyle(e).contentVisibility === 'auto')
  if (isPutOff) {
    const whole = new CSSStyleSheet()
    whole.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(whole)
  }
  const found = document.documentElement.scrollWidth > innerWidth ? [`the page: ${document.documentElement.scrollWidth}`] : []
  const within = document.querySelector('dialog[open]') ?? document.body
  for (const e of within.querySelectorAll('*')) {
    const box = e.getBoundingClientRect()
    if (!box.width || !box.height || (box.left >= -0.5 && box.right <= innerWidth + 0.5)) continue
    if (!e.checkVisibility({ visibilityProperty: true }) || e.closest('.skip, .hidden, .table, svg')) continue
    const strip = e.closest('.strip')
    if (strip && ['auto', 'scroll'].includes(getComputedStyle(strip).overflowX)) continue
    const where = `from ${Math.round(box.left)} to ${Math.round(box.right)}`
    found.push(`${e.tagName}.${e.className} ${where}: ${e.textContent.trim().slice(0, 30)}`)
  }
  for (const label of within.querySelectorAll('.bar .tool:not(.absent) > span')) {
    const [text, button] = [label.getBoundingClientRect(), label.parentElement.getBoundingClientRect()]
    const outside = Math.max(button.left - text.left, text.right - button.right)
    if (text.width && outside > 1) found.push(`${label.textContent} is ${Math.round(outside)} pixels too long for its button`)
  }
  for (const e of within.querySelectorAll('*')) {
    if (e.children.length || e.clientWidth < 2 || !e.textContent.trim()) continue
    if (e.closest('.skip, .hidden, .table, .room > header h1, svg')) continue
    const [wide, high] = [e.scrollWidth > e.clientWidth + 1, e.scrollHeight > e.clientHeight + 3]
    if (!wide && !high) continue
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(e)
    const isCutAside = wide && overflowX === 'hidden' && textOverflow !== 'ellipsis'
    const isCutBelow = high && overflowY === 'hidden' && webkitLineClamp === 'none'
    if (isCutAside || isCutBelow) found.push(`${e.tagName}.${e.className} is cut: ${e.textContent.trim().slice(0, 30)}`)
  }
  const pen = document.createElement('canvas').getContext('2d')
  for (const field of within.querySelectorAll('input[placeholder]')) {
    const { font, letterSpacing, paddingLeft, paddingRight } = getComputedStyle(field)
    pen.font = font
    const text = pen.measureText(field.placeholder).width + field.placeholder.length * (parseFloat(letterSpacing) || 0)
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    if (field.clientWidth && text > room + 1) found.push(`${field.placeholder} is cut`)
  }
  if (isPutOff) document.adoptedStyleSheets.pop()
  return found.slice(0, 5)
}"""
"""Names the elements that reach out of the window, whether it can be scrolled there or cuts them off, labels that
reach out of their buttons, and texts and examples in fields that are cut and do not end in an ellipsis. The strip of
racers is meant to scroll, and the title of a room becomes smaller once the window has. Content that is rendered only
once it is scrolled to is rendered here too; otherwise it might keep the width of the window before."""

DRAWN_ANEW = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Resolves when the page has been drawn once more."""

IN_EACH = """async (languages) => {
  const found = []
  for (const language of languages) {
    await (CHOOSE)({ language }, (page) => page.lang === language)
    for (const what of (WIDER)()) found.push(`in ${language}: ${what}`)
  }
  return found
}""".replace("CHOOSE", CHOOSE).replace("WIDER", WIDER)
"""Names the elements that reach out of the window in each of these languages. The last language stays."""


class Visit:
    """Checks pages in several windows and languages, light and dark, and collects the faults."""

    def __init__(self, axe: Axe) -> None:
        self._axe = axe
        self._pages = 0
        self.found: list[str] = []

    def look(self, page: Page, awaited: str) -> None:
        """Check a page once an element of it is visible. Its window is that of a desktop before and afterwards."""
        expect(page.locator(awaited).first).to_be_visible()
        if self._axe.thorough:
            self._look_everywhere(page)
        else:
            self._look_in_turn(page)
        resize(page, DESKTOP)

    def _look_everywhere(self, page: Page) -> None:
        for size, languages in (
            (DESKTOP, ["en"]),
            (PHONE, LANGUAGES),
            (SMALLEST_PHONE, LANGUAGES[::-1]),
            (ZOOMED, ["en"]),
        ):
            resize(page, size)
            if size in (DESKTOP, PHONE):
                self.found += violations(page, self._axe, again=size == PHONE)
            self._tell(page, IN_EACH, languages)
        self._tell(page, OUT_OF_REACH)

    def _look_in_turn(self, page: Page) -> None:
        """Check one page by axe on a desktop and for controls out of reach at twice the size, the next page for both on
        a phone; and each for its width on the smallest phone, in English and another language."""
        is_small, others = self._pages % 2, LANGUAGES[1:]
        language = others[self._pages // 2 % len(others)]
        self._pages += 1
        resize(page, PHONE if is_small else DESKTOP)
        self.found += violations(page, self._axe)
        resize(page, SMALLEST_PHONE)
        self._tell(page, IN_EACH, [language, "en"])
        if not is_small:
            resize(page, ZOOMED)
        self._tell(page, OUT_OF_REACH)

    def look_on_a_phone(self, page: Page, awaited: str) -> None:
        """Check only the widths of a page, and only on a phone: for one that differs little from a page that was checked."""
        expect(page.locator(awaited).first).to_be_visible()
        resize(page, PHONE)
        self._tell(page, IN_EACH, LANGUAGES)
        self._tell(page, OUT_OF_REACH)
        resize(page, DESKTOP)

    def look_behind(self, page: Page, button: str) -> None:
        """Check the dialog that a button opens."""
        page.locator(button).first.click()
        self.look(page, "dialog[open]")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)

    def _tell(self, page: Page, what: str, languages: list[str] | None = None) -> None:
        self.found += [f"{page.url} at {page.viewport_size}, {one}" for one in page.evaluate(what, languages)]


def resize(page: Page, size: tuple[int, int]) -> None:
    """Resize the window, and wait until the page is drawn in it: until then some parts have the old size. To set the
    same size again would cost as much."""
    if page.viewport_size == {"width": size[0], "height": size[1]}:
        return
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(DRAWN_ANEW)


def test_every_page_on_the_way_of_a_race_can_be_used_by_everybody(sit: Seats, served: ServedPage, axe: Axe) -> None:
    with rival(served.url, "Bob") as bob, rival(served.url, "Cid") as cid:
        visit = Visit(axe)
        ann, eve = sit(LONG_NAME), sit("Eve")
        page = ann.page
        bob.do(bob.wire.create("napoleons_square", public=True))
        bob.do(bob.wire.ready())
        bob.do(bob.wire.phase("running"))
        ann.arrive("/")
        expect(page.locator(".games ~ .more")).to_be_visible()
        visit.look(page, '[aria-labelledby="preview"] .card')
        visit.found += page.evaluate(IN_EACH, LANGUAGES[::-1] if axe.thorough else ["de", "en"])
        visit.look_behind(page, "main .choice:nth-child(3)")
        page.locator(".games ~ .more").click()
        visit.look_on_a_phone(page, ".games.long")
        page.locator("header button").first.click()
        boxes = page.locator("dialog input[type=checkbox]")
        expect(boxes.first).to_be_visible()
        assert set(boxes.evaluate_all("boxes => boxes.map(box => box.offsetWidth)")) == {20}, "no text squeezes its box"
        visit.look(page, "dialog[open]")
        page.keyboard.press("Escape")
        for path, awaited in (
            ("/games/napoleons_square", "form details"),
            ("/leaderboard", "select"),
            ("/nowhere", "main a"),
        ):
            go(page, path)
            visit.look(page, awaited)

        code = ann.open_room("klondike_draw1")
        ann.add_bot()
        bob.do(bob.wire.ask(Leave))
        for one in (bob, cid):
            one.do(one.wire.join(code))
            one.do(one.wire.ready())
        expect(page.locator(".lobby li")).to_have_count(4)
        visit.look(page, ".lobby li")
        visit.look_behind(page, "header button")
        ann.ready()
        ann.wait_for_cards()
        for one in (bob, cid):
            one.move(lambda moves: moves[0])
        visit.look(page, ".tool")
        the_table_is_large_enough(page)
        page.keyboard.press("h")
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_contain_text("double press instead. The right")
        expect(page.get_by_role("definition").last).to_have_text("show this help")
        visit.look(page, "dialog[open]")
        the_keys_scroll_what_is_too_high(page)
        page.keyboard.press("Escape")
        visit.look_behind(page, ".bar > .tool:nth-last-child(2)")
        eve.arrive(f"/watch/{code}")
        expect(eve.page.locator("[data-board]")).to_have_count(4)
        visit.look(eve.page, ".card.fv")
        for one in (bob, cid):
            one.do(one.wire.ask(Stand))
        ann.give_up()
        page.evaluate(OVER, code)
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
        visit.look(page, "dialog table")
        go(page, f"/replay/{code}?t=0")
        visit.look(page, "input[type=range]")
        assert not visit.found, "\n".join(visit.found)


def the_keys_scroll_what_is_too_high(page: Page) -> None:
    """The tab key reaches the text of a dialog only while it must be scrolled."""
    text = page.locator("dialog .body")
    expect(text).to_have_attribute("tabindex", "-1")
    resize(page, SMALLEST_PHONE)
    expect(text).to_have_attribute("tabindex", "0")
    resize(page, DESKTOP)


def the_table_is_large_enough(page: Page) -> None:
    """At twice the size, too, the cards can be told apart and the title is whole."""
    resize(page, ZOOMED)
    assert widest(page.locator(".table .card")) >= SMALLEST
    title = page.get_by_role("heading", level=1)
    assert title.evaluate("h => h.scrollWidth <= h.clientWidth && h.scrollHeight <= h.clientHeight + 1"), "title is cut"
    resize(page, DESKTOP)


def test_every_page_on_the_way_of_a_duel_can_be_used_by_everybody(sit: Seats, axe: Axe) -> None:
    """Its places have names, and its help and its results are those of a duel."""
    visit = Visit(axe)
    ann, eve = sit(LONG_NAME), sit("Eve")
    page = ann.page
    ann.arrive("/games/spite_and_malice")
    expect(page.locator("figure .card").first).to_be_visible()
    show_settings(page)
    visit.look(page, "form details")
    code = open_duel(page, "spite_and_malice", "a bot: good")
    eve.arrive(f"/watch/{code}")
    ann.wait_for_cards()
    player = Duellist(ann)
    expect(page.locator(".plate.me.awaited")).to_be_visible()
    captions, piles = page.locator(".table .caption"), page.locator(".table .count.strong", has_text="to go")
    for size in (DESKTOP, PHONE):
        resize(page, size)
        expect(captions.filter(has_text="Discard")).not_to_have_count(0)
        expect(captions.filter(has_text="Full piles")).to_have_count(1)
        expect(captions.filter(has_text="Stock")).to_have_count(1)
        expect(piles).to_have_count(2)
    # On the smallest phone there is no room for words.
    resize(page, SMALLEST_PHONE)
    expect(captions).to_have_count(0)
    expect(piles).to_have_count(0)
    resize(page, ZOOMED)
    assert widest(page.locator(".table .card")) >= SMALLEST
    resize(page, DESKTOP)
    visit.look(page, ".plate.me.awaited")
    page.keyboard.press("1")
    page.keyboard.press("?")
    expect(player.dialog).to_contain_text("Press a card to play it to the centre")
    expect(player.dialog).not_to_contain_text("more cards")
    visit.look(page, "dialog[open]")
    page.keyboard.press("Escape")
    expect(player.dialog).to_have_count(0)
    page.keyboard.press("Escape")  # the card that was picked goes back; otherwise a press on it would only put it down
    player.act()
    visit.look(eve.page, ".table .card")
    expect(page.locator(".plate.me.awaited")).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    player.dialog.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    visit.look(page, "dialog table")
    expect(player.dialog.get_by_role("columnheader")).to_have_text(["#", "Name", "Off the pile", "Points"])
    go(page, f"/replay/{code}?t=0")
    visit.look(page, "input[type=range]")
    assert not visit.found, "\n".join(visit.found)


def widest(cards: Locator) -> float:
    """Return the width of the cards in pixels."""
    box = cards.first.bounding_box()
    assert box is not None
    return min(box["width"], box["height"])


def test_a_race_with_the_keys_alone(sit: Seats) -> None:
    """From the front page to the podium, without a mouse."""
    ann = sit("Ann")
    page = ann.page

    def tab_to(name: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement?.innerText?.trim() ?? ''").startswith(name):
                return
        pytest.fail(f"no way to {name} with the Tab key")

    page.goto("/games/fourteenth")
    expect(page.get_by_role("button", name="Open the room")).to_be_visible()
    tab_to("Open the room")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Players")).to_be_visible()
    tab_to("Ready")
    page.keyboard.press("Enter")
    ann.wait_for_cards()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.matches('.table .pile') ?? false"):
            break
    focused = page.locator(".pile:focus")
    expect(focused).to_have_count(1)
    for _ in range(MOST_HINTS):
        if ann.cards_home() >= HOME_BY_KEYS:
            break
        # The hint shows the place, and the arrows lead there.
        page.keyboard.press("h")
        source = page.locator(".card.picked").first.get_attribute("data-at")
        assert source is not None
        walk(page, int(source.split(":")[0]))
        page.keyboard.press("Enter")
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
        ann.wait_for_answer()
    assert ann.cards_home() >= HOME_BY_KEYS
    tab_to("Give up")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    # A second press of Enter takes nothing away.
    expect(dialog.get_by_role("button", name="Play on")).to_be_focused()
    tab_to("Give up")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("button", name="Play again")).to_be_visible()
    tab_to("Play again")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Players")).to_be_visible()


def walk(page: Page, pile: int) -> None:
    """Go to a place of the square of five by five with the arrow keys."""
    row, column = divmod(pile, 5)
    for _ in range(12):
        at = int(page.locator(".pile:focus").get_attribute("data-pile") or 0)
        if at == pile:
            return
        here_row, here_column = divmod(at, 5) if at < 25 else (0, 5)
        if here_column != column:
            page.keyboard.press("ArrowRight" if here_column < column else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown" if here_row < row else "ArrowUp")
    pytest.fail(f"the arrows do not lead to place {pile}")
