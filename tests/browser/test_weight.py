"""How much the page weighs before it can be used."""

from __future__ import annotations

import pytest
from playwright.sync_api import Response, expect

from tests.browser.desks import PHONE, Seats

pytestmark = pytest.mark.browser

MOST = 120 * 1024
"""Bytes of compressed script and style for the first load, the pictures of the cards apart."""


def test_first_load(sit: Seats) -> None:
    """The front page, and from there by one press a race against bots on a phone, stay under the bound together."""
    ann = sit("Ann", PHONE, new=True)
    loaded: list[Response] = []
    ann.page.on("response", lambda response: loaded.append(response))
    ann.page.goto("/")
    # Two rows of four, and the beginning of the list.
    expect(ann.page.locator(".game")).to_have_count(20)
    # The drawings of the games come by themselves, each into its frame.
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
    """Bytes of script and style as they came over the line."""
    kinds = ("script", "stylesheet")
    return sum(r.request.sizes()["responseBodySize"] for r in loaded if r.request.resource_type in kinds)
