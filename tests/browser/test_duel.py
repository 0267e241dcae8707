"""A duel as people see it: a match before a spectator, the keys, every way to the end, and the replay."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from cadogan_protocol.messages import Onward, Stand
from cadogan_protocol.moves import Move
from tests.browser.desks import PHONE, Seats
from tests.browser.duellist import Duellist, choose, open_duel, show_settings
from tests.browser.player import Player, go
from tests.browser.rival import Rival, discards_first, rival
from tests.browser.server import ServedPage
from tests.browser.test_presses import NEVER_ENDS
from tests.browser.test_settings import COUNTED

pytestmark = pytest.mark.browser

SOON_LOST, BOT_WAITS, HOST_BEGINS = 26, 4, 1
"""Nonces of Ann. With the first she begins, and Bob soon wins if she only discards; with the second she begins against a bot,
and with the third whoever has opened the room begins."""

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


def plays_first(moves: list[Move]) -> Move:
    """Choose a card for the centre, of the own pile if there is one, else of the hand; or a discard."""

    def rank(move: Move) -> tuple[int, str]:
        if move[0] != "play":
            return 3, str(move)
        return 0 if move[1] == 1 else 2 if isinstance(move[1], int) else 1, str(move)

    return min(moves, key=rank)


def test_two_play_a_whole_match_and_one_watches(sit: Seats, served: ServedPage) -> None:
    ann, eve = sit("Ann", sounds=True), sit("Eve", sounds=True)
    ann.arrive()
    # The winner of a game gets a point for each card that the loser has left.
    code = open_duel(ann.page, "spite_and_malice_modern", match="6 points", Cards_to_get_rid_of="5")
    eve.arrive(f"/watch/{code}")
    with rival(served.url, "Bob") as bob:
        bob.do(bob.wire.join(code))
        bob.do(bob.wire.ready())
        for who in (ann, eve):
            expect(who.page.locator(".lobby li")).to_have_count(2)
            who.page.evaluate(HEARD)
        ann.bring_nonce(SOON_LOST)
        ann.ready()
        ann.wait_for_cards()
        only_the_own_hand_is_open(ann, eve)
        player, watcher = Duellist(ann), Duellist(eve)

        # Bob overtakes Ann and wins the first game.
        while player.wait_for_somebody() is not None:
            player.discard()
            bob.turn(plays_first)
            expect(ann.page.locator(".plate.me.awaited, .note").first).to_be_visible()
        for one in (player, watcher):
            expect(one.between_games).to_contain_text(
                re.compile(r"Bob wins this game: \d points?.*Match to 6 points", re.DOTALL)
            )
        ann.page.wait_for_function("() => heard.includes('lead')")
        # The next two are dealt as soon as both want it, with the score of the match beside the names. Bob resigns in both.
        for said in (r"Bob resigned\. You win this game: 5 points", None):
            ann.page.get_by_role("button", name="Next game now").click()
            bob.do(bob.wire.ask(Onward))
            expect(ann.page.locator(".plate.awaited")).to_be_visible()
            expect(eve.page.locator('.card[data-at="0:4"]')).to_be_visible()
            points = watcher.page.locator('.points [aria-hidden="true"]').all_inner_texts()
            assert max(map(int, points)) > 0
            bob.do(bob.wire.ask(Stand))
            if said:
                expect(player.between_games).to_contain_text(re.compile(said))
        the_match_is_over(player, watcher)

        ann.page.get_by_role("button", name="Rematch").click()
        bob.do(bob.follow())
        expect(ann.page.locator(".lobby li")).to_have_count(2)
        assert not ann.page.url.endswith(code)


def only_the_own_hand_is_open(ann: Player, eve: Player) -> None:
    """Check that Ann sees only her hand, and the spectator none, who can move nothing. The upper name is Bob's for both."""
    faces = ann.cards()
    assert all(faces[f"2:{k}"] != "fb" and faces[f"3:{k}"] == "fb" for k in range(5))
    expect(eve.page.locator('.card.fb[data-at^="2:"], .card.fb[data-at^="3:"]')).to_have_count(10)
    expect(eve.page.locator(".card.grab, .pile[data-pile]")).to_have_count(0)
    for one, name in ((Duellist(ann), "You"), (Duellist(eve), "Ann")):
        assert one.plate(name).bounding_box()["y"] > one.plate("Bob").bounding_box()["y"]  # type: ignore[index]


