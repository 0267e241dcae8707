"""The table in use, the connection under strain, and the views after the race."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from cadogan_protocol.messages import SeatBots, Stand
from tests.browser.desks import DESKTOP, PHONE, Seats
from tests.browser.player import RESTED, Player, choose_deal, go
from tests.browser.rival import discards_first, rival
from tests.browser.server import ServedPage
from tests.examples import only_thorough

pytestmark = pytest.mark.browser

ACE_ON_TOP = 1
"""A deal of La Belle Lucie in which an ace may go home at once."""


def test_three_race_to_the_podium_and_again(sit: Seats, served: ServedPage) -> None:
    """On a phone all racers are visible, and the keys continue at the table. Each gives up with some cards home. The
    results fit their dialog with the winner in the middle, and all go on to the rematch."""
    ann = sit("Ann", PHONE)
    page = ann.page
    ann.arrive()
    code = ann.open_room("cover")
    with rival(served.url, "Bob") as bob, rival(served.url, "Cid") as cid:
        for other in (bob, cid):
            other.do(other.wire.join(code))
            other.do(other.wire.ready())
        expect(page.locator(".lobby li")).to_have_count(3)
        ann.ready()
        ann.wait_for_cards()
        for seen in page.locator(".strip li").all():
            box = seen.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= PHONE[0]
        # Nothing was pressed since the deal, so the next Tab is at the table.
        page.keyboard.press("Tab")
        expect(page.locator(".table .pile:focus")).to_have_count(1)

        for _ in range(2):
            ann.play_by_tapping()
        assert ann.cards_home() == 4
        for other, cards in ((bob, 6), (cid, 2)):
            while other.cards_home() < cards:
                other.move(discards_first)
            other.do(other.wire.ask(Stand))
        ann.give_up()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("Place 2 of 3")
        # From left to right: the first of three stands in the middle.
        assert page.locator(".podium li strong").all_inner_texts() == ["Ann", "Bob", "Cid"]
        expect(dialog.get_by_role("table")).to_be_visible()
        taller = dialog.locator(".body").evaluate("body => body.scrollHeight - body.clientHeight")
        assert taller <= 0, f"the results are {taller} pixels taller than the dialog"

        page.get_by_role("button", name="Rematch").click()
        for other in (bob, cid):
            other.do(other.follow())
        expect(page.locator(".lobby li")).to_have_count(3)


def test_the_line_is_cut_in_the_middle_of_a_drag(sit: Seats) -> None:
    """The card comes back to its pile or goes on its way. The game is the same, and play goes on."""
    ann = sit("Ann", moves=True)
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    ann.page.route_web_socket(re.compile("/ws$"), through)
    ann.arrive()
    ann.open_room("fourteenth")
    ann.ready()
    ann.wait_for_cards()
    before = ann.cards()
    card = ann.table.locator(".card.grab").first
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    ann.page.mouse.move(x, y)
    ann.page.mouse.down()
    ann.page.mouse.move(x + 40, y + 30, steps=3)
    target = ann.table.locator(".card.lit").first.bounding_box()
    assert target is not None
    cut = len(lines)
    lines[-1].close(code=4000)
    ann.page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=4)
    ann.page.mouse.up()
    # A move made while the line was down is sent once when it is back.
    expect(ann.page.locator(".strip .me .home")).to_have_text("2/104")
    ann.wait_for_answer()
    assert len(lines) > cut, "the page came back by itself"
    assert ann.cards() != before
    ann.play_by_dragging()
    expect(ann.page.locator(".strip .me .home")).to_have_text("4/104")
    # Where nothing moves, no card stays in the air after it was dragged.
    expect(ann.table.locator(".card.flies")).to_have_count(0)


def test_counts_and_spoken_names_follow_the_cards_and_survive_a_reload(sit: Seats) -> None:
    """Klondike's stock has 24 cards at first; five are turned, and one comes back."""
    ann = sit("Ann")
    ann.arrive()
    ann.open_room("klondike_draw1", rated=False)
    strength = ann.page.get_by_label("Strength of the bot")
    for level, likeness in (
        ("easy", "a beginner"),
        ("good", "an experienced player"),
        ("fair", "an attentive casual player"),
    ):
        strength.select_option(level)
        expect(strength).to_have_accessible_description(re.compile(f"^Plays like {likeness}"))
    ann.add_bot()
    ann.ready()
    ann.wait_for_cards()
    arrows_go_on_from_a_card_without_a_target(ann)
    stock = ann.page.get_by_role("button", name=re.compile("^stock:"))
    badge = ann.table.locator(".count").first
    turn = ann.page.get_by_role("button", name="Turn", exact=True)
    undo = ann.page.get_by_role("button", name="Undo")
    expect(undo).to_have_accessible_description("There is no move to take back yet.")
    expect(badge).to_have_text("24")
    for button, left in ((turn, 23), (turn, 22), (turn, 21), (turn, 20), (turn, 19), (undo, 20)):
        button.click()
        expect(badge).to_have_text(str(left))
        expect(stock).to_have_accessible_name(re.compile(rf"\b{left} cards"))
    ann.wait_for_answer()
    before = ann.cards()
    assert before["12:3"]
    expect(ann.page.get_by_role("button", name=re.compile("^waste: .* of .*4 cards in all"))).to_be_visible()

    # The same game, where it stood, and a move in it can be taken back.
    ann.page.reload()
    ann.wait_for_cards()
    assert ann.cards() == before
    ann.page.keyboard.press("?")
    expect(ann.page.get_by_role("dialog")).to_contain_text("turn the stock, deal from it, or redeal")
    ann.page.keyboard.press("Escape")
    expect(turn).to_have_attribute("aria-keyshortcuts", "t")
    ann.page.keyboard.press("t")
    expect(badge).to_have_text("19")
    ann.wait_for_answer()
    undo.click()
    expect(badge).to_have_text("20")
    ann.wait_for_answer()
    assert ann.cards() == before


