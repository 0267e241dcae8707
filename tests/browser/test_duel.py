"""A duel as people see it: a match of two before a spectator, a game against a bot, the keys, and every way to the end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.desks import PHONE, Seats
from tests.browser.duellist import Duellist, choose, open_duel, show_settings
from tests.browser.player import go
from tests.browser.test_presses import NEVER_ENDS
from tests.browser.test_settings import COUNTED

pytestmark = pytest.mark.browser

MOST_MOVES = 100
"""The most moves of a game of these deals."""

SOON_LED, SOON_LOST, ANN_BEGINS = 5, 2, 4
"""The players' nonces, with which cards are dealt so that a player leads after three moves, and the bot has won after
thirteen of Ann's. Ann begins."""

HANDS = '.table .card[data-at^="2:"], .table .card[data-at^="3:"]'
"""The cards of both hands."""

HEARD = """() => {
  window.heard = []
  const named = { 330: 'lead', 587: 'call', 880: 'last', 1319: 'won' }
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (...when) {
    const name = this.type === 'triangle' && named[this.frequency.value]
    if (name) window.heard.push(name)
    return start.apply(this, when)
  }
}"""
"""Notes the sounds that no card makes, each by a tone of its own."""


LOOKED_AWAY = """() => {
  window.titles = []
  const note = new MutationObserver(() => window.titles.push(document.title))
  note.observe(document.head, { childList: true, subtree: true, characterData: true })
  Object.defineProperty(document, 'hidden', { configurable: true, value: true })
  document.dispatchEvent(new Event('visibilitychange'))
}"""
"""Hides the tab from the page, and keeps the titles that it gets."""

LOOKED_BACK = "() => { delete document.hidden; document.dispatchEvent(new Event('visibilitychange')) }"


WARNED = """() => {
  window.warned = new Set()
  const look = () => {
    for (const notice of document.querySelectorAll('.notices > *')) window.warned.add(notice.innerText)
    const plate = document.querySelector('.plate.me .warns')
    if (plate) window.warned.add(`plate: ${plate.innerText}`)
  }
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
}"""
"""Keeps the messages that are shown for a moment, and those at the own name. Turns may end before a test has looked."""


UNDER_NOTICES = """() => {
  const box = element => element.getBoundingClientRect()
  const notices = [...document.querySelectorAll('.notices > *')].map(box)
  return [...document.querySelectorAll('.duel :is(.card, .pile)')].filter(one => {
    const { left, right, top, bottom } = box(one)
    return notices.some(notice => notice.left < right && left < notice.right && notice.top < bottom && top < notice.bottom)
  }).map(one => one.className)
}"""
"""Names the cards and piles of a duel that lie under a notice."""


LINES = """element => {
  const text = document.createRange()
  text.selectNodeContents(element)
  return new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
}"""
"""Returns the number of lines of a text."""


def warned(page: Page) -> list[str]:
    found: list[str] = page.evaluate("[...warned]")
    return found


def heard(page: Page) -> set[str]:
    return set(page.evaluate("heard"))


