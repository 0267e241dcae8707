"""The deal of the day for a newcomer: from the front page to the board, the calendar, and a race against the own ghost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import Axe, axe, violations
from tests.browser.conftest import QUICK
from tests.browser.desks import PHONE, Desks, Seats
from tests.browser.player import Player, go
from tests.browser.server import PAGE, RUN, serve

__all__ = ["axe"]

pytestmark = pytest.mark.browser

EASY = f"""
from cadogan_games.daily import NO_OPTIONS, Contest, Rotation
from cadogan_server.rooms import hands
hands.quickest = lambda game: lambda move: 0
contests = Rotation.contests
Rotation.contests = lambda rotation, day: (Contest("race", "cover", NO_OPTIONS), contests(rotation, day)[1])
{RUN}"""
"""A server whose deal of the day is of a game that any moves win, and which lets a test play at any speed."""


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


def read_what_comes(player: Player, axe: Axe) -> None:
    """Read all texts of the start page, as often as wanted: no card is dealt before Start is pressed."""
    page = player.page
    race = page.get_by_role("region", name="Cover")
    expect(race).to_contain_text("Today’s table, still face down")
    expect(race.locator(".drawing img")).to_be_visible()
    expect(race.get_by_role("term")).to_have_text(["Your streak:", "Yesterday, Cover:"])
    expect(race.get_by_role("definition")).to_have_text(["none yet", "not played"])
    expect(race).to_contain_text("Nobody has finished yet. The first place is free!")
    assert violations(page, axe) == []
    race.get_by_text("Rules: Cover").click()
    expect(race.get_by_text("A pure race of the eye.")).to_be_visible()
    page.reload()
    expect(race.get_by_role("button", name="Start: this attempt counts")).to_be_visible()


def share(page: Page) -> str:
    """Check the text that is shared about the attempt; return the link by which others race its ghost."""
    page.get_by_role("button", name="Share your result").click()
    dialog = page.get_by_role("dialog").last
    text = dialog.locator(".text").inner_text()
    assert re.match("Cadogan · Deal of the day, .*\nCover: 🏆 \\d:\\d\\d.\\d\n🟩{10}$", text), text
    link = dialog.get_by_role("textbox", name="Beat my run").input_value()
    dialog.get_by_role("button", name="Close").click()
    return link


def beat_the_run(player: Player, link: str) -> None:
    """Follow a friend's link: first comes the own attempt, then the race against the friend's ghost."""
    page = player.page
    page.goto(link)
    rival = page.get_by_role("region", name=re.compile("Beat Ann: "))
    expect(rival).to_contain_text("Play your own attempt first")
    expect(rival.get_by_role("button")).to_have_count(0)
    page.get_by_role("button", name="Start: this attempt counts").click()
    player.wait_for_cards()
    expect(page.get_by_text("it counts")).to_be_visible()
    for _ in range(3):
        player.play_by_tapping()
    player.give_up()
    page.get_by_role("dialog").get_by_role("button", name="Race the ghost of Ann").click()
    player.wait_for_cards()
    expect(page.locator(".strip li").nth(1)).to_contain_text("ghost")


def test_a_day_from_the_front_page_to_a_race_against_the_own_ghost(sit_for_the_day: Seats, axe: Axe) -> None:
    ann, bob = sit_for_the_day("Ann"), sit_for_the_day("Bob", PHONE)
    page = ann.page
    ann.arrive("/")
    tile = page.get_by_role("link", name="Deal of the day")
    expect(tile).to_contain_text("Cover: the same cards for everyone")
    tile.click()
    read_what_comes(ann, axe)
    page.get_by_role("button", name="Start: this attempt counts").click()
    ann.wait_for_cards()
    expect(page.get_by_text("this attempt counts")).to_be_visible()
    code = page.url.rsplit("/", 1)[1]
    win(ann)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("You are the first on the board of the day")
    expect(dialog.get_by_text("in a row")).to_have_count(0)
    expect(dialog.get_by_role("columnheader")).to_have_text(["Name", "Cards home", "Time"])
    expect(dialog.get_by_text("the rest can be checked once the day is over")).to_be_visible()
    beat = share(page)
    dialog.get_by_role("link", name="Board and calendar of the day").click()

    # The board marks the own row, the calendar today.
    expect(page.get_by_role("heading", name="Deal of the day")).to_be_visible()
    expect(page.get_by_text(re.compile(r"the next begins at .*, in \d+ "))).to_be_visible()
    board = page.get_by_role("table", name="Board of the day: Cover")
    mine = board.get_by_role("row", name=re.compile("Ann"))
    expect(mine).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("link", name=re.compile(r"Cover: won in \d.*Duel of the day: not played"))).to_be_visible()
    expect(page.get_by_text("Streak: 1 day (best: 1)").first).to_be_visible()
    assert violations(page, axe) == []

    # A player without an own attempt sees only the time.
    bob.arrive("/daily")
    seen = bob.page.get_by_role("table", name="Board of the day: Cover")
    expect(seen.get_by_role("row", name=re.compile("Ann"))).to_be_visible()
    expect(bob.page.get_by_role("button", name="Race the ghost of Ann")).to_have_count(0)
    assert violations(bob.page, axe) == []
    for path in (f"/replay/{code}", f"/watch/{code}"):
        go(bob.page, path)
        expect(bob.page.get_by_role("alert")).to_contain_text("ake your own attempt first")
        expect(bob.page.get_by_role("link", name="Deal of the day")).to_be_visible()
    beat_the_run(bob, beat)
    page.reload()

    # A ghost runs beside, marked as one. Afterwards both boards move in step.
    mine.get_by_role("button", name="Race your ghost").click()
    ann.wait_for_cards()
    racers = page.locator(".strip li")
    expect(racers).to_have_count(2)
    expect(racers.nth(1)).to_contain_text("ghost Your own")
    expect(page.get_by_text("practice against a ghost")).to_be_visible()
    ann.play_by_tapping()
    ann.give_up()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("46 cards fewer than your own ghost.")
    dialog.get_by_role("link", name="Replay").click()
    expect(page.locator(".wall .head").filter(has_text="Ann")).to_have_count(1)
    expect(page.locator(".wall .head").filter(has_text="Your own · ghost")).to_have_count(1)

    # It changed nothing: the second try at today's deal is practice, and so was the race against the ghost.
    go(page, "/")
    expect(page.get_by_role("link", name="Deal of the day")).to_contain_text("Place 1 of 2")
    page.get_by_role("link", name="Deal of the day").click()
    page.get_by_role("button", name="Play it again for practice").click()
    ann.wait_for_cards()
    expect(page.get_by_text("practice", exact=True)).to_be_visible()