def arrows_go_on_from_a_card_without_a_target(ann: Player) -> None:
    """Press a card that can't be moved, which says so. The arrows go on from its pile."""
    dead = ann.table.locator(".card:not(.grab):not(.fb)").first
    box = dead.bounding_box()
    assert box is not None
    ann.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.1)
    expect(ann.page.get_by_text("no place to go")).to_be_attached()
    pressed = (dead.get_attribute("data-at") or "").split(":")[0]
    ann.page.keyboard.press("ArrowRight")
    expect(ann.table.locator(".pile:focus")).to_have_attribute("data-pile", pressed)
    expect(ann.table.locator(".ring")).to_be_visible()


def test_a_covered_card_is_seen_whole_as_long_as_it_is_held(sit: Seats) -> None:
    """It works by finger, mouse or right button. The card lies above those that cover it, and letting go plays nothing."""
    ann = sit("Ann", PHONE)
    page = ann.page
    ann.arrive()
    ann.open_room("mrs_mop")
    ann.ready()
    ann.wait_for_cards()
    ann.wait_for_faces()
    before = ann.cards()
    at, above = next((f"{pile}:2", f"{pile}:3") for pile in range(30) if f"{pile}:3" in before)
    card, cover = (ann.table.locator(f'.card[data-at="{place}"]') for place in (at, above))
    box, over = card.bounding_box(), cover.bounding_box()
    assert box is not None
    assert over is not None
    middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    assert uppermost(page, middle) != at
    for button in BUTTONS:
        page.mouse.move(middle["x"], (box["y"] + over["y"]) / 2)
        page.mouse.down(button=button)
        expect(page.locator(".card.peek")).to_have_count(1)
        assert card.evaluate("card => card.matches('.peek')")
        assert uppermost(page, middle) == at
        page.mouse.up(button=button)
        expect(page.locator(".card.peek, .card.picked")).to_have_count(0)
        assert uppermost(page, middle) != at
        assert ann.cards() == before


BUTTONS: tuple[Literal["left", "right"], ...] = ("left", "right")


def uppermost(page: Page, point: dict[str, float]) -> str:
    """Return the place of the card that is visible at a point of the window."""
    found: str = page.evaluate("({x, y}) => document.elementFromPoint(x, y).closest('.card').dataset.at", point)
    return found


@pytest.mark.parametrize("by_hand", [False, *only_thorough(True)])
def test_the_whole_table_fits_any_window(sit: Seats, by_hand: bool) -> None:
    """Nothing has to be scrolled, and no card lies outside, in the tallest, the widest and a round game."""
    ann = sit("Ann", PHONE if by_hand else DESKTOP)
    for game in SIZES:
        ann.open_room(game)
        ann.ready()
        ann.wait_for_cards()
        fits(ann.page)
        for width, height in () if by_hand else SIZES[game]:
            ann.page.set_viewport_size({"width": width, "height": height})
            ann.page.wait_for_function(SIZED)
            fits(ann.page)