def test_two_play_a_whole_match_and_one_watches(sit_for_a_match: Seats) -> None:
    sit = sit_for_a_match
    ann, bob, eve = sit("Ann", sounds=True), sit("Bob", PHONE, sounds=True), sit("Eve", sounds=True)
    ann.arrive()
    # No game of five cards ends the match, as the winner gets a point for each card that the loser has left. The second does.
    options = {"match": "6 points", "Cards_to_get_rid_of": "5"}
    code = open_duel(ann.page, "spite_and_malice_modern", **options)
    bob.arrive(f"/r/{code}")
    eve.arrive(f"/watch/{code}")
    for visitor in (ann, eve):
        expect(visitor.page.locator(".lobby li")).to_have_count(2)
    for who in (ann, bob, eve):
        who.page.evaluate(HEARD)
    for player in (ann, bob):
        player.bring_nonce(SOON_LED)
        player.ready()
    players = [Duellist(ann), Duellist(bob)]
    watcher = Duellist(eve)
    for who in (ann, bob):
        who.wait_for_cards()
    # Each player sees the own hand. A spectator sees none, and can move nothing.
    for who, own, other in ((ann, 2, 3), (bob, 3, 2)):
        faces = who.cards()
        assert all(faces[f"{own}:{k}"] != "fb" and faces[f"{other}:{k}"] == "fb" for k in range(5))
    expect(eve.page.locator('.card.fb[data-at^="2:"], .card.fb[data-at^="3:"]')).to_have_count(10)
    expect(eve.page.locator(".card.grab, .pile[data-pile]")).to_have_count(0)
    assert watcher.plate("Ann").bounding_box()["y"] > watcher.plate("Bob").bounding_box()["y"]  # type: ignore[index]
    assert players[1].plate("You").bounding_box()["y"] > players[1].plate("Ann").bounding_box()["y"]  # type: ignore[index]

    for one in (*players, watcher):
        one.note_what_is_said()
    # Until one player leads. The duel against the bot shows a game to its end.
    last = players[0]
    for _ in range(MOST_MOVES):
        # The player who acts is the first to know who is next.
        seat = last.wait_for_somebody()
        assert seat is not None
        last = players[seat]
        last.act()
        if "lead" in heard(ann.page) | heard(bob.page):
            break
    last.page.get_by_role("button", name="Resign").click()
    last.dialog.get_by_role("button", name="Resign").click()
    for one in (*players, watcher):
        said = one.said(1)
        assert "this game: " in said or "This game is a draw." in said
        assert "Match to 6 points" in said
    # The next game is dealt, with the score of the match beside the names.
    expect(watcher.page.locator('.card[data-at="0:4"]')).to_be_visible()
    points = [int(text) for text in watcher.page.locator('.points [aria-hidden="true"]').all_inner_texts()]
    assert max(points) > 0
    last.page.get_by_role("button", name="Resign").click()
    last.dialog.get_by_role("button", name="Resign").click()
    for one in players:
        expect(one.dialog.get_by_role("table")).to_be_visible()
    titles = [one.dialog.get_by_role("heading").first.inner_text() for one in players]
    assert sorted(titles) in (["Ann wins", "You have won!"], ["Bob wins", "You have won!"])
    # The winner hears it, and so does a player who is overtaken. Spectators hear only the cards.
    winner = players[titles.index("You have won!")].page
    winner.wait_for_function("() => heard.includes('won')")
    assert "lead" in heard(ann.page) | heard(bob.page)
    assert not heard(eve.page)
    expect(watcher.dialog).to_contain_text(re.compile("(Ann|Bob) wins"))
    expect(watcher.dialog.get_by_role("row", name="Ann")).to_contain_text("point")
    expect(ann.page.get_by_text("Checked: the deal was fixed before the start.")).to_be_visible()

    ann.page.get_by_role("button", name="Rematch").click()
    bob.page.get_by_role("button", name="Join the rematch").click()
    for who in (ann, bob):
        expect(who.page.locator(".lobby li")).to_have_count(2)
        assert not who.page.url.endswith(code)


