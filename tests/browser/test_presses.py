"""One press plays a card: its target, the target of the next press on the same card, and no lost press."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from cadogan_games import catalogue
from cadogan_games.engine.table import Move, Table
from cadogan_server.rooms.fairness import numbered_seed
from tests.browser.desks import Seats
from tests.browser.player import Player
from tests.browser.relay import Relay
from tests.games.positions import copy_of

pytestmark = pytest.mark.browser

KLONDIKE = "klondike_draw1"


class Stalling(Relay):
    """Holds the server's messages back when the test wants, as a stalled connection does."""

    def __init__(self, player: Player) -> None:
        super().__init__(player)
        self._held: list[str | bytes] | None = None

    def heard(self, message: str | bytes) -> None:
        if self._held is None:
            self.tell(message)
        else:
            self._held.append(message)

    def hold(self) -> None:
        self._held = []

    def go_on(self) -> None:
        held, self._held = self._held or [], None
        for message in held:
            self.tell(message)


def deals(game: str) -> Iterator[tuple[int, Table]]:
    return ((number, catalogue.game(game).deal(numbered_seed(game, number))) for number in range(1, 500))


def cards_with(table: Table, suits: Callable[[list[Move]], bool]) -> list[int]:
    """Return the piles whose top card has suitable moves."""
    by_pile: dict[int, list[Move]] = {}
    for move in table.moves():
        if not isinstance(move[0], str) and move[2] == 1:
            by_pile.setdefault(move[0], []).append(move)
    return [pile for pile, moves in by_pile.items() if suits(moves)]


def sit_at(
    player: Player, game: str, number: int, *, wait: bool = True, script: str = "() => {}", **settings: Any
) -> None:
    """Sit down at a numbered deal with these settings, on a page that has run this script. Wait until the cards are
    dealt, or with `wait` = False until some are there."""
    player.arrive()
    player.page.evaluate(KEPT, settings)
    player.page.goto(f"/games/{game}")
    player.page.evaluate(script)
    player.open_room(game, number)
    player.ready()
    if wait:
        player.wait_for_cards()
    else:
        player.wait_for_first_card()


def top(player: Player, pile: int) -> tuple[float, float]:
    """Return the point at which the top card of a pile, or its empty place, can be pressed."""
    cards = player.table.locator(f'.card[data-at^="{pile}:"]')
    box = (cards.last if cards.count() else player.table.locator(f'.pile[data-pile="{pile}"]')).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.85


def size(player: Player, pile: int, count: int) -> None:
    """Wait until a pile has `count` cards."""
    expect(player.table.locator(f'.card[data-at^="{pile}:"]')).to_have_count(count)


def two_places(table: Table) -> list[int]:
    """Return the piles whose top card has two targets, both of them columns."""
    return cards_with(
        table, lambda moves: len(moves) == 2 and all(table.game.group_of[m[1]].kind == "tableau" for m in moves)
    )


def goes_home(table: Table) -> list[int]:
    """Return the piles whose top card goes home."""
    return cards_with(table, lambda moves: any(table.game.group_of[m[1]].kind == "foundation" for m in moves))


def turned_can_be_played(table: Table, count: int) -> bool:
    """Return True if the card on the waste may be played once `count` cards have been turned."""
    after = copy_of(table)
    for _ in range(count):
        after.push(("turn",))
    return any(move[0] == table.game.first["waste"] for move in after.moves())


DEAL = 1001
"""A deal of Klondike in which a card has two columns to go to, another goes home, and the first two cards of the stock
could be played as soon as they are turned up."""

KEPT = "settings => localStorage.setItem('cadogan.settings', JSON.stringify(settings))"
"""Stores settings as the page does after they were chosen."""

CHOOSE = """settings => {
  localStorage.setItem('cadogan.settings', JSON.stringify(settings))
  dispatchEvent(new StorageEvent('storage', { key: 'cadogan.settings' }))
}"""
"""Chooses settings, as in another window of the same browser."""


LYING = (
    "() => [...document.querySelectorAll('.table .card')].map(card => `${card.dataset.at} ${card.className}`).join()"
)
"""Returns the place of each card."""


def take_back(player: Player, until: dict[str, str]) -> None:
    """Take moves back until the cards lie as before."""
    while player.cards() != until:
        lying = player.page.evaluate(LYING)
        player.page.get_by_role("button", name="Undo").click()
        player.page.wait_for_function(f"lying => ({LYING})() !== lying", arg=lying)
        player.wait_for_answer()


