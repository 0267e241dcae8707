"""Tables fit any window, and no two piles touch: drawn by the page's own code, at every length that play reaches."""

from __future__ import annotations

from typing import Any

import pytest

from cadogan_games import catalogue
from cadogan_games.engine import view
from cadogan_games.engine.game import Game
from tests.each import each
from tests.games import reach
from tests.games.positions import SEED
from tests.games.screen import Screen, draw, draw_duel, missed, strips, touching

RACES = [id for id in catalogue.ids() if catalogue.head_of(id).kind == "race"]
DUELS = [id for id in catalogue.ids() if catalogue.head_of(id).kind == "duel"]
WINDOWS = {"desktop": (1280, 560), "phone": (390, 680), "phone held sideways": (742, 338), "tablet": (820, 1000)}
"""The space for the table in pages of 1280 x 720, of 390 x 844, of 844 x 390 and of 820 x 1180."""

DUEL_WINDOWS = {"desktop": (1280, 548), "phone": (390, 600), "phone held sideways": (588, 338), "tablet": (820, 1000)}
"""The same for the table of a duel, beside the plates of both players."""

ODD_WINDOWS = {"small phone": (320, 440), "square": (900, 860), "wide": (1900, 420), "large": (2560, 1250)}

LEAST = {"desktop": 36, "phone": 35, "phone held sideways": 24, "tablet": 48}
"""The least width of cards after the deal, in pixels."""

CIRCLES = (
    *("clock", "dial_no_1", "dial_no_2", "dial_no_2_single", "hemispheres", "shah", "two_rings", "wheel", "zodiac"),
    "gathering_of_the_clans",
)
"""Games that lie in circles, ovals, stars or arcs round a middle."""

LAPTOP, LEAST_ON_A_LAPTOP = (1366, 608), 59
"""The space for the table in a page of 1366 x 768, and the least width of cards of such games there, in pixels."""

LATEST = 3
"""The number of covered cards at the end of a fan that can be read, however long it is."""

READABLE = 9
"""The least visible pixels of each of these, or as many as there would be with room to spare."""

ROWS_THAT_OVERLAP = {
    "babette": "garden",
    "blockade": "grid",
    "labyrinth": "maze",
    "labyrinth_wait": "maze",
    "pyramid": "pyramid",
    "reversal": "reserve",
    "tripeaks": "peaks",
}
"""Each row covers the lower part of the one above it: that is how they are laid."""


def assert_right(screen: Screen, id: str, size: tuple[int, int]) -> None:
    """Check that nothing lies outside the window, and no pile touches another."""
    width, height = size
    for pile in screen.piles:
        left, right, top, bottom = pile.box
        assert 0 <= left <= right <= width, f"{pile.name} lies outside of {size}"
        assert 0 <= top <= bottom <= height, f"{pile.name} lies outside of {size}"
    rows = ROWS_THAT_OVERLAP.get(id)
    found = [f"{one.name} and {other.name}" for one, other in touching(screen) if {one.group, other.group} != {rows}]
    assert not found, f"these touch each other in {size}: {found}"


def assert_readable(screen: Screen, game: Game, piles: list[list[int]], size: tuple[int, int]) -> None:
    """Check that the latest cards of each fan can be read."""
    groups = [group for group in game.groups for _ in range(group.size)]
    for group, cards, pile in zip(groups, piles, screen.piles, strict=True):
        shown = [strip for strip, card in zip(strips(pile), cards, strict=False) if card >= 0][-LATEST:]
        if is_fan(group, cards) and shown:
            assert min(shown) >= READABLE, f"{pile.name}, {len(cards)} cards in {size}: {shown}"


@each("id", RACES)
def test_the_lengths_of_piles_are_known(id: str) -> None:
    known = reach.known().get(id)
    piles = catalogue.game(id).pile_count
    assert known is not None, f"run: python -m tests.games.reach --games {id} --write"
    assert len(known.piles) == piles, f"it has other piles now; run: python -m tests.games.reach --games {id} --write"
    dealt, _ = view.state(catalogue.game(id).deal(SEED), 0)
    assert all(longest >= len(pile) for (longest, _), pile in zip(known.piles, dealt, strict=True))
    for what, table in known.tables.items():
        assert all(size <= longest for (size, _), (longest, _) in zip(table, known.piles, strict=True)), what


@each("id", RACES)
def test_nothing_touches_and_cards_are_not_tiny_after_the_deal(id: str) -> None:
    game = catalogue.game(id)
    layout, (piles, _) = view.layout(game), view.state(game.deal(SEED), 0)
    for (window, size), (screen,) in zip(WINDOWS.items(), draw(layout, [piles], WINDOWS.values()), strict=True):
        assert screen.card >= LEAST[window], window
        assert_right(screen, id, size)


@each("id", CIRCLES)
def test_the_arrow_keys_lead_to_each_pile_of_a_circle(id: str) -> None:
    game = catalogue.game(id)
    layout, (piles, _) = view.layout(game), view.state(game.deal(SEED), 0)
    assert missed(layout, piles, LAPTOP) == []


@pytest.mark.parametrize("id", CIRCLES)
def test_a_circle_uses_the_width_of_a_laptop(id: str) -> None:
    game = catalogue.game(id)
    dealt, _ = view.state(game.deal(SEED), 0)
    [(screen,)] = draw(view.layout(game), [dealt], [LAPTOP])
    assert screen.card >= LEAST_ON_A_LAPTOP
    assert_right(screen, id, LAPTOP)


@each("id", RACES)
def test_piles_of_any_length_touch_nothing_and_stay_readable(id: str) -> None:
    """All piles have their greatest lengths at once. In odd windows cards may be hard to read."""
    game = catalogue.game(id)
    layout, known = view.layout(game), reach.known()[id]
    windows = WINDOWS | ODD_WINDOWS
    tables = [reach.piles_of(table) for table in (known.piles, *known.tables.values())]
    for (window, size), screens in zip(windows.items(), draw(layout, tables, windows.values()), strict=True):
        for piles, screen in zip(tables, screens, strict=True):
            assert_right(screen, id, size)
            if window in WINDOWS:
                assert_readable(screen, game, piles, size)


def is_fan(group: Any, cards: list[int]) -> bool:
    """Return True if a pile shows its covered cards, and is straight: a bent one lies as it was drawn."""
    return bool(len(cards) > 1 and not group.tail and any((p.dx or p.dy) and not p.path for p in group.places))


@pytest.mark.parametrize("bottom", [0, 1])
@pytest.mark.parametrize("id", DUELS)
def test_nothing_touches_on_the_table_of_a_duel(id: str, bottom: int) -> None:
    windows = (DUEL_WINDOWS | ODD_WINDOWS).values()
    layout, known = view.layout(catalogue.game(id)), reach.known()[id]
    dealt, _ = view.state(catalogue.game(id).deal(SEED), 0)
    tables = [dealt, *map(reach.piles_of, (known.piles, *known.tables.values()))]
    for size, screens in zip(windows, draw_duel(layout, tables, windows, bottom), strict=True):
        for screen in screens:
            assert_right(screen, id, size)


@each("id", catalogue.ids())
def test_upright_places_are_as_many_as_the_piles_of_their_group(id: str) -> None:
    for group in catalogue.game(id).groups:
        assert group.upright is None or len(group.upright) == group.size
