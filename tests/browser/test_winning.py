"""The moment of winning, step by step: the last card, the result and its meaning, its picture, and on to the next deal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cadogan_protocol.messages import Stand
from cadogan_protocol.moves import Move
from tests.browser.axe import Axe, axe, violations
from tests.browser.conftest import QUICK
from tests.browser.desks import PHONE, Desks
from tests.browser.player import Player
from tests.browser.rival import rival
from tests.browser.server import PAGE, RUN, serve
from tests.server.forked import SET_TO

__all__ = ["axe"]

pytestmark = pytest.mark.browser

PATIENT = f"""
{SET_TO.format("journal=Bounds(lately=0)")}
from cadogan_server.rooms import counting, hands
hands.Hands.too_fast = property(lambda self: False)
counting.has_played = lambda *_: True
{RUN}"""
"""A server that takes a test's moves for a person's, and counts results at once."""

MOVES = 24
"""Cover comes out in this many moves, whichever they are."""

LEAD = 5
"""The number of moves that the rival makes before Ann's first."""

LEAPS = """() => document.getAnimations()
  .filter(a => a.effect?.target?.matches('.card') && a.effect.getTiming().duration === 800).length > 20"""
"""True if cards leap off a table."""

PAINTED = """canvas => {
  const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data
  return new Set(new Uint32Array(pixels.buffer)).size
}"""
"""Returns the number of colours in a picture."""


def discards_first(moves: list[Move]) -> Move:
    return next((move for move in moves if move[0] == "discard"), moves[0])


def goes_home(ann: Player) -> None:
    """Play the whole game, and see the last cards land."""
    ann.page.emulate_media(reduced_motion="reduce")
    for _ in range(MOVES - 1):
        ann.play_by_tapping()
    ann.page.emulate_media(reduced_motion="no-preference")
    ann.play_by_tapping()


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_win_is_celebrated_explained_shared_and_followed_by_the_next(
    own_desks: Desks, own_port: int, tmp_path: Path, axe: Axe
) -> None:
    if not PAGE.is_file():
        pytest.skip("the page is not built: run `make page`, or `python hatch_build.py`")
    with (
        serve(tmp_path, *QUICK, "--no-bots", run=PATIENT, port=own_port) as server,
        own_desks.seats() as sit,
        rival(server.url, "Cid") as cid,
    ):
        ann, bob = sit("Ann", (1366, 768)), sit("Bob", PHONE)
        ann.arrive()
        code = ann.open_room("cover")
        bob.arrive(f"/r/{code}")
        cid.do(cid.wire.join(code))
        expect(ann.page.locator(".lobby li")).to_have_count(3)
        cid.do(cid.wire.ready())
        for player in (ann, bob):
            player.ready()
        for player in (ann, bob):
            player.wait_for_cards()
        for _ in range(LEAD):
            cid.move(discards_first)
        expect(ann.page.locator(".strip li", has_text="Cid")).to_contain_text("in the lead")

        # The last card: cards leap off the table until a key is pressed, and nothing lies over them.
        goes_home(ann)
        ann.page.wait_for_function(LEAPS)
        expect(ann.page.get_by_role("button", name="On to the next deal")).to_have_count(0)
        ann.page.keyboard.press("Shift")
        ann.page.wait_for_function(f"() => !({LEAPS})()")

        # The time, the others' tables, and the next deal for players who are done.
        expect(ann.page.get_by_text(re.compile(r"You are home! Place 1, in \d+:\d\d\.\d"))).to_be_visible()
        ann.page.get_by_role("button", name="Watch the others").click()
        expect(ann.page.locator("[data-board]")).to_have_count(2)
        wants = ann.page.get_by_role("button", name="On to the next deal")
        wants.click()
        expect(ann.page.get_by_text("You go on together as soon as another")).to_be_visible()
        assert violations(ann.page, axe) == []
        ann.page.get_by_role("button", name="No, not yet").click()
        expect(wants).to_be_visible()

        # The race is over: the meaning of the result.
        cid.do(cid.wire.ask(Stand))
        bob.give_up()
        result = ann.page.get_by_role("dialog", name="You have won!")
        expect(result).to_contain_text("Your first win at this game.")
        expect(result).to_contain_text("You are the first on the board of the day")
        expect(result).to_contain_text(re.compile(r"\+\d+\s*Rating \d+\?"))
        expect(result).to_contain_text(re.compile(r"At 0:\d\d\.\d you passed Cid for good\."))
        expect(bob.page.get_by_role("dialog")).to_contain_text(re.compile(r"At 0:\d\d\.\d Ann passed Cid for good\."))
        assert violations(ann.page, axe) == []
        for player in (ann, bob):
            assert fits(player.page)

        # A picture of it.
        result.get_by_role("button", name="Share").click()
        shared = ann.page.get_by_role("dialog", name="Share")
        expect(shared.get_by_role("button", name="Save the picture")).to_be_enabled()
        assert shared.locator("canvas").evaluate(PAINTED) > 100
        with ann.page.expect_download() as download:
            shared.get_by_role("button", name="Save the picture").click()
        assert download.value.path().read_bytes().startswith(b"\x89PNG")
        expect(shared).to_contain_text("1. Ann: ")
        assert violations(ann.page, axe) == []
        ann.page.keyboard.press("Escape")
        expect(shared).to_have_count(0)

        # The next deal. A player who is done with it goes on with anybody who wants to, by a press each.
        result.get_by_role("button", name="Rematch").click()
        bob.page.get_by_role("button", name="Join the rematch").click()
        expect(ann.page.locator(".lobby li")).to_have_count(2)
        second = ann.page.url.rsplit("/", 1)[1]
        cid.do(cid.follow())
        cid.do(cid.wire.ready())
        for player in (ann, bob):
            player.ready()
        for player in (ann, bob):
            player.wait_for_first_card()
            player.give_up()
        ann.page.get_by_role("button", name="On to the next deal").click()
        expect(bob.page.get_by_text("Ann wants to go on.")).to_be_visible()
        bob.page.get_by_role("button", name="On to the next deal").click()
        for player in (ann, bob):
            expect(player.page).not_to_have_url(re.compile(second))
            player.wait_for_first_card()
            expect(player.page.locator(".strip li")).to_have_count(2)
        assert ann.page.url == bob.page.url
        cid.move(discards_first)
        assert (cid.room.code, cid.room.phase) == (second, "running")

        # Players who have gone on are told the result of the race before.
        cid.do(cid.wire.ask(Stand))
        for player in (ann, bob):
            over = re.compile("Cover is over: Place [23] of 3 · 0 of 48")
            told = player.page.get_by_role("status").filter(has_text=over)
            expect(told.get_by_role("link", name="Replay")).to_have_attribute("href", f"/replay/{second}")
            told.get_by_role("button", name="Close").click()
            expect(told).to_have_count(0)
