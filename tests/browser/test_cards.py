"""The visible parts of cards: figures that can be read in fans, and no blank card while pictures are drawn anew."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.desks import Seats

pytestmark = pytest.mark.browser

WATCH_FACES = """table => {
  window.blanks = []
  const look = () => {
    const faces = [...table.querySelectorAll('.face')]
    const blank = faces.filter(face => getComputedStyle(face).backgroundImage === 'none').length
    if (blank) window.blanks.push(`${blank} of ${faces.length} in ${table.className}`)
  }
  new MutationObserver(look).observe(table, { attributes: true, attributeFilter: ['class'] })
}"""
"""Notes each time a table is shown with pictures that are not drawn yet."""

FITS = """() => {
  const card = number => document.querySelector(`.table .card[data-at="9:${number}"]`).getBoundingClientRect()
  const shown = (card(1).y - card(0).y) / card(0).width * 240
  const figure = Number(document.querySelector('.table').className.match(/-l(\\d+)/)[1])
  return 60 < figure && figure < shown
}"""
"""True if the figures are large, and the second card leaves them free on the first."""

LARGE = "localStorage.setItem('cadogan.settings', JSON.stringify({ largeIndex: true }))"


def test_cards_keep_their_pictures_until_others_are_drawn(sit: Seats) -> None:
    ann = sit("Ann", new=True)
    ann.arrive()
    ann.open_room("klondike_draw1")
    ann.ready()
    ann.wait_for_cards()
    ann.wait_for_faces()
    before = ann.table.get_attribute("class")
    assert before is not None
    ann.table.evaluate(WATCH_FACES)
    ann.page.set_viewport_size({"width": 700, "height": 720})
    pack = next(name for name in before.split() if name.startswith("pack-"))
    expect(ann.page.locator(f".table.{pack}")).to_have_count(0)
    assert ann.page.evaluate("blanks") == []


def test_large_figures_fit_into_what_fans_show(sit: Seats) -> None:
    """Mrs. Mop's columns of eight show a third of each card at first."""
    ann = sit("Ann")
    ann.page.goto("/leaderboard")
    ann.page.evaluate(LARGE)
    ann.arrive()
    ann.open_room("mrs_mop")
    ann.ready()
    ann.wait_for_cards()
    ann.wait_for_faces()
    # after the table has found its size: the columns are drawn before
    ann.page.wait_for_function(FITS)
