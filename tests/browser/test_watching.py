"""Watching helps no player: the view of a board during a race, and the room's words on it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from cadogan_protocol.messages import Stand
from tests.browser.desks import Seats
from tests.browser.player import Player
from tests.browser.rival import Rival, rival
from tests.browser.server import ServedPage

pytestmark = pytest.mark.browser

WASTE = "12:0"
"""The first card of Klondike's waste, as `data-at` has it."""

NOTE_WHAT_TURNS_OVER = """() => {
  window.flips = []
  const animate = Element.prototype.animate
  Element.prototype.animate = function (...how) {
    window.flips.push(`${this.closest('[data-board]')?.dataset.board} ${this.dataset?.key}`)
    return animate.apply(this, how)
  }
}"""


def test_a_card_that_only_one_racer_has_seen_is_tinted(sit: Seats, served: ServedPage) -> None:
    ann, eve = sit("Ann"), sit("Eve", moves=True)
    ann.arrive()
    code = ann.open_room("klondike_draw1")
    eve.arrive(f"/watch/{code}")
    with rival(served.url, "Bob") as bob:
        bob.do(bob.wire.join(code))
        bob.do(bob.wire.ready())
        expect(ann.page.locator(".lobby li")).to_have_count(2)
        ann.ready()
        ann.wait_for_cards()
        seen_by_one_then_by_all(ann, bob, eve)


def seen_by_one_then_by_all(ann: Player, bob: Rival, eve: Player) -> None:
    """Let Ann turn cards, and Bob too until he gives up; check what Eve sees of them."""
    theirs = eve.page.locator("[data-board]", has_text="Ann")
    tinted = theirs.locator(".card.fv")
    expect(theirs.locator(".card")).to_have_count(52)
    expect(tinted).to_have_count(0)
    expect(
        eve.page.get_by_text("Tinted backs: cards that their player has seen, but not yet everyone.")
    ).to_be_visible()
    turn = ann.page.get_by_role("button", name="Turn", exact=True)
    eve.page.evaluate(NOTE_WHAT_TURNS_OVER)

    def flips(key: str | None) -> int:
        return int(eve.page.evaluate("key => window.flips.filter(one => one === `0 ${key}`).length", key))

    turn.click()
    ann.wait_for_answer()
    expect(tinted).to_have_count(1)
    expect(tinted).to_have_attribute("data-at", WASTE)
    expect(tinted).to_have_attribute("title", "Ann knows it")
    expect(theirs.get_by_role("img", name="waste: Ann knows it")).to_be_attached()
    # A veiled card has a drawing of its own, unlike a card that lies face down.
    eve.wait_for_faces()
    drawn = "card => { const { backgroundImage, backgroundPosition } = getComputedStyle(card); "
    drawn += "return backgroundImage + backgroundPosition }"
    assert tinted.evaluate(drawn) != theirs.locator(".card.fb").first.evaluate(drawn)
    key = tinted.get_attribute("data-key")
    assert flips(key) == 1
    face = ann.cards()[WASTE]
    assert face not in ("fv", "fb")

    # A seen card stays known, and the button says so.
    undo = ann.page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    expect(undo).to_have_accessible_description(re.compile("^Your last move turned up a card"))
    undo.click(force=True)
    expect(ann.page.locator(".notices").get_by_text("Your last move turned up a card")).to_be_visible()

    bob.move(lambda moves: next(move for move in moves if move[0] == "turn"))
    expect(tinted).to_have_count(0)
    opened = theirs.locator(f'.card[data-at="{WASTE}"]')
    expect(opened).to_have_class(re.compile(rf"\b{face}\b"))
    expect(opened).to_have_attribute("data-key", key or "")
    expect(opened).not_to_have_attribute("title", re.compile("."))
    assert flips(key) == 2

    # No card waits for a racer who has given up.
    turn.click()
    expect(tinted).to_have_count(1)
    bob.do(bob.wire.ask(Stand))
    expect(tinted).to_have_count(0)
    expect(theirs.get_by_role("img", name=re.compile("^waste: .* of "))).to_be_attached()
    assert not any(shown == "fv" for shown in ann.cards().values())


def test_the_form_offers_only_valid_options_and_the_lobby_names_them(sit: Seats) -> None:
    ann = sit("Ann")
    page = ann.page
    ann.arrive("/games/klondike_draw1")
    page.get_by_text("More options").click()
    watching = page.get_by_role("combobox", name="Spectators")
    undo = page.get_by_role("combobox", name="Undo")
    listed, rated = page.get_by_label("Shown in the list of games"), page.get_by_label("Counts for the leaderboard")
    expect(watching).to_have_value("fair")
    expect(page.get_by_text("Spectators see a card only once everyone still playing has seen it")).to_be_visible()
    expect(undo).to_have_value("covered")
    expect(undo.locator("option[value=free]")).to_have_count(0)
    expect(
        page.get_by_text("a move that has turned up a new card or shuffled the pack can’t be taken back")
    ).to_be_visible()

    rated.uncheck()
    expect(undo).to_have_value("free")
    rated.check()
    for value in ("live", "delayed"):
        watching.select_option(value)
        expect(rated).to_be_disabled()
        expect(rated).not_to_be_checked()
        expect(page.get_by_text(re.compile("so it is unrated|unrated.$"))).to_be_visible()
        expect(listed).to_be_enabled(enabled=value == "delayed")
        expect(listed).not_to_be_checked()
        expect(undo).to_have_value("free")
    page.get_by_role("combobox", name="Time limit").select_option("180")
    page.get_by_role("spinbutton", name="Delay in seconds").fill("181")
    expect(rated).to_be_checked()
    watching.select_option("none")
    # A room is for invited players, unless it is opened for all. The choice is stored.
    for box in (listed, rated):
        expect(box).to_be_enabled()
    expect(rated).to_be_checked()
    expect(listed).not_to_be_checked()
    expect(page.get_by_text("Only people with the link or the code can come in.")).to_be_visible()
    listed.check()
    watching.select_option("live")
    page.get_by_role("button", name="Open the room").click()
    facts = page.get_by_role("region", name="Klondike, draw one")
    for text in ("by invitation", "unrated", "Spectators: live", "Spectators see every board", "Undo: any move"):
        expect(facts).to_contain_text(text)
    expect(facts).not_to_contain_text("the same address")

    ann.open_room("klondike_draw1")
    for text in (
        "Spectators: only what all have seen",
        "once everyone still playing",
        "The race is rated, so a move that has turned up a new card",
        "the same address or browser",
    ):
        expect(facts).to_contain_text(text)
