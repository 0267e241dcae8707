"""A person at the page, with a pointer or the keys, and with a person's eyes."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import Locator, Page, expect

DRAWN = r"""() => [...document.querySelectorAll('.face[class*=" f"]')]
  .every(card => getComputedStyle(card).backgroundImage !== 'none')
  && [...document.querySelectorAll('.table[class*=" pack-"]')]
  .every(({ className, style }) =>
    Number(/ pack-(\d+)-/.exec(className)[1]) === Math.ceil(parseFloat(style.getPropertyValue('--w'))))"""
"""Returns true when all faces are drawn at the size they are shown. In a resized window they are scaled for a moment."""

EMPTY = "/healthz"
"""A path of the server without the page, at which the browser has the page's stored data."""

OVER = """code => new Promise((resolve) => {
  const race = new EventSource(`/api/v1/events/rooms/${code}`)
  const hear = ({ data }) => /"phase": ?"finished"/.test(data) && resolve(race.close())
  for (const name of ['joined', 'room', 'update']) race.addEventListener(name, hear)
})"""
"""Resolves when a race is over, however long its bots take."""

NAMED = """name => {
  const me = JSON.parse(localStorage.getItem('cadogan.me') ?? '{}')
  localStorage.setItem('cadogan.me', JSON.stringify({ ...me, name }))
}"""
"""Keeps a name in the same way as the page after somebody has chosen one."""

SAME_NONCE = "number => { crypto.getRandomValues = bytes => bytes.fill(number) }"
"""Makes the page draw the same nonce again and again."""

RESTED = """() => Promise.all(
  document.getAnimations()
    .filter(a => a.effect?.getComputedTiming().endTime !== Infinity)
    .filter(a => a.effect?.target?.checkVisibility({ contentVisibilityAuto: true }))
    .map(a => a.finished.catch(() => null)))"""
"""Resolves when nothing moves that will ever come to rest. Content that is rendered only once it is scrolled to stands
still until then."""


FOLLOWED = """path => {
  if (!document.getElementById('app')) return false
  const link = document.body.appendChild(document.createElement('a'))
  link.href = path
  link.click()
  link.remove()
  return true
}"""
"""Follows a link to a path, like one on the page. Returns true if the window shows one of our pages."""

TO_PRESS = """async (which) => {
  const card = document.querySelector('.table[aria-label="Your table"]')?.querySelector(which)
  if (!card) return null
  card.scrollIntoViewIfNeeded()
  await (AT_REST)()
  const { x, y, width, height } = card.getBoundingClientRect()
  return [x + width / 2, y + height * 0.85]
}""".replace("AT_REST", RESTED)
"""Returns the point to press for the first match of a selector at the player's own table, near its lower edge, when
nothing moves any more, or null. It is one question instead of five, as a race has hundreds of presses."""

ANSWERED = """() => new Promise((resolve) => {
  const look = () => document.querySelector('.table[aria-busy="true"]') ? requestAnimationFrame(look) : resolve(null)
  look()
})"""

PRESSED = """() => document.querySelector('.table[aria-label="Your table"] .card.picked')
  ? (TO_PRESS)('.card.lit, .pile.lit')
  : (ANSWERED)()""".replace("TO_PRESS", TO_PRESS).replace("ANSWERED", ANSWERED)
"""The result of a press on a card: the next point to press, if the press has picked the card and there is a place for
it; null, once the server has answered, if the press has played it."""


def show_more_options(page: Page) -> None:
    """Open the content under "More options", unless it is open."""
    if page.locator("form details").first.get_attribute("open") is None:
        page.get_by_text("More options").click()


def choose_deal(page: Page, number: int) -> None:
    """Choose a numbered deal among the options of a room."""
    show_more_options(page)
    page.get_by_role("combobox", name="Deal", exact=True).select_option("numbered")
    page.get_by_role("spinbutton", name="Deal number").fill(str(number))


def go(page: Page, path: str) -> None:
    """Open a path as by a link, so that nothing is loaded and compiled again."""
    if not page.evaluate(FOLLOWED, path):
        page.goto(path)


