"""Everybody can use the page: axe finds nothing on any page, and the keys alone are enough for a whole race."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import axe, violations
from tests.browser.conftest import DESKTOP, PHONE, Seats
from tests.browser.duellist import open_duel
from tests.browser.player import RESTED

__all__ = ["axe"]
pytestmark = pytest.mark.browser

ZOOMED = (640, 360)
SMALLEST = 24
"""Pixels that a card of the own table is wide at least."""

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
    if (hit && (control.contains(hit) || hit.contains(control) || label?.contains(hit))) return []
    const what = control.getAttribute('aria-label') ?? control.textContent.trim() ?? control.name
    return [`${control.tagName} ${what} ${inside ? 'is covered' : `lies at ${Math.round(x)}, ${Math.round(y)}`}`]
  })
}"""
"""Names the controls that can't be brought into the window, or that something lies over."""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing(sit: Seats, axe: str, size: tuple[int, int]) -> None:
    ann = sit("Ann", size)
    page = ann.page
    found: list[str] = []

    def look() -> None:
        found.extend(violations(page, axe))
        wider = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        if wider > 0:
            found.append(f"{page.url} is {wider} pixels wider than the window")

    page.goto("/")
    expect(page.locator(".games ~ .more")).to_be_visible()
    look()
    page.get_by_role("button", name="Race friends").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    look()
    boxes = page.locator("dialog input[type=checkbox]")
    assert set(boxes.evaluate_all("boxes => boxes.map(box => box.offsetWidth)")) == {20}, "no text squeezes its box"
    page.goto("/leaderboard")
    expect(page.get_by_label("Ranked by")).to_be_visible()
    look()
    page.goto("/nowhere")
    look()
    code = ann.open_room("klondike_draw1")
    look()
    ann.add_bot()
    ann.ready()
    ann.wait_for_cards()
    look()
    page.keyboard.press("h")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("double press. The right")
    look()
    page.keyboard.press("Escape")
    eve = sit("Eve", size)
    eve.arrive(f"/watch/{code}")
    expect(eve.page.locator("[data-board]")).to_have_count(2)
    expect(eve.page.locator(".card.fv").first).to_be_visible()
    found.extend(violations(eve.page, axe))
    ann.give_up()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible(timeout=60_000)
    look()
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider")).to_be_visible()
    look()
    assert not found, "\n".join(found)


def test_everything_can_be_reached_at_twice_the_size(sit: Seats) -> None:
    """A window of 1280 x 720 at 200 % zoom shows 640 x 360: nothing is wider, and every control can be brought into view."""
    ann = sit("Ann", ZOOMED)
    page = ann.page
    found: list[str] = []

    def look(page: Page = page) -> None:
        page.evaluate(RESTED)
        wider = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        found.extend(f"{page.url} is {wider} pixels wider than the window" for _ in range(wider > 0))
        found.extend(f"{page.url}: {lost}" for lost in page.evaluate(OUT_OF_REACH))

    page.goto("/")
    expect(page.locator(".games ~ .more")).to_be_visible()
    look()
    page.get_by_role("button", name="Race friends").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    look()
    page.goto("/leaderboard")
    expect(page.get_by_label("Ranked by")).to_be_visible()
    look()
    code = ann.open_room("klondike_draw1")
    for _ in range(3):
        ann.add_bot()
    look()
    ann.ready()
    ann.wait_for_cards()
    look()
    assert widest(ann.table.locator(".card")) >= SMALLEST
    title = page.get_by_role("heading", level=1)
    assert title.evaluate("h => h.scrollWidth <= h.clientWidth && h.scrollHeight <= h.clientHeight + 1"), "title is cut"
    eve = sit("Eve", ZOOMED)
    eve.arrive(f"/watch/{code}")
    expect(eve.page.locator("[data-board]")).to_have_count(4)
    look(eve.page)
    ann.give_up()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible(timeout=60_000)
    look()
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider")).to_be_visible()
    look()

    code = open_duel(page, "spite_and_malice", "a bot: good", match="10 points")
    ann.wait_for_cards()
    expect(page.locator(".plate.me.awaited")).to_be_visible()
    look()
    assert widest(ann.table.locator(".card")) >= SMALLEST
    eve.page.goto(f"/watch/{code}")
    expect(eve.page.locator(".table .card").first).to_be_visible()
    look(eve.page)
    page.get_by_role("button", name="Resign").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".note").or_(page.get_by_role("dialog")).first).to_be_visible()
    look()
    assert not found, "\n".join(found)


def widest(cards: Locator) -> float:
    """How many pixels the cards are wide."""
    box = cards.first.bounding_box()
    assert box is not None
    return min(box["width"], box["height"])


def test_a_whole_race_with_the_keys_alone(sit: Seats) -> None:
    """From the front page to the podium, and never a hand on the mouse."""
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
    for _ in range(160):
        if not ann.can_play():
            break
        # The hint says where; the arrows go there.
        page.keyboard.press("h")
        source = page.locator(".card.picked").first.get_attribute("data-at")
        assert source is not None
        walk(page, int(source.split(":")[0]))
        page.keyboard.press("Enter")
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
        ann.wait_for_answer()
    expect(page.get_by_role("dialog")).to_contain_text("All cards home!")


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