SIZES = {
    "klondike_draw1": ((844, 390), (820, 1180), (2560, 1440), DESKTOP),
    "carpet": ((844, 390), (820, 1180), DESKTOP),
    "la_belle_lucie": ((844, 390), (820, 1180)),
}
"""The windows in which a game must fit, after that of a desktop. A larger one has the same shape."""

SIZED = """() => {
  const cards = [...document.querySelectorAll('.place, .table .card')].map(card => card.getBoundingClientRect())
  const now = JSON.stringify([innerWidth, innerHeight, cards.map(({ x, y, width }) => [x, y, width])])
  window.rested = window.before === now ? (window.rested ?? 0) + 1 : 0
  window.before = now
  return window.rested > 3
}"""
"""True once a table has found its size: nothing has changed for some frames. The page learns another size in the next frame."""


def fits(page: Page) -> None:
    """Check that every card of a table at rest lies inside the window, and that nothing can be scrolled."""
    page.evaluate(RESTED)
    outside = page.locator(".card").evaluate_all(
        """cards => cards.map(c => c.getBoundingClientRect())
            .filter(r => r.left < 0 || r.top < 0 || r.right > innerWidth + 0.5 || r.bottom > innerHeight + 0.5).length"""
    )
    assert outside == 0
    scrolls = page.evaluate(
        "() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
    )
    assert max(scrolls) <= 0, scrolls


def test_the_note_that_no_move_is_left_covers_no_card(sit: Seats) -> None:
    """Cover is dealt at random, so most deals end soon. The note then lies beside the table, and undo removes it."""
    ann = sit("Ann", PHONE)
    page = ann.page
    page.goto("/games/cover")
    page.get_by_label("Only deals that come out").uncheck()
    choose_deal(page, 1)
    page.get_by_role("button", name="Open the room").click()
    ann.ready()
    ann.wait_for_cards()
    note = page.get_by_role("alert").filter(has_text="No move left")
    for _ in range(26):
        if not ann.can_play():
            break
        ann.play_by_tapping()
    expect(note).to_be_visible()
    fits(page)
    above, box = page.locator(".place").bounding_box(), note.bounding_box()
    assert above is not None
    assert box is not None
    assert box["y"] >= above["y"] + above["height"]
    notices = page.locator(".notices.free").bounding_box()
    assert notices is not None
    assert notices["y"] < above["y"], "notices lie over the note and its buttons"
    note.get_by_role("button", name="Undo").click()
    expect(note).to_have_count(0)


def test_redeals_left_are_shown_and_undone_moves_stand_in_the_results(sit: Seats) -> None:
    """They stand on the button if there is one now, and otherwise in its place. La Belle Lucie lies open, so a move
    shows no card and can be undone even in a race that counts."""
    ann = sit("Ann", PHONE)
    tools = ann.page.get_by_role("toolbar")
    ann.arrive()
    ann.open_room("red_and_black")
    ann.ready()
    ann.wait_for_cards()
    expect(tools.locator("[data-counter=redeals]")).to_have_text("Redeals 1 left")
    ann.open_room("la_belle_lucie", number=ACE_ON_TOP)
    ann.ready()
    ann.wait_for_cards()
    fits(ann.page)
    before = ann.cards()
    ann.page.get_by_role("button", name="Hint").click()
    tap(ann.page, ann.table.locator(".card.picked").first)
    expect(ann.page.locator(".strip .me .home")).to_have_text("1/52")
    assert ann.cards() != before
    ann.page.get_by_role("button", name="Undo").click()
    ann.wait_for_answer()
    assert ann.cards() == before
    for left in (2, 1):
        redeal = tools.get_by_role("button", name="Redeal")
        expect(redeal).to_contain_text(f"{left} left")
        redeal.click()
        ann.wait_for_answer()
    expect(tools.locator("[data-counter=redeals]")).to_have_text("Redeals 0 left")
    ann.give_up()
    expect(ann.page.get_by_role("row", name="Ann")).to_contain_text("1 taken back")
    ann.page.get_by_role("link", name="Replay").click()
    ann.page.get_by_role("button", name="Share").click()
    expect(ann.page.get_by_role("dialog")).to_contain_text(re.compile(r"Ann: .*, 1 taken back"))