def test_a_game_against_the_good_bot_and_one_watches(sit: Seats) -> None:
    ann, eve = sit("Ann", PHONE, sounds=True), sit("Eve")
    ann.arrive("/games/spite_and_malice_modern")
    ann.page.evaluate(HEARD)
    ann.bring_nonce(SOON_LOST)
    code = open_duel(ann.page, "spite_and_malice_modern", "a bot: good", Cards_to_get_rid_of="5")
    eve.arrive(f"/watch/{code}")
    ann.wait_for_cards()
    player = Duellist(ann)
    mine = int(ann.page.locator(".plate.me").get_attribute("data-seat") or 0)
    ann.page.evaluate(LOOKED_AWAY)
    acted = ann.page.locator(".plate.me.awaited").or_(player.dialog)
    for _ in range(MOST_MOVES):
        expect(acted.first).to_be_visible(timeout=60_000)
        if player.dialog.count():
            break
        if player.wait_for_somebody() == mine:
            player.act()
    expect(player.dialog).to_contain_text(re.compile("You have won!|wins"))
    expect(player.dialog.get_by_role("row", name="Ann")).to_contain_text(re.compile(r"\d of 5"))
    # Each turn called the player, who looked elsewhere.
    assert any(title.startswith("● Your turn – Spite") for title in ann.page.evaluate("titles"))
    assert "call" in heard(ann.page)
    ann.page.evaluate(LOOKED_BACK)
    expect(ann.page).to_have_title(re.compile("^Spite"))
    watcher = Duellist(eve)
    expect(watcher.dialog).to_contain_text(re.compile("wins"))
    expect(watcher.dialog.get_by_role("row", name="Ann")).to_contain_text(re.compile(r"\d of 5"))
    ann.page.get_by_role("link", name="Leaderboard").click()
    expect(ann.page.get_by_label("Ranked by")).to_contain_text("Rating")


DEALT = "() => document.getAnimations().some(({ effect }) => effect.target?.matches('.card') && effect.getKeyframes()[0].translate)"
"""True if cards are on their way from the stock."""


def test_a_duel_is_dealt_and_heard_and_a_press_meanwhile_is_taken(sit: Seats) -> None:
    ann = sit("Ann")
    page = ann.page
    ann.arrive()
    page.evaluate("localStorage.setItem('cadogan.settings', JSON.stringify({ motion: 'full' }))")
    page.goto("/games/spite_and_malice_modern")
    for script in (NEVER_ENDS, COUNTED):
        page.evaluate(script)
    ann.bring_nonce(ANN_BEGINS)  # if the bot begins, its move has ended the deal
    open_duel(page, "spite_and_malice_modern", "a bot: easy")
    ann.wait_for_first_card()
    expect(page.locator(".plate.me.awaited")).to_be_visible()
    assert page.evaluate(DEALT)
    first = page.locator('.table .card[data-at="2:0"]')
    held = first.evaluate("card => card.style.translate.match(/[\\d.]+/g).map(Number)")
    table = ann.table.bounding_box()
    assert table is not None
    page.mouse.click(table["x"] + held[0], table["y"] + held[1])
    # The deal is over at once, and the card is picked or played.
    page.wait_for_function(f"() => !({DEALT})()")
    page.wait_for_function(
        "() => document.querySelector('.card.picked') || document.querySelectorAll('.card[data-at^=\"2:\"]').length < 5"
    )
    page.keyboard.press("Escape")
    before = page.evaluate("sounds")
    Duellist(ann).act()
    page.wait_for_function("before => sounds > before", arg=before)


