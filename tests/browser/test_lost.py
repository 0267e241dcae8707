"""Where a race was lost, and practice from a position of its replay."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Locator, Page, expect

from cadogan_games import catalogue
from tests.browser.axe import Axe, axe, violations
from tests.browser.conftest import QUICK
from tests.browser.desks import DESKTOP, PHONE, Desks, Seats
from tests.browser.player import Player
from tests.browser.server import PAGE, serve
from tests.examples import only_thorough

__all__ = ["axe"]

pytestmark = pytest.mark.browser

MOVES = 24
"""Cover comes out in this many moves, whichever they are."""

EASY = {"klondike_draw1": 2, "la_belle_lucie": 60, "spider_1": 75, "sultan": 37}
"""By game: a deal that the solver wins at once."""

LOSERS = [
    ("klondike_draw1", PHONE),
    *only_thorough(
        *((id, size) for id in EASY for size in (DESKTOP, PHONE) if (id, size) != ("klondike_draw1", PHONE))
    ),
]
"""Games in which a race is lost, and the windows in which it is played."""

LEFT = {"klondike_draw1": 3}
"""By game: the moves of the winning line that are left for the player; elsewhere the last one."""

MINUTE = 60_000
"""Milliseconds within which a racer sees where a race was lost."""


def fits_everybody(page: Page, axe: Axe) -> None:
    """Check the page in its window, then in a phone's."""
    assert violations(page, axe) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert violations(page, axe, again=True) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_race_that_was_given_up_is_won_from_its_replay(sit: Seats, axe: Axe) -> None:
    ann = sit("Ann")
    page = ann.page
    ann.arrive()
    ann.open_room("cover")
    ann.ready()
    ann.wait_for_cards()
    for _ in range(3):
        ann.play_by_tapping()
    ann.give_up()
    results = page.get_by_role("dialog")
    results.get_by_role("button", name="Where was it lost?").click()
    expect(results).to_contain_text("This race isn’t analysed")
    results.get_by_role("link", name="Replay").click()

    # The replay is stepped through, by the pointer and by the keys.
    page.get_by_role("button", name="Where it was lost").click()
    panel = page.get_by_role("region", name="Where it was lost")
    back, on = panel.get_by_role("button", name="One move back"), panel.get_by_role("button", name="One move on")
    page.get_by_role("slider", name="Moment").press("End")
    expect(panel).to_contain_text("Step 3 of 3")
    expect(on).to_be_disabled()
    back.click()
    back.press("Enter")
    expect(panel).to_contain_text("Step 1 of 3")
    on.press("Enter")
    expect(panel).to_contain_text("Step 2 of 3")
    fits_everybody(page, axe)

    panel.get_by_role("button", name="Play on from here").click()
    expect(page.locator("header")).to_contain_text("practice from a replay")
    ann.wait_for_cards()
    for _ in range(MOVES - 2):
        ann.play_by_tapping()
    expect(results).to_contain_text("this room is unrated")
    expect(results).to_contain_text(f"{MOVES} moves")
    fits_everybody(page, axe)
    results.get_by_role("link", name="Back to the replay").click()
    expect(page).to_have_url(re.compile(r"/replay/\w{6}\?lost$"))
    expect(panel).to_contain_text("Step 0 of 3")


@pytest.mark.parametrize(("id", "size"), LOSERS)
def test_a_lost_race_is_won_by_the_solvers_line(
    own_desks: Desks, own_port: int, tmp_path: Path, axe: Axe, id: str, size: tuple[int, int]
) -> None:
    if not PAGE.is_file():
        pytest.skip("the page is not built: run `make page`, or `python hatch_build.py`")
    with serve(tmp_path, *QUICK, "--solvers", "1", port=own_port), own_desks.seats() as sit:
        ann = sit("Ann", size)
        page = ann.page
        ann.arrive()
        room = ann.open_room(id, EASY[id])
        ann.ready()
        ann.wait_for_cards()
        ann.follow_hint()
        ann.give_up()
        results = page.get_by_role("dialog")
        results.get_by_role("button", name="Where was it lost?").click()
        there = results.get_by_role("link", name="Show this position")
        expect(there).to_be_visible(timeout=MINUTE)
        assert violations(page, axe) == []
        there.click()

        panel = page.get_by_role("region", name="Where it was lost")
        expect(panel).to_contain_text("Winning line, move 0 of ")
        expect(page.get_by_role("list", name="Where it was lost").get_by_role("listitem").first).to_have_text(
            "From 0:00: can be won"
        )
        assert violations(page, axe) == []
        of = int(re.search(r"move 0 of (\d+)", panel.inner_text())[1])  # type: ignore[index]
        on = panel.get_by_role("button", name="One move on")
        on.press("Enter")
        expect(panel).to_contain_text(f"Winning line, move 1 of {of}")
        for made in range(2, of - LEFT.get(id, 1) + 1):
            on.evaluate("button => button.click()")
            expect(panel).to_contain_text(f"Winning line, move {made} of {of}")
        panel.get_by_role("button", name="Play on from here").click()
        expect(page.locator("header")).to_contain_text("practice from a replay")
        ann.wait_for_cards()
        play_to_the_end(ann, results, last_moves(own_port, room, LEFT.get(id, 1)))
        most = catalogue.head_of(id).progress_max
        expect(results).to_contain_text(f"{most} of {most}")


def last_moves(port: int, room: str, count: int) -> list[list[int]]:
    """Return the last moves of the winning line, which the server tells everybody who may see the replay."""
    with urlopen(f"http://127.0.0.1:{port}/api/v1/replays/{room}/analysis") as answer:
        (board,) = json.load(answer)["boards"]
    return [step["move"] for step in board["line"][-count:]]


def play_to_the_end(ann: Player, results: Locator, moves: list[list[int]]) -> None:
    """Play the last moves: all cards home or a turn where the table offers it, else as the line has them."""
    further = ann.page.get_by_role("button", name="All home").or_(ann.page.get_by_role("button", name="Turn")).first
    expect(further.or_(ann.table.locator(".card.grab")).first).to_be_visible()
    for move in moves:
        if not further.is_visible():
            ann.drag_top(*move)
    while further.is_visible():
        further.click()
        ann.wait_for_answer()
        expect(further.or_(results).first).to_be_visible()
    expect(results).to_be_visible()
