"""One press plays: what it plays, where the next press on the same card takes it, and that no press is lost."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from cadogan_games import catalogue
from cadogan_games.engine.table import Move, Table
from cadogan_server.rooms.fairness import numbered_seed
from tests.browser.conftest import Seats
from tests.browser.player import Player
from tests.browser.relay import Relay

pytestmark = pytest.mark.browser

KLONDIKE = "klondike_draw1"


class Stalling(Relay):
    """Holds back on wish what the server says, as a stalled connection does."""

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
    """The piles whose top card has moves that suit."""
    by_pile: dict[int, list[Move]] = {}
    for move in table.moves():
        if not isinstance(move[0], str) and move[2] == 1:
            by_pile.setdefault(move[0], []).append(move)
    return [pile for pile, moves in by_pile.items() if suits(moves)]


def sit_at(player: Player, game: str, number: int, **settings: Any) -> None:
    player.page.add_init_script(f"localStorage.setItem('cadogan.settings', {json.dumps(json.dumps(settings))})")
    player.arrive()
    player.open_room(game, number)
    player.ready()
    player.wait_for_cards()


def top(player: Player, pile: int) -> tuple[float, float]:
    """Where the top card of a pile, or its empty place, can be pressed."""
    cards = player.table.locator(f'.card[data-at^="{pile}:"]')
    box = (cards.last if cards.count() else player.table.locator(f'.pile[data-pile="{pile}"]')).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.85


def size(player: Player, pile: int, count: int) -> None:
    """Wait until so many cards lie on a pile."""
    expect(player.table.locator(f'.card[data-at^="{pile}:"]')).to_have_count(count)


def test_a_press_plays_and_pressing_again_goes_on_to_the_next_place(sit: Seats) -> None:
    def two_places(table: Table) -> list[int]:
        return cards_with(
            table, lambda moves: len(moves) == 2 and all(table.game.group_of[m[1]].kind == "tableau" for m in moves)
        )

    number, table = next((number, table) for number, table in deals(KLONDIKE) if two_places(table))
    (source, *_) = two_places(table)
    targets = [move[1] for move in table.moves() if move[0] == source]
    ann = sit("Ann")
    sit_at(ann, KLONDIKE, number)
    sizes = [len(pile) for pile in table.piles]
    ann.page.mouse.click(*top(ann, source))
    size(ann, source, sizes[source] - 1)
    ann.wait_for_answer()
    first = next(pile for pile in targets if ann.cards().get(f"{pile}:{sizes[pile]}"))
    (second,) = set(targets) - {first}
    ann.page.mouse.click(*top(ann, first))
    size(ann, second, sizes[second] + 1)
    size(ann, first, sizes[first])


def test_a_right_press_sends_a_card_home(sit: Seats) -> None:
    def goes_home(table: Table) -> list[int]:
        return cards_with(table, lambda moves: any(table.game.group_of[m[1]].kind == "foundation" for m in moves))

    number, table = next((number, table) for number, table in deals(KLONDIKE) if goes_home(table))
    (source, *_) = goes_home(table)
    ann = sit("Ann")
    sit_at(ann, KLONDIKE, number)
    home = ann.cards_home()
    ann.page.mouse.click(*top(ann, source), button="right")
    size(ann, source, len(table.piles[source]) - 1)
    ann.wait_for_answer()
    assert ann.cards_home() == home + 1
    expect(ann.page.locator(".card.peek")).to_have_count(0)


def turned_can_be_played(table: Table) -> bool:
    """Whether the first card of the stock may be played as soon as it is turned up."""
    after = table.copy()
    after.push(("turn",))
    waste = table.game.first["waste"]
    return any(move[0] == waste for move in after.moves())


def test_a_press_on_a_card_that_was_just_turned_is_no_double_press(sit: Seats) -> None:
    """The stock and then the waste, as fast as can be: by two presses the card is only picked, and the third plays it."""
    number, table = next((number, table) for number, table in deals(KLONDIKE) if turned_can_be_played(table))
    stock, waste = table.game.first["stock"], table.game.first["waste"]
    ann = sit("Ann")
    sit_at(ann, KLONDIKE, number, press="two")
    (x, y), place = top(ann, stock), top(ann, waste)
    ann.page.mouse.click(x, y)
    size(ann, waste, 1)
    ann.wait_for_answer()
    ann.page.mouse.click(*place)
    expect(ann.table.locator(".card.picked")).to_have_count(1)
    size(ann, waste, 1)
    ann.page.mouse.click(*place)
    size(ann, waste, 0)


def test_no_press_is_lost_while_an_answer_is_awaited(sit: Seats) -> None:
    """Each waits until it is known what it means: the stock twice, then the card that lies on the waste by then."""

    def playable_after_two(table: Table) -> bool:
        after = table.copy()
        for _ in range(2):
            after.push(("turn",))
        return bool(cards_with(after, lambda moves: moves[0][0] == after.game.first["waste"]))

    number, table = next((number, table) for number, table in deals(KLONDIKE) if playable_after_two(table))
    stock, waste = table.game.first["stock"], table.game.first["waste"]
    ann = sit("Ann")
    server = Stalling(ann)
    sit_at(ann, KLONDIKE, number)
    place = top(ann, waste)
    server.hold()
    ann.page.mouse.click(*top(ann, stock))
    ann.page.mouse.click(*top(ann, stock))
    ann.page.mouse.click(*place)
    size(ann, waste, 0)
    server.go_on()
    size(ann, waste, 1)
    size(ann, stock, len(table.piles[stock]) - 2)


def sole_pairs(table: Table) -> list[int]:
    """A card of each pair whose two cards have no other partner."""
    pairs = [move[1:] for move in table.moves() if move[0] == "discard"]
    return [a for a, b in pairs if sum(a in pair or b in pair for pair in pairs) == 1]


def test_in_nestor_presses_right_after_an_action_are_taken(sit: Seats) -> None:
    number, table = next((number, table) for number, table in deals("nestor") if len(sole_pairs(table)) >= 3)
    ann = sit("Ann")
    server = Stalling(ann)
    sit_at(ann, "nestor", number)
    places = [top(ann, pile) for pile in sole_pairs(table)[:3]]
    home = ann.cards_home()
    server.hold()
    for place in places:
        ann.page.mouse.click(*place)
    server.go_on()
    expect(ann.page.locator(".strip .me .home")).to_contain_text(f"{home + 6}/")


NEVER_ENDS = """() => {
  const animate = Element.prototype.animate
  Element.prototype.animate = function (frames, how) {
    return animate.call(this, frames, frames.translate ? { ...how, delay: 1e7 } : how)
  }
}"""
"""Lets no card that is dealt ever set out."""


def test_a_press_while_the_cards_are_dealt_is_taken(sit: Seats) -> None:
    """It means the card that will lie there, and the deal waits for nobody."""
    number, table = next((number, table) for number, table in deals("nestor") if sole_pairs(table))
    pile = sole_pairs(table)[0]
    ann = sit("Ann", moves=True)
    ann.page.add_init_script(f"({NEVER_ENDS})()")
    ann.arrive()
    ann.open_room("nestor", number)
    ann.ready()
    ann.wait_for_first_card()
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


def test_the_cards_are_dealt_unless_they_are_to_lie_still(sit: Seats) -> None:
    for motion, dealt in (("full", True), ("reduced", False)):
        ann = sit("Ann")
        ann.page.add_init_script(f"({NEVER_ENDS})()")
        ann.page.add_init_script(f"localStorage.setItem('cadogan.settings', JSON.stringify({{ motion: '{motion}' }}))")
        ann.arrive()
        ann.open_room("nestor", 1)
        ann.ready()
        ann.wait_for_first_card()
        moving = "() => document.getAnimations().some(({ effect }) => effect.target?.matches('.card'))"
        assert ann.page.evaluate(moving) is dealt
