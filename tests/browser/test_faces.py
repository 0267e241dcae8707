"""The pictures of the cards: drawn once, and shown at once on the next visit."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.desks import Seats
from tests.browser.player import Player

pytestmark = pytest.mark.browser

COUNT_PICTURES = """
  window.pictures = 0
  const toBlob = HTMLCanvasElement.prototype.toBlob
  HTMLCanvasElement.prototype.toBlob = function (...how) {
    window.pictures += 1
    return toBlob.apply(this, how)
  }"""
"""Counts the pictures that are drawn since the page was loaded."""

NO_STORE = "IDBFactory.prototype.open = () => { throw new DOMException('not here', 'SecurityError') }"


def come_to_a_table(ann: Player) -> Page:
    ann.page.add_init_script(COUNT_PICTURES)
    ann.arrive()
    ann.open_room("klondike_draw1")
    ann.ready()
    ann.wait_for_cards()
    ann.wait_for_faces()
    return ann.page


def come_again(ann: Player) -> int:
    """Load the page again; return the number of pictures it has drawn once all faces are shown."""
    ann.page.reload()
    ann.wait_for_cards()
    ann.wait_for_faces()
    drawn: int = ann.page.evaluate("window.pictures")
    return drawn


def test_faces_are_not_drawn_again_when_the_page_comes_again(sit: Seats) -> None:
    ann = sit("Ann", new=True)
    page = come_to_a_table(ann)
    # Once the last picture is shown it still has to be stored, and the next visit may begin with other widths: on a busy
    # machine it takes some visits.
    assert any(come_again(ann) == 0 for _ in range(10))
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Four colours").check()
    page.wait_for_function("() => window.pictures > 0")


def test_faces_are_drawn_each_time_if_nothing_can_be_kept(sit: Seats) -> None:
    ann = sit("Ann", new=True)
    ann.page.add_init_script(NO_STORE)
    come_to_a_table(ann)
    assert come_again(ann) > 0