def middle_of(what: Locator) -> tuple[float, float]:
    """Return the middle of an element on the page."""
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_keys_drag_and_resigning(sit: Seats) -> None:
    """Two more ways to play a card, and the short way out."""
    ann, bob = sit("Ann"), sit("Bob")
    ann.arrive()
    code = open_duel(ann.page, "spite_and_malice_modern")
    bob.arrive(f"/r/{code}")
    expect(ann.page.locator(".lobby li")).to_have_count(2)
    ann.ready()
    bob.ready()
    players = [Duellist(ann), Duellist(bob)]
    for one in (ann, bob):
        one.wait_for_cards()
    seat = players[0].wait_for_somebody()
    assert seat is not None
    first, second = players[seat], players[1 - seat]

    # A press out of turn is explained, and so is a card that does not fit the centre.
    second.page.mouse.click(*middle_of(second.player.table.locator(f'.card[data-at="{3 - seat}:0"]')))
    expect(second.page.get_by_text(f"Not your turn: it is {first.player.name}’s.").first).to_be_visible()
    assert second.page.evaluate(UNDER_NOTICES) == []
    unfit = first.page.locator(".pile.foundation:not([data-lit])").first
    for digit in "12345":
        first.page.keyboard.press(digit)
        if unfit.count():
            break
        first.page.keyboard.press("Escape")
    first.page.mouse.click(*middle_of(unfit))
    expect(first.page.locator(".notices .bad", has_text="centre place takes an ace or a king").first).to_be_visible()
    expect(first.page.locator(".card.picked")).to_have_count(0)

    # The keys: the third card of the hand, from place to place until a discard pile has the focus.
    first.page.keyboard.press("3")
    expect(first.page.locator(".card.picked")).to_have_count(1)
    for _ in range(12):
        if first.page.locator(".pile.tableau:focus").count():
            break
        first.page.keyboard.press("Space")
    expect(first.page.locator(".pile:focus")).to_have_attribute(
        "aria-label", re.compile("Your discard pile .*may go here")
    )
    first.page.keyboard.press("Enter")
    first.player.wait_for_answer()
    expect(second.page.locator(".plate.me.awaited")).to_be_visible()
    name = first.player.name
    expect(second.page.locator(".upper")).to_contain_text(re.compile(f"{name}: .* to discard pile 1"))
    expect(second.page.locator(".card.last")).to_have_count(1)
    expect(second.page.locator('[aria-live="polite"], [role="status"]', has_text="Your turn")).not_to_have_count(0)

    # By hand: a card of the hand, dragged to the first place that lights up.
    hand = second.player.table.locator(f'.card[data-at="{3 - seat}:4"]').bounding_box()
    assert hand is not None
    second.page.mouse.move(hand["x"] + 20, hand["y"] + 20)
    second.page.mouse.down()
    second.page.mouse.move(hand["x"] + 40, hand["y"] + 10, steps=3)
    goal = second.page.locator(".pile.tableau[data-lit]").first.bounding_box()
    assert goal is not None
    second.page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=5)
    second.page.mouse.up()
    second.player.wait_for_answer()
    expect(first.page.locator(".plate.me.awaited")).to_be_visible()

    second.page.get_by_role("button", name="Help").click()
    expect(second.dialog).to_contain_text("pick a card of your hand")
    second.page.keyboard.press("Escape")

    # Resigning asks first.
    second.page.get_by_role("button", name="Resign").click()
    second.dialog.get_by_role("button", name="Play on").click()
    expect(second.dialog).to_have_count(0)
    second.page.get_by_role("button", name="Resign").click()
    second.dialog.get_by_role("button", name="Resign").click()
    expect(first.dialog).to_contain_text("You have won!")
    expect(first.dialog).to_contain_text(f"{second.player.name} resigned.")
    expect(second.dialog).to_contain_text(f"{name} wins")
    expect(second.dialog).to_contain_text("You resigned.")
    expect(first.dialog.get_by_role("row", name=name)).to_contain_text("20 points")
    expect(first.dialog.get_by_role("link", name="Replay")).to_be_visible()

    # A rematch that is given up before a move has nothing to show.
    first.dialog.get_by_role("button", name="Rematch").click()
    second.dialog.get_by_role("button", name="Join the rematch").click()
    for one in (ann, bob):
        expect(one.page.locator(".lobby li")).to_have_count(2)
        one.ready()
    ann.wait_for_cards()
    ann.page.get_by_role("button", name="Resign").click()
    players[0].dialog.get_by_role("button", name="Resign").click()
    expect(players[0].dialog.get_by_role("link", name="Leaderboard")).to_be_visible()
    expect(players[0].dialog.get_by_role("link", name="Replay")).to_have_count(0)


