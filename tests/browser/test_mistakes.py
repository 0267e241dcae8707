"""The mistakes of a duel, in its replay."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import Axe, axe, violations
from tests.browser.conftest import QUICK
from tests.browser.desks import DESKTOP, PHONE, Desks
from tests.browser.server import PAGE, serve
from tests.client.duelling import dueled

__all__ = ["axe"]

pytestmark = pytest.mark.browser

LISTED = 12
"""The mistakes that are listed at most."""

BUSY = 90_000
"""The time in ms after which the test stops waiting for the solver's process, which has the lowest priority."""


def look_at_the_mistakes(page: Page, code: str, axe: Axe) -> None:
    """Open a duel's replay, and follow its mistakes."""
    page.goto(f"/replay/{code}?t=0")
    page.get_by_role("button", name="Mistakes").click()
    panel = page.get_by_role("region", name="Mistakes")
    mistakes = panel.get_by_role("list", name="The greatest mistakes").get_by_role("button")
    expect(mistakes.first).to_be_visible(timeout=BUSY)
    assert mistakes.count() <= LISTED
    expect(panel.get_by_role("status")).to_contain_text(re.compile(r"\d+ mistakes?"))
    losses = [int(re.search(r"−(\d+)%", text)[1]) for text in mistakes.all_inner_texts()]  # type: ignore[index]
    assert losses == sorted(losses, reverse=True)
    assert violations(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # A press leads to the position, and says what the bot would have played.
    mistakes.first.click()
    told = panel.locator(".move")
    expect(told).to_contain_text(
        re.compile(r"Move \d+ of \d+ Bob: .*Better: .* · Chance to win: \d+%, then \d+%", re.DOTALL)
    )
    expect(mistakes.first).to_have_attribute("aria-current", "true")
    before, after = map(int, re.search(r"(\d+)%, then (\d+)%", told.inner_text()).groups())  # type: ignore[union-attr]
    assert abs(before - after - losses[0]) <= 1, "the parts are rounded"
    assert violations(page, axe) == []
    number = int(re.search(r"Move (\d+) of", told.inner_text())[1])  # type: ignore[index]
    panel.get_by_role("button", name="Next move").press("Enter")
    expect(told).to_contain_text(f"Move {number + 1} of ")
    panel.get_by_role("button", name="Previous move").press("Enter")
    expect(told).to_contain_text(f"Move {number} of ")


def test_the_mistakes_of_a_duel_are_listed_and_gone_to(
    own_desks: Desks, own_port: int, tmp_path: Path, axe: Axe, thorough: bool
) -> None:
    if not PAGE.is_file():
        pytest.skip("the page is not built: run `make page`, or `python hatch_build.py`")
    with serve(tmp_path, *QUICK, "--solvers", "1", port=own_port) as served, own_desks.seats() as sit:
        with ThreadPoolExecutor() as others:
            code = others.submit(asyncio.run, dueled(served.url.replace("http", "ws", 1) + "/ws")).result(120)
        for size in (DESKTOP, PHONE) if thorough else (PHONE,):
            look_at_the_mistakes(sit("Eve", size).page, code, axe)
