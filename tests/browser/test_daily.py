"""The deal of the day as a newcomer has it: from the front page to the board, the calendar, and a race against one's own ghost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.axe import axe, violations
from tests.browser.conftest import QUICK
from tests.browser.desks import PHONE, Desks, Seats
from tests.browser.player import Player, go
from tests.browser.server import PAGE, RUN, serve

__all__ = ["axe"]

pytestmark = pytest.mark.browser

EASY = f"""
from dataclasses import replace
from cadogan_games import daily
from cadogan_server.rooms import hands
hands.quickest = lambda game: lambda move: 0
daily.ROTATIONS = (replace(daily.ROTATIONS[0], races=("cover",)),)
{RUN}"""
"""A server whose deal of the day is of a game that any moves win, and which lets a test play as fast as it can."""


@pytest.fixture
def sit_for_the_day(own_desks: Desks, own_port: int, tmp_path: Path) -> Iterator[Seats]:
    if not PAGE.is_file():
        pytest.skip("the page is not built: run `make page`, or `python hatch_build.py`")
    with serve(tmp_path, *QUICK, run=EASY, port=own_port), own_desks.seats() as sit:
        yield sit


def win(player: Player) -> None:
    player.wait_for_cards()
    while player.can_play():
        player.play_by_tapping()


def test_a_day_from_the_front_page_to_a_race_against_the_own_ghost(sit_for_the_day: Seats, axe: str) -> None:
    ann, bob = sit_for_the_day("Ann"), sit_for_the_day("Bob", PHONE)
    page = ann.page
    ann.arrive("/")
    start = page.get_by_role("button", name="Deal of the day")
    expect(start).to_contain_text("Cover: the same cards for all")
    start.click()
    ann.wait_for_cards()
    expect(page.get_by_text("this attempt counts")).to_be_visible()
    win(ann)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Place 1 of 1")
    dialog.get_by_role("link", name="Board and calendar of the day").click()

    # The board marks the own row, the calendar today.
    expect(page.get_by_role("heading", name="Deal of the day")).to_be_visible()
    expect(page.get_by_text(re.compile("the next begins at .* in .* min"))).to_be_visible()
    board = page.get_by_role("table", name="Board of the day: Cover")
    mine = board.get_by_role("row", name=re.compile("Ann"))
    expect(mine).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("link", name=re.compile(r"Cover: won in \d.*Duel of the day: not played"))).to_be_visible()
    expect(page.get_by_text("1 day in a row, at most 1").first).to_be_visible()
    assert violations(page, axe) == []

    # Who has not played it yet sees the time alone.
    bob.arrive("/daily")
    seen = bob.page.get_by_role("table", name="Board of the day: Cover")
    expect(seen.get_by_role("row", name=re.compile("Ann"))).to_be_visible()
    expect(bob.page.get_by_role("button", name="Race the ghost of Ann")).to_have_count(0)
    assert violations(bob.page, axe) == []

    # A ghost runs beside, marked as one; afterwards both boards go in step.
    mine.get_by_role("button", name="Race the ghost of Ann").click()
    ann.wait_for_cards()
    racers = page.locator(".strip li")
    expect(racers).to_have_count(2)
    expect(racers.nth(1)).to_contain_text("ghost")
    expect(page.get_by_text("practice against a ghost")).to_be_visible()
    ann.play_by_tapping()
    ann.give_up()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("46 cards fewer than the ghost of Ann.")
    dialog.get_by_role("link", name="Replay").click()
    expect(page.locator(".wall .head").filter(has_text="Ann")).to_have_count(2)

    # It changed nothing: the second try at today's deal is practice, and so was the ghost.
    go(page, "/")
    expect(page.get_by_role("button", name="Deal of the day")).to_contain_text("Place 1 of 1")
    page.get_by_role("button", name="Deal of the day").click()
    page.get_by_role("button", name="Practise it again").click()
    ann.wait_for_cards()
    expect(page.get_by_text("practice", exact=True)).to_be_visible()