def test_a_press_plays_the_card_that_lies_there_and_none_is_lost(sit: Seats) -> None:
    table = catalogue.game(KLONDIKE).deal(numbered_seed(KLONDIKE, DEAL))
    stock, waste = table.game.first["stock"], table.game.first["waste"]
    assert turned_can_be_played(table, 1)
    assert turned_can_be_played(table, 2)
    sizes = [len(pile) for pile in table.piles]
    ann = sit("Ann")
    server = Stalling(ann)
    sit_at(ann, KLONDIKE, DEAL)
    mouse = ann.page.mouse
    before, home = ann.cards(), ann.cards_home()

    # A press plays, and the next press on the same card goes on to the next place.
    (source, *_) = two_places(table)
    targets = [move[1] for move in table.moves() if move[0] == source]
    mouse.click(*top(ann, source))
    size(ann, source, sizes[source] - 1)
    ann.wait_for_answer()
    first = next(pile for pile in targets if ann.cards().get(f"{pile}:{sizes[pile]}"))
    (second,) = set(targets) - {first}
    mouse.click(*top(ann, first))
    size(ann, second, sizes[second] + 1)
    size(ann, first, sizes[first])
    ann.wait_for_answer()
    take_back(ann, before)

    # A right press sends a card home.
    (source, *_) = goes_home(table)
    mouse.click(*top(ann, source), button="right")
    size(ann, source, sizes[source] - 1)
    ann.wait_for_answer()
    assert ann.cards_home() == home + 1
    expect(ann.page.locator(".card.peek")).to_have_count(0)
    take_back(ann, before)

    # While an answer is awaited, each press waits until its meaning is known: the stock twice, then the card that lies on
    # the waste by then.
    place = top(ann, waste)
    server.hold()
    mouse.click(*top(ann, stock))
    mouse.click(*top(ann, stock))
    mouse.click(*place)
    size(ann, waste, 0)
    server.go_on()
    size(ann, waste, 1)
    size(ann, stock, sizes[stock] - 2)
    ann.wait_for_answer()
    take_back(ann, before)

    # In games with two presses, a fast press on a card that was just turned up only picks it. The next one plays it.
    ann.page.evaluate(CHOOSE, {"press": "two"})
    place = top(ann, waste)
    mouse.click(*top(ann, stock))
    size(ann, waste, 1)
    ann.wait_for_answer()
    mouse.click(*place)
    expect(ann.table.locator(".card.picked")).to_have_count(1)
    size(ann, waste, 1)
    mouse.click(*place)
    size(ann, waste, 0)


def sole_pairs(table: Table) -> list[int]:
    """Return a card of each pair whose two cards have no other partner."""
    pairs = [move[1:] for move in table.moves() if move[0] == "discard"]
    return [a for a, b in pairs if sum(a in pair or b in pair for pair in pairs) == 1]


NEVER_ENDS = """() => {
  const animate = Element.prototype.animate
  Element.prototype.animate = function (frames, how) {
    return animate.call(this, frames, frames.translate ? { ...how, delay: 1e7 } : how)
  }
}"""
"""Keeps every card that is dealt from setting out."""

MOVING = "() => document.getAnimations().some(({ effect }) => effect.target?.matches('.card'))"
"""True if a card is on its way."""


def pairs_of_nestor(least: int) -> tuple[int, Table]:
    return next((number, table) for number, table in deals("nestor") if len(sole_pairs(table)) >= least)


def test_without_motion_no_card_flies_and_quick_presses_count(sit: Seats) -> None:
    number, table = pairs_of_nestor(3)
    ann = sit("Ann", moves=True)
    server = Stalling(ann)
    sit_at(ann, "nestor", number, script=NEVER_ENDS, motion="reduced")
    assert not ann.page.evaluate(MOVING)
    places = [top(ann, pile) for pile in sole_pairs(table)[:3]]
    home = ann.cards_home()
    server.hold()
    for place in places:
        ann.page.mouse.click(*place)
    server.go_on()
    expect(ann.page.locator(".strip .me .home")).to_contain_text(f"{home + 6}/")


def test_a_press_while_cards_are_dealt_is_taken(sit: Seats) -> None:
    """The press means the card that will lie there. The deal does not wait."""
    number, table = pairs_of_nestor(1)
    pile = sole_pairs(table)[0]
    ann = sit("Ann")
    sit_at(ann, "nestor", number, script=NEVER_ENDS, motion="full", wait=False)
    assert ann.page.evaluate(MOVING)
    place = ann.table.locator(f'.pile[data-pile="{pile}"]').bounding_box()
    card = ann.table.locator(f'.card[data-at="{pile}:{len(table.piles[pile]) - 1}"]')
    held = card.bounding_box()
    assert place is not None
    assert held is not None
    assert (held["x"], held["y"]) != (place["x"], place["y"]), "the card has not set out yet"
    final = card.evaluate("card => card.style.translate.match(/[\\d.]+/g).map(Number)")
    table_box = ann.table.bounding_box()
    assert table_box is not None
    ann.page.mouse.click(table_box["x"] + final[0], table_box["y"] + final[1])
    size(ann, pile, len(table.piles[pile]) - 1)
