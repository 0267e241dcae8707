"""Hints that know all cards: the lamp, hints followed to the win, and the way back after a losing move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import Axe, axe, violations
from tests.browser.conftest import QUICK
from tests.browser.desks import DESKTOP, PHONE, Desks
from tests.browser.player import Player, choose_deal, go
from tests.browser.server import PAGE, serve

__all__ = ["axe"]

pytestmark = pytest.mark.browser

DEAL = 9
"""A deal of `nestor_dick` that 26 pairs win. It is lost once the top cards of these two piles are paired."""
LOSING = (0, 5)

PAIRS = 26


@pytest.fixture
def ann(own_desks: Desks, own_port: int, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Player]:
    """Yield a player of that deal in a room whose hints know all cards."""
    if not PAGE.is_file():
        pytest.skip("the page is not built: run `make page`, or `python hatch_build.py`")
    with serve(tmp_path, *QUICK, "--solvers", "1", port=own_port), own_desks.seats() as sit:
        player = sit("Ann", request.param)
        go(player.page, "/games/nestor_dick")
        choose_deal(player.page, DEAL)
        player.page.get_by_label("Hints that see all the cards").check()
        player.page.get_by_role("button", name="Open the room").click()
        expect(player.page.locator(".chip", has_text="unrated")).to_be_visible()
        player.ready()
        player.wait_for_cards()
        yield player


def lamp(player: Player) -> Locator:
    return player.page.locator(".lamp")


def look_in_both_windows(page: Page, axe: Axe) -> None:
    """Check a phone's page, then the same in the window of a laptop."""
    assert violations(page, axe) == []
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    assert violations(page, axe, again=True) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})


@pytest.mark.parametrize("ann", [DESKTOP], indirect=True, ids=["laptop"])
def test_hints_that_see_all_cards_lead_to_the_win(ann: Player) -> None:
    expect(ann.page.locator("header")).to_contain_text("unrated")
    for _ in range(PAIRS):
        expect(lamp(ann)).to_contain_text("Can still be won")
        ann.follow_hint()
    results = ann.page.get_by_role("dialog")
    expect(results).to_contain_text("Not counted on the boards: this room is unrated")


@pytest.mark.parametrize("ann", [PHONE], indirect=True, ids=["phone"])
def test_a_move_that_loses_is_named_and_taken_back_by_one_press(ann: Player, axe: Axe) -> None:
    expect(lamp(ann)).to_contain_text("Can still be won")
    look_in_both_windows(ann.page, axe)
    ann.drag_top(*LOSING)
    expect(lamp(ann)).to_contain_text("Lost since")
    expect(lamp(ann)).to_contain_text("queen of")
    ann.follow_hint()
    back = lamp(ann).get_by_role("button", name="Take back 2 moves")
    expect(back).to_be_visible()
    look_in_both_windows(ann.page, axe)
    back.click()
    expect(lamp(ann)).to_contain_text("Can still be won")
    expect(ann.page.get_by_role("button", name="Undo")).to_be_disabled()