class Player:
    """A person at a browser."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.name = name

    # ---- getting into a room -------------------------------------------------------------------------------------

    def arrive(self, path: str | None = None) -> None:
        """Go under the player's name from now on, as if it had been chosen long ago. Open a path of the page, if one is
        given."""
        if urlsplit(self.page.url).path != EMPTY or (path is not None and "://" in path):
            self.page.goto(urljoin(path or "", EMPTY))
        self.page.evaluate(NAMED, self.name)
        if path is not None:
            self.page.goto(path)

    def open_room(self, game: str, number: int | None = None, *, rated: bool = True, listed: bool = False) -> str:
        """Open a room of a game with the options as they are, on a numbered deal if one is given; return its code.

        The following steps must be possible in every deal, unless there is a number. In an unrated room, such as one
        with a numbered deal, every move can be taken back. A listed room is shown on the front page.
        """
        go(self.page, f"/games/{game}")
        if listed:
            self.page.get_by_label("Shown in the list of games").check()
        if not rated:
            show_more_options(self.page)
            self.page.get_by_label("Counts for the leaderboard").uncheck()
        if number is not None:
            choose_deal(self.page, number)
        self.page.get_by_role("button", name="Open the room").click()
        expect(self.page.get_by_role("heading", name="Players")).to_be_visible()
        return self.page.url.rsplit("/", 1)[1]

    def bring_nonce(self, number: int) -> None:
        """Bring a nonce that is not left to chance. The cards are the same each time if all players do so, on a server
        that `DEALS_BY_NONCES`.

        It holds until the page is loaded again.
        """
        self.page.evaluate(SAME_NONCE, number)

    def ready(self) -> None:
        self.page.get_by_role("button", name="Ready", exact=True).click()

    def add_bot(self) -> None:
        seats = self.page.locator(".lobby li")
        before = seats.count()
        self.page.get_by_role("button", name="Add a bot").click()
        expect(seats).to_have_count(before + 1)

    # ---- the own table -------------------------------------------------------------------------------------------

    @property
    def table(self) -> Locator:
        # A look-up by its role would ask for the name of everything on the page, at each step.
        return self.page.locator('.table[role="group"][aria-label="Your table"]')

    def wait_for_cards(self) -> None:
        """Wait until the cards are dealt."""
        self.wait_for_first_card()
        self.wait_for_rest()

    def wait_for_first_card(self) -> None:
        """Wait until the cards are there, though most may still be on their way."""
        expect(self.table.locator(".card").first).to_be_visible()

    def wait_for_faces(self) -> None:
        """Wait until the pictures of the cards are drawn and everything has come to rest."""
        self.page.wait_for_function(DRAWN)
        self.wait_for_rest()

    def wait_for_rest(self) -> None:
        """Wait until no card is on its way, so that measured positions stay true."""
        self.page.evaluate(RESTED)

    def wait_for_answer(self) -> None:
        """Wait until the server has answered all moves."""
        self.page.evaluate(ANSWERED)

    def can_play(self) -> bool:
        return self.table.locator(".card.grab").count() > 0

    def cards(self) -> dict[str, str]:
        """Return the place of each card, as `pile:place`, and the face shown there."""
        return dict(
            self.table.locator(".card").evaluate_all(
                "cards => cards.map(c => [c.dataset.at, [...c.classList].find(n => /^f(b|v|\\d+)$/.test(n))])"
            )
        )

    def cards_home(self) -> int:
        return int(self.page.locator(".strip .me .home").inner_text().split("/")[0])

    def _press(self, card: Locator) -> None:
        """Press a visible part of a card: near its lower edge, unless others lie on it."""
        self.wait_for_rest()
        box = card.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.85)

    def drag_top(self, pile: int, other: int, count: int = 1) -> None:
        """Drag the top card of a pile, or its top cards, on to the top card of another."""
        self._drag(self._top(pile, count), self._top(other), held_at=0.85 if count == 1 else 0.05)
        self.wait_for_answer()

    def _top(self, pile: int, count: int = 1) -> Locator:
        """The lowest of the top cards of a pile."""
        cards = self.table.locator(f'.card[data-at^="{pile}:"]')
        return self.table.locator(f'.card[data-at="{pile}:{cards.count() - count}"]')

    def play_by_tapping(self) -> None:
        """Tap a card that may move. If that only picks it up, tap the first place that lights up."""
        card = self.page.evaluate(TO_PRESS, ".card.grab")
        if card is None:
            expect(self.table.locator(".card.grab").first).to_be_visible()
            card = self.page.evaluate(TO_PRESS, ".card.grab")
        self.page.mouse.click(*card)
        lit = self.page.evaluate(PRESSED)
        if lit is not None:
            self.page.mouse.click(*lit)
            self.wait_for_answer()

    def play_by_dragging(self) -> None:
        """Drag a card that may move on to the first place that lights up."""
        self._drag(self.table.locator(".card.grab").first, self.table.locator(".card.lit, .pile.lit").first)
        self.wait_for_answer()

    def _drag(self, card: Locator, target: Locator, held_at: float = 0.85) -> None:
        """Drag a card on to another or a place, which may light up only when the card is in the hand.

        It is held at this share of its height, since others may lie on its lower part.
        """
        self.wait_for_rest()
        held = card.bounding_box()
        assert held is not None
        x, y = held["x"] + held["width"] / 2, held["y"] + held["height"] * held_at
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 12, y + 12, steps=2)
        goal = target.bounding_box()
        assert goal is not None
        self.page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] * 0.85, steps=4)
        self.page.mouse.up()

    def follow_hint(self) -> None:
        """Ask for a hint and follow it."""
        self.page.keyboard.press("h")
        card = self.table.locator(".card.picked").last
        lit = self.table.locator(".card.lit, .pile.lit").first
        target = lit if lit.count() else None
        place = lit.get_attribute("data-at") if target is not None else None
        if place is not None:  # in the hand, the card may light up others too
            target = self.table.locator(f'.card[data-at="{place}"]')
        if target is None:
            self._press(card)
        else:
            self._drag(card, target)
        self.wait_for_answer()

    def give_up(self) -> None:
        # Where no move is left, the remark above the tools offers it too.
        self.page.get_by_role("button", name="Give up").last.click()
        self.page.get_by_role("dialog").get_by_role("button", name=re.compile("^(Give up|End the game)$")).click()
