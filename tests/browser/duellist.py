"""A person at a duel's table, who plays the cards that light up."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from cadogan_games.engine.cards import JOKER, KING, rank_of
from tests.browser.player import Player, go

RIDDANCE, HAND, DISCARD, CENTRE = "reserve", "hand", "tableau", "foundation"
"""The piles of a duel on the page, by the kind of their group."""
KINDS = (RIDDANCE, DISCARD, HAND)
"""The piles that cards come from, in the order in which they are tried."""

SEEN = """table => {
  const at = card => card.dataset.at.split(':').map(Number)
  const kinds = Object.fromEntries([...table.querySelectorAll('.pile[data-pile]')].map(p => [p.dataset.pile, p.className]))
  const face = card => Number([...card.classList].find(name => /^f\\d+$/.test(name))?.slice(1) ?? -1)
  const heights = {}
  for (const card of table.querySelectorAll('.card')) {
    const [pile, index] = at(card)
    heights[pile] = Math.max(heights[pile] ?? 0, index + 1)
  }
  const centre = Object.keys(kinds).filter(pile => kinds[pile].split(' ').includes('foundation'))
  return {
    heights: centre.map(pile => heights[pile] ?? 0),
    cards: [...table.querySelectorAll('.card.grab')].map(card => [card.dataset.at, kinds[at(card)[0]] ?? '', face(card)]),
  }
}"""
"""Returns the heights of the centre's piles, and for each card that may be picked up the classes of its pile and its
face."""

MIDDLE = """(table, which) => {
  const found = table.querySelector(which)
  if (!found) return null
  const { x, y, width, height } = found.getBoundingClientRect()
  return [x + width / 2, y + height / 2]
}"""
"""Returns the middle of the first match of a selector at a table, or null."""

AWAITED = """() => {
  const awaited = document.querySelector('.plate.awaited')
  if (awaited) return Number(awaited.dataset.seat ?? 0)
  return document.querySelector('.note, [role=dialog], dialog[open]') ? -1 : null
}"""
"""Returns the seat that is to play; -1 if the game is over; null if it cannot be seen yet."""

MORE = """(select, text) => {
  const more = new Option(text)
  more.__value = parseInt(text)
  select.add(more)
}"""
"""Adds a choice that begins with a number. Svelte looks for its value in `__value`."""


def choose(page: Page, label: str, value: str) -> None:
    """Choose a value, even one that people are not offered."""
    select = page.get_by_role("combobox", name=label, exact=True)
    if value not in select.locator("option").all_inner_texts():
        select.evaluate(MORE, value)
    select.select_option(value)


def show_settings(page: Page) -> None:
    """Open the settings of a duel or a shared table. Without them one press begins it."""
    settings = page.locator("details.settings")
    if settings.get_attribute("open") is None:
        page.get_by_text("More settings").click()


def open_duel(
    page: Page,
    game: str,
    opponent: str = "a friend, by link",
    match: str = "a single game",
    **more: str,
) -> str:
    """Open a duel with these options, without a clock; returns the code of its room. A match may go to fewer points than people
    are offered."""
    go(page, f"/games/{game}")
    show_settings(page)
    chosen = {"Opponent": opponent, "Match": match, "Seconds for each action": "no time limit", **more}
    for label, value in chosen.items():
        choose(page, label.replace("_", " "), value)
    page.get_by_role("button", name=re.compile("^(Open the room|Play)$")).click()
    page.wait_for_url(re.compile("/r/"))
    return page.url.rsplit("/", 1)[1]


class Duellist:
    """Plays every card that fits the centre, the player's own pile first, and ends the turn with a discard."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.page = player.page
        self.page.emulate_media(reduced_motion="reduce")

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    @property
    def between_games(self) -> Locator:
        return self.page.locator(".note")

    def plate(self, name: str) -> Locator:
        return self.page.locator(".plate", has_text=name)

    def wait_for_somebody(self) -> int | None:
        """Wait until a seat is to play and return it, or None if the game is over."""
        seat = self.page.evaluate(AWAITED)
        if seat is None:
            seat = self.page.wait_for_function(
                f"() => {{ const seat = ({AWAITED})(); return seat === null ? false : [seat] }}"
            )
            seat = seat.json_value()[0]
        return None if seat < 0 else int(seat)

    def act(self) -> None:
        """Make one move."""
        expect(self.player.table.locator(".card.grab").or_(self.page.locator("[data-action]")).first).to_be_visible()
        hopeful, in_hand, spared = self._cards()
        for card in hopeful:
            if self._pick(card, spared=card in spared) or self._put(CENTRE):
                return
            self.page.keyboard.press("Escape")
        if not in_hand:
            self.page.locator("[data-action]").first.click()
            self.player.wait_for_answer()
            return
        self._discard(in_hand[0])

    def discard(self) -> None:
        """End the turn with the first card of the hand."""
        self._discard(self._cards()[1][0])

    def _discard(self, card: str) -> None:
        self._pick(card)
        assert self._put(DISCARD)

    def resign(self) -> None:
        """Resign, and say that it is meant."""
        self.page.get_by_role("button", name="Resign").click()
        self.dialog.get_by_role("button", name="Resign").click()

    def _cards(self) -> tuple[list[str], list[str], list[str]]:
        """Return three lists of cards as `pile:place`: those that may go to the centre, the own pile first and the hand last;
        those of the hand; and the wild ones that a press does not play."""
        seen = self.player.table.evaluate(SEEN)
        wanted = {height + 1 for height in seen["heights"]}
        hopeful: list[tuple[int, str]] = []
        in_hand: list[str] = []
        spared: list[str] = []
        for at, of, face in seen["cards"]:
            kind = next(kind for kind in KINDS if kind in of.split())
            if kind == HAND:
                in_hand.append(at)
            # Among the older rules a king is no wild card, and one that fits may be played by a press.
            if kind != RIDDANCE and (face == JOKER or (rank_of(face) == KING and KING not in wanted)):
                spared.append(at)
            if face == JOKER or rank_of(face) in (*wanted, KING):
                hopeful.append((KINDS.index(kind), at))
        return [at for _, at in sorted(hopeful, key=lambda card: card[0])], in_hand, spared

    def _pick(self, at: str, *, spared: bool = False) -> bool:
        """Press a card. Return True if that has played it, as there was nothing to choose; a `spared` card is only picked."""
        assert self._press(f'.card[data-at="{at}"]')
        if self.player.table.locator(".card.picked").count():
            return False
        assert not spared, f"one press has played {at}, which is wild"
        self.player.wait_for_answer()
        return True

    def _put(self, kind: str) -> bool:
        """Press the first lit pile of a kind. Return False if there is none."""
        if not self._press(f".pile.{kind}[data-lit]"):
            return False
        self.player.wait_for_answer()
        return True

    def _press(self, which: str) -> bool:
        """Press the middle of the first match of a selector at the player's own table. Return False if there is none."""
        middle = self.player.table.evaluate(MIDDLE, which)
        if middle is not None:
            self.page.mouse.click(*middle)
        return middle is not None