def test_all_are_told_of_a_loss_by_the_clock(sit_for_a_match: Seats) -> None:
    """Nobody ever plays in this match, so each game is lost by the player who begins."""
    sit = sit_for_a_match
    ann, bob, eve = sit("Ann"), sit("Bob"), sit("Eve", PHONE)
    ann.arrive()
    ann.page.goto("/games/spite_and_malice_modern")
    show_settings(ann.page)
    choose(ann.page, "Seconds for each action", "1")
    ann.page.get_by_text("More options").click()
    ann.page.get_by_role("combobox", name="When time runs out").select_option("the game is lost")
    ann.page.get_by_role("combobox", name="Match").select_option("25 points")
    ann.page.get_by_role("button", name="Open the room").click()
    ann.page.wait_for_url(re.compile("/r/"))
    code = ann.page.url.rsplit("/", 1)[1]
    bob.arrive(f"/r/{code}")
    eve.arrive(f"/watch/{code}")
    expect(ann.page.locator(".lobby li")).to_have_count(2)
    everybody = {one.name: Duellist(one) for one in (ann, bob, eve)}
    for one in everybody.values():
        one.note_what_is_said()
    ann.ready()
    bob.ready()
    said = everybody["Eve"].said(1)
    assert re.match(r"(Ann|Bob)’s time ran out\. (Ann|Bob) wins this game", said)
    late, other = ("Ann", "Bob") if said.startswith("Ann") else ("Bob", "Ann")
    assert f"Your time ran out. {other} wins this game" in everybody[late].said(1)
    assert f"{late}’s time ran out. You win this game" in everybody[other].said(1)
    for one in everybody.values():
        expect(one.dialog).to_contain_text("time ran out.")


def test_a_turn_that_the_clock_ends_is_told_to_both(sit: Seats) -> None:
    """Nobody plays: each automatic action is announced, the last seconds tick, and the reason for the loss is shown."""
    ann, bob = sit("Ann", sounds=True), sit("Bob", PHONE, sounds=True)
    ann.arrive()
    ann.page.goto("/games/spite_and_malice")
    show_settings(ann.page)
    choose(ann.page, "Seconds for each action", "2")
    ann.page.get_by_role("button", name="Open the room").click()
    ann.page.wait_for_url(re.compile("/r/"))
    bob.arrive(f"/r/{ann.page.url.rsplit('/', 1)[1]}")
    expect(ann.page.locator(".lobby li")).to_have_count(2)
    for one in (ann, bob):
        one.page.evaluate(HEARD)
        one.page.evaluate(WARNED)
    ann.ready()
    bob.ready()
    for one in (ann, bob):
        expect(Duellist(one).dialog).to_contain_text("time ran out.")
    for one, other in ((ann, bob), (bob, ann)):
        told = warned(one.page)
        for what in (
            r"Time is up: the .* was discarded for you. [12] of 3 in a row: the last one loses the game.",
            rf"{other.name}’s time was up: the .* was discarded. [12] of 3",
            r"^plate: .*\b[12] of 3",
        ):
            assert any(re.search(what, text) for text in told), f"{what} is not in {told}"
        assert "last" in heard(one.page)
    # On a phone neither the game's name nor a number of points and its word are on two lines.
    assert bob.page.locator("header h1").evaluate(LINES) == 1
    bob.page.set_viewport_size({"width": 360, "height": 740})
    points = Duellist(bob).dialog.locator("td.value:last-child, .podium .numbers")
    assert {points.nth(i).evaluate(LINES) for i in range(points.count())} == {1}