def the_match_is_over(player: Duellist, watcher: Duellist) -> None:
    """Check the results of a match that Ann wins, and that she hears it. Spectators hear only the cards."""
    expect(player.dialog.get_by_role("table")).to_be_visible()
    expect(player.dialog).to_contain_text("You have won!")
    expect(player.dialog).to_contain_text("Bob resigned.")
    player.page.wait_for_function("() => heard.includes('won')")
    expect(watcher.dialog).to_contain_text("Ann wins")
    expect(watcher.dialog.get_by_role("row", name="Ann").get_by_role("cell").last).to_have_text("10")
    assert not heard(watcher.page)
    expect(player.page.get_by_text("Checked: the deal was fixed before the start.")).to_be_visible()


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
    ann.bring_nonce(BOT_WAITS)  # if the bot begins, its move has ended the deal
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


def test_keys_and_drag_play_a_duel_that_is_resigned_and_replayed(sit: Seats, served: ServedPage) -> None:
    """Ann sits at Bob's table, who begins."""
    ann = sit("Ann", sounds=True)
    page, player = ann.page, Duellist(ann)
    with rival(served.url, "Bob") as bob:
        bob.do(bob.wire.create("spite_and_malice_modern", {"move_seconds": 0}, public=False))
        bob.do(bob.wire.ready())
        ann.arrive(f"/r/{bob.wire.code}")
        page.evaluate(HEARD)
        ann.bring_nonce(HOST_BEGINS)
        ann.ready()
        ann.wait_for_cards()
        presses_that_do_nothing_are_explained(player, bob)
        by_keys_and_by_hand(player, bob)

        page.get_by_role("button", name="Help").click()
        expect(player.dialog).to_contain_text("pick a card of your hand")
        page.keyboard.press("Escape")
        # Resigning asks first.
        page.get_by_role("button", name="Resign").click()
        player.dialog.get_by_role("button", name="Play on").click()
        expect(player.dialog).to_have_count(0)
        player.resign()
        expect(player.dialog).to_contain_text("Bob wins")
        expect(player.dialog).to_contain_text("You resigned.")
        expect(player.dialog.get_by_role("row", name="Bob").get_by_role("cell").last).to_have_text("20")
        expect(player.dialog.get_by_role("row", name="Ann")).to_contain_text("0 of 20")
        player.dialog.get_by_role("link", name="Replay").click()
        the_replay_goes_to_any_moment(page, bob.wire.code)

        # A rematch that is given up before a move has nothing to show.
        go(page, f"/r/{bob.wire.code}")
        player.dialog.get_by_role("button", name="Rematch").click()
        bob.do(bob.follow())
        bob.do(bob.wire.ready())
        ann.ready()
        ann.wait_for_cards()
        player.resign()
        expect(player.dialog.get_by_role("link", name="Replay")).to_have_count(0)
        player.dialog.get_by_role("link", name="Leaderboard").click()
        expect(page.get_by_label("Ranked by")).to_contain_text("Rating")


def presses_that_do_nothing_are_explained(player: Duellist, bob: Rival) -> None:
    """Press a card out of turn. Let Bob play, which calls Ann, who looks elsewhere. Press a card that does not fit the centre."""
    page, table = player.page, player.player.table
    page.mouse.click(*middle_of(table.locator('.card[data-at="3:0"]')))
    expect(page.get_by_text("Not your turn: it is Bob’s.").first).to_be_visible()
    assert page.evaluate(UNDER_NOTICES) == []

    page.evaluate(LOOKED_AWAY)
    bob.turn(discards_first)
    expect(page.locator(".plate.me.awaited")).to_be_visible()
    expect(page).to_have_title(re.compile("^● Your turn – Spite"))
    page.wait_for_function("() => heard.includes('call')")
    page.evaluate(LOOKED_BACK)
    expect(page).to_have_title(re.compile("^Spite"))
    expect(page.locator(".upper")).to_contain_text(re.compile("Bob: .* to discard pile 1"))
    expect(page.locator(".card.last")).to_have_count(1)
    expect(page.locator('[aria-live="polite"], [role="status"]', has_text="Your turn")).not_to_have_count(0)

    unfit = page.locator(".pile.foundation:not([data-lit])").first
    for digit in "12345":
        page.keyboard.press(digit)
        if unfit.count():
            break
        page.keyboard.press("Escape")
    page.mouse.click(*middle_of(unfit))
    expect(page.locator(".notices .bad", has_text="centre place takes an ace or a king").first).to_be_visible()
    expect(page.locator(".card.picked")).to_have_count(0)