def tap(page: Page, card: Locator) -> None:
    """Tap a card with a finger."""
    box = card.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_wall_of_boards_and_a_replay(sit: Seats, served: ServedPage) -> None:
    """A player who comes too late sees all boards, and can follow one. The replay goes to any moment, and its link
    leads back to it. The bots finish soon: in Cover no player runs out of moves."""
    eve = sit("Eve")
    page, boards = eve.page, eve.page.locator("[data-board]")
    with rival(served.url, "Ann") as ann:
        ann.do(ann.wire.create("cover", public=False))
        code = ann.wire.code
        ann.do(ann.wire.ask(SeatBots, count=2))
        ann.do(ann.wire.ready())
        ann.do(ann.wire.phase("running"))
        eve.arrive(f"/r/{code}")
        the_wall_shows_all_or_one(eve, code)
        expect(boards.get_by_text("48/48")).to_have_count(2)
        ann.do(ann.wire.ask(Stand))
    result = page.get_by_role("dialog")
    expect(result).to_contain_text(re.compile(r"\w+ (wins|comes first)|draw"))
    expect(result.get_by_role("row", name="48 of 48")).to_have_count(2)
    expect(result.get_by_text("Checked: the deal was fixed before the start.")).to_be_visible()
    time = result.get_by_role("row", name="48 of 48").first.locator(".time").last.inner_text()

    page.get_by_role("link", name="Replay").click()
    slider = page.get_by_role("slider")
    # It plays by itself, but not if its link names a moment.
    expect(slider).not_to_have_value("0")
    go(page, f"/replay/{code}?t=0")
    expect(slider).to_have_value("0")
    expect(boards).to_have_count(3)
    start = cards_of(page)
    slider.fill(slider.get_attribute("max") or "")
    end = cards_of(page)
    assert end != start
    slider.fill("0")
    assert cards_of(page) == start
    page.get_by_role("combobox", name="Speed").select_option("30×")
    page.get_by_role("button", name="Play").click()
    expect(slider).to_have_value(slider.get_attribute("max") or "")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert cards_of(page) == end
    press_mark(page, page.get_by_role("button", name="takes the lead").first)
    middle = slider.input_value()
    seen = cards_of(page)
    assert seen not in (start, end)
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(re.compile(rf"Cover\s+1\. \S+: {time}"))
    link = dialog.get_by_role("textbox", name=re.compile("^Link to this moment")).input_value()
    assert link.endswith(f"/replay/{code}?t={middle}")
    page.goto(link)
    expect(boards).to_have_count(3)
    expect(slider).to_have_value(middle)
    assert cards_of(page) == seen

    # The story: giving up is marked, and a mark leads to its moment, by pointer or by the buttons for the next and the last.
    mark = page.get_by_role("button", name="Ann gave up")
    mark.click()
    expect(page.get_by_text("Ann gave up", exact=True)).to_be_visible()
    expect(page.locator(".strip li", has_text="Ann")).to_contain_text("gave up")
    at = slider.input_value()
    slider.fill("0")
    expect(page.locator(".strip li", has_text="Ann")).not_to_contain_text("gave up")
    expect(page.locator(".strip .lead, .wall .lead")).to_have_count(0)
    mark.click()
    page.get_by_role("button", name="Previous turning point").click()
    expect(slider).not_to_have_value(at)
    page.get_by_role("button", name="Next turning point").click()
    expect(slider).to_have_value(at)
    name = press_until_one_leads(page)
    for place in (".strip li", ".wall li"):
        expect(page.locator(place).filter(has=page.get_by_text("in the lead"))).to_contain_text(name)
    press_mark(page, page.get_by_role("button", name="has finished").last)
    expect(page.locator(".strip li", has_text="48/48")).not_to_have_count(0)
    slider.fill(slider.get_attribute("max") or "")
    expect(page.locator(".strip li", has_text="48/48")).to_have_count(2)
    leading = page.locator(".strip li").filter(has=page.get_by_text("in the lead"))
    # Two bots that have finished within the same millisecond are level for good.
    first = leading.locator(".name").inner_text() if leading.count() else re.compile("")

    # Of several runs the best is offered first. The own one, which brought nothing home, is not offered.
    page.get_by_role("button", name="Race a ghost").click()
    runs = page.get_by_role("dialog").get_by_role("listitem")
    expect(runs).to_have_count(2)
    expect(runs.first).to_contain_text(first)
    expect(runs.filter(has_text="Ann")).to_have_count(0)
    page.keyboard.press("Escape")

    # A player who comes after the end gets the same.
    go(page, f"/r/{code}")
    expect(page.get_by_text("It is too late to join this game.")).to_be_visible()