def test_a_duel_against_a_bot_has_a_clock_only_on_request(sit: Seats) -> None:
    page = sit("Ann").page
    page.goto("/games/spite_and_malice_modern")
    # The first presses stand above the settings, which are folded, and the rules have their pictures.
    expect(page.get_by_role("button", name="Play now against a bot")).to_be_visible()
    expect(page.get_by_role("button", name="Invite a friend")).to_be_visible()
    expect(page.get_by_role("combobox", name="Opponent")).to_be_hidden()
    expect(page.locator("figure", has_text="Here the king stands for a two").locator(".card")).to_have_count(7)
    show_settings(page)
    opponent = page.get_by_role("combobox", name="Opponent")
    seconds = page.get_by_role("combobox", name="Seconds for each action")
    expect(seconds).to_have_value("45")
    expect(seconds).to_have_accessible_description(
        "When time is up, a card is discarded for you; 3 times in a row loses the game."
    )
    opponent.select_option("a bot: good")
    expect(seconds).to_have_value("0")
    expect(seconds).to_have_accessible_description("")
    opponent.select_option("a friend, by link")
    expect(seconds).to_have_value("45")
    seconds.select_option("60")
    opponent.select_option("a bot: easy")
    expect(seconds).to_have_value("60")
    seconds.select_option("no time limit")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".plate.awaited")).to_be_visible()
    expect(page.locator(".plate .clock")).to_have_count(0)
    page.get_by_role("button", name="Rules").click()
    settled = page.get_by_role("dialog").get_by_role("region", name="In this room")
    expect(settled).to_contain_text("Each pile has 20 cards.")
    expect(settled).to_contain_text("There is no clock.")


def test_the_replay_of_a_duel(sit: Seats) -> None:
    """It has one board with both hands open, and goes to any moment. Its link leads back to that moment."""
    ann = sit("Ann")
    page = ann.page
    ann.arrive()
    code = open_duel(page, "spite_and_malice_modern", "a bot: good")
    ann.wait_for_cards()
    player = Duellist(ann)
    bot = page.locator(".plate:not(.me) strong").inner_text()
    for _ in range(6):
        expect(page.locator(".plate.me.awaited")).to_be_visible()
        player.act()
    expect(page.locator(".plate.me.awaited")).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    player.dialog.get_by_role("button", name="Resign").click()
    player.dialog.get_by_role("link", name="Replay").click()
    slider = page.get_by_role("slider")
    # It plays by itself, but not if its link names a moment.
    expect(slider).not_to_have_value("0")
    go(page, f"/replay/{code}?t=0")
    expect(slider).to_have_value("0")
    expect(page.get_by_role("heading", name="Replay: Spite and Malice, modern")).to_be_visible()
    expect(page.locator(".table")).to_have_count(1)
    for name in ("Ann", bot):
        expect(page.get_by_text(name, exact=True)).to_be_visible()
    expect(page.locator(HANDS)).to_have_count(10)
    expect(page.locator(HANDS).and_(page.locator(".fb"))).to_have_count(0)
    start = lying(page)
    last = slider.get_attribute("max") or ""
    slider.fill(last)
    expect(page.locator(HANDS).and_(page.locator(".fb"))).to_have_count(0)
    end = lying(page)
    assert end != start
    slider.fill("0")
    assert lying(page) == start

    speed = page.get_by_role("combobox", name="Speed")
    speed.select_option("0.5×")
    page.get_by_role("button", name="Play").click()
    expect(slider).not_to_have_value("0")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert slider.input_value() != last
    speed.select_option("30×")
    page.get_by_role("button", name="Play").click()
    expect(slider).to_have_value(last)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert lying(page) == end

    middle = str(int(last) // 2 // 50 * 50)
    slider.fill(middle)
    seen = lying(page)
    page.get_by_role("button", name="Share").click()
    link = page.get_by_role("dialog").get_by_role("textbox", name=re.compile("^Link to this moment")).input_value()
    assert link.endswith(f"/replay/{code}?t={middle}")
    page.goto(link)
    expect(slider).to_have_value(middle)
    assert lying(page) == seen


def lying(page: Page) -> list[str]:
    """Return the cards and places of the one table, whichever elements show it."""
    found: list[str] = page.locator(".table .card").evaluate_all(
        "cards => cards.map(c => `${c.dataset.at} ${[...c.classList].find(n => /^f(b|\\d+)$/.test(n))}`).sort()"
    )
    return found