def by_keys_and_by_hand(player: Duellist, bob: Rival) -> None:
    """End a turn with the keys, and the next with a drag."""
    page = player.page
    # The third card of the hand, from place to place until a discard pile has the focus.
    page.keyboard.press("3")
    expect(page.locator(".card.picked")).to_have_count(1)
    for _ in range(12):
        if page.locator(".pile.tableau:focus").count():
            break
        page.keyboard.press("Space")
    expect(page.locator(".pile:focus")).to_have_attribute("aria-label", re.compile("Your discard pile .*may go here"))
    page.keyboard.press("Enter")
    player.player.wait_for_answer()
    expect(page.locator(".plate.me.awaited")).to_have_count(0)
    bob.turn(discards_first)
    expect(page.locator(".plate.me.awaited")).to_be_visible()

    # A card of the hand, dragged to the first place that lights up.
    hand = player.player.table.locator('.card[data-at="3:4"]').bounding_box()
    assert hand is not None
    page.mouse.move(hand["x"] + 20, hand["y"] + 20)
    page.mouse.down()
    page.mouse.move(hand["x"] + 40, hand["y"] + 10, steps=3)
    goal = page.locator(".pile.tableau[data-lit]").first.bounding_box()
    assert goal is not None
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=5)
    page.mouse.up()
    player.player.wait_for_answer()
    expect(page.locator(".plate.me.awaited")).to_have_count(0)
    bob.turn(discards_first)
    expect(page.locator(".plate.me.awaited")).to_be_visible()


def the_replay_goes_to_any_moment(page: Page, code: str) -> None:
    """Check that the replay of a duel has one board with both hands open, and a link that leads back to its moment."""
    slider = page.get_by_role("slider")
    # It plays by itself, but not if its link names a moment.
    expect(slider).not_to_have_value("0")
    go(page, f"/replay/{code}?t=0")
    expect(slider).to_have_value("0")
    expect(page.get_by_role("heading", name="Replay: Spite and Malice, modern")).to_be_visible()
    expect(page.locator(".table")).to_have_count(1)
    for name in ("Ann", "Bob"):
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


def test_a_game_of_a_match_is_lost_by_the_clock(sit: Seats, served: ServedPage) -> None:
    ann = sit("Ann", PHONE)
    page = ann.page
    ann.arrive("/games/spite_and_malice_modern")
    show_settings(page)
    choose(page, "Seconds for each action", "1")
    page.get_by_text("More options").click()
    page.get_by_role("combobox", name="When time runs out").select_option("the game is lost")
    page.get_by_role("combobox", name="Match").select_option("25 points")
    page.get_by_role("button", name="Open the room").click()
    page.wait_for_url(re.compile("/r/"))
    with rival(served.url, "Bob") as bob:
        bob.do(bob.wire.join(page.url.rsplit("/", 1)[1]))
        bob.do(bob.wire.ready())
        ann.bring_nonce(HOST_BEGINS)
        ann.ready()
        expect(page.locator(".note")).to_contain_text("Your time ran out. Bob wins this game: 20 points")


def test_a_turn_that_the_clock_ends_is_told_to_both(sit: Seats, served: ServedPage) -> None:
    """Nobody plays: each automatic action is announced, the last seconds tick, and the reason for the loss is shown."""
    ann = sit("Ann", PHONE, sounds=True)
    page, player = ann.page, Duellist(ann)
    ann.arrive()
    code = open_duel(page, "spite_and_malice", Seconds_for_each_action="2")
    with rival(served.url, "Bob") as bob:
        bob.do(bob.wire.join(code))
        bob.do(bob.wire.ready())
        page.evaluate(HEARD)
        page.evaluate(WARNED)
        ann.ready()
        expect(player.dialog).to_contain_text("time ran out.")
    told = warned(page)
    for what in (
        r"Time is up: the .* was discarded for you. [12] of 3 in a row: the last one loses the game.",
        r"Bob’s time was up: the .* was discarded. [12] of 3",
        r"^plate: .*\b[12] of 3",
    ):
        assert any(re.search(what, text) for text in told), f"{what} is not in {told}"
    assert "last" in heard(page)
    # On a phone neither the game's name nor a number of points and its word are on two lines.
    assert page.locator("header h1").evaluate(LINES) == 1
    page.set_viewport_size({"width": 360, "height": 740})
    points = player.dialog.locator("td.value:last-child, .podium .numbers")
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
