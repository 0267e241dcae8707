"""The bytes that the page loads before it can be used."""

from __future__ import annotations

import pytest
from playwright.sync_api import Response, expect

from tests.browser.desks import PHONE, Seats

pytestmark = pytest.mark.browser

MOST = 120 * 1024
"""The most bytes of compressed script and style for the first load, without the pictures of the cards."""


def test_first_load(sit: Seats) -> None:
    """The front page, and from there by one press a race against bots on a phone, stay under the bound together."""
    ann = sit("Ann", PHONE, new=True)
    loaded: list[Response] = []
    ann.page.on("response", lambda response: loaded.append(response))
    ann.page.goto("/")
    # Two rows of four, and the beginning of the list.
    expect(ann.page.locator(".game")).to_have_count(20)
    # The drawings of the games come separately, each into its frame.
    drawing = ann.page.locator(".drawing img").first
    expect(drawing).to_be_visible()
    assert drawing.evaluate("async drawing => { await drawing.decode(); return drawing.naturalWidth }") > 0
    expect(ann.page.locator(".games .drawing img")).to_have_count(12)
    front = weight(loaded)
    ann.page.get_by_role("button", name="Play now against bots").click()
    ann.wait_for_cards()
    expect(ann.page.locator(".strip li")).to_have_count(3)
    assert ann.can_play()
    table = weight(loaded)
    print(f"front page {front} bytes, with a table {table} bytes")
    assert 0 < front < table <= MOST


def weight(loaded: list[Response]) -> int:
    """Return the bytes of script and style as they were sent."""
    kinds = ("script", "stylesheet")
    return sum(r.request.sizes()["responseBodySize"] for r in loaded if r.request.resource_type in kinds)