def the_wall_shows_all_or_one(eve: Player, code: str) -> None:
    """Look at the boards of a race that has begun. A player who is too late gets no link to play."""
    page, boards = eve.page, eve.page.locator("[data-board]")
    expect(page.get_by_text("It is too late to join this game.")).to_be_visible()
    expect(boards).to_have_count(3)
    assert page.url.endswith(f"/watch/{code}")
    expect(page.locator(".card")).to_have_count(3 * 52)
    expect(page.locator(".card.grab")).to_have_count(0)
    fits(page)
    boards.nth(1).get_by_role("button").click()
    expect(boards).to_have_count(1)
    boards.first.get_by_role("button").click()
    expect(boards).to_have_count(3)
    # A press anywhere on a board follows it, too.
    boards.first.click()
    expect(boards).to_have_count(1)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_label("Link to watch")).to_be_visible()
    expect(page.get_by_label("Link to play")).to_have_count(0)
    page.keyboard.press("Escape")
    boards.first.get_by_role("button").click()
    expect(boards).to_have_count(3)


def press_mark(page: Page, mark: Locator) -> None:
    """Go to the moment of the last mark of a bot. Several marks may lie within one step of the slider."""
    mark.click()
    expect(page.locator(".told .turn")).to_have_text(re.compile(r"(takes the lead|has finished)$"))


def press_until_one_leads(page: Page) -> str:
    """Go from one change of the lead to the next until somebody leads alone, and return the name. Two may be level again
    within a step of the slider; bots even finish within the same millisecond."""
    for mark in page.get_by_role("button", name=re.compile("(takes the lead|has finished)$")).all():
        press_mark(page, mark)
        told = page.get_by_role("slider").get_attribute("aria-valuetext") or ""
        if found := re.search(r"(\S+) in the lead$", told):
            return found[1]
    raise AssertionError("nobody ever leads alone")


def cards_of(page: Page) -> list[str]:
    """Return the place of each card on all boards, whichever elements show it."""
    found: list[str] = page.locator("[data-board]").evaluate_all(
        """boards => boards.flatMap(b => [...b.querySelectorAll('.card')].map(
            c => `${b.dataset.board} ${c.dataset.at} ${[...c.classList].find(n => /^f(b|v|\\d+)$/.test(n))}`).sort())"""
    )
    return found


HIDING = """table => {
  const box = element => element.getBoundingClientRect()
  const piles = Map.groupBy(table.querySelectorAll('.card'), card => card.dataset.at.split(':')[0])
  const covered = [...piles.values()].flatMap(cards => cards.slice(0, -1).map((card, i) => [box(card), box(cards[i + 1])]))
  return [...table.querySelectorAll('.count')].filter(count => {
    const { top, left } = box(count)
    return covered.some(([card, next]) => top > card.top && top < next.top && left > card.left && left < card.right)
  }).length
}"""
"""Returns how many counts of piles lie on the visible part of a covered card."""


def test_notes_of_a_pile_stand_beside_it_and_cover_no_card(sit: Seats) -> None:
    ann = sit("Ann")
    page = ann.page
    ann.arrive()
    ann.open_room("great_thirteen")
    ann.ready()
    ann.wait_for_cards()
    expect(page.locator(".count", has_text="→")).to_have_count(8)
    expect(page.get_by_role("button", name=re.compile("numeral pile 1: empty. Next: "))).to_have_count(1)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    expect(ann.table.locator(".count", has_text="1").first).to_be_visible()
    page.wait_for_function(SIZED)
    assert ann.table.evaluate(HIDING) == 0

    ann.open_room("queens")
    ann.ready()
    ann.wait_for_cards()
    page.locator("[data-action=turn]").click()
    expect(page.locator(".count", has_text=re.compile("^1 · [01]Q$"))).to_have_count(1)
    expect(page.get_by_role("button", name=re.compile("waste: .* Above the line: [01] × queen"))).to_have_count(1)
