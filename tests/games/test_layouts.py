"""Tables fit the windows of a desktop and of a phone, and nothing covers what it should not."""

from __future__ import annotations

import random

import pytest

from cadogan_games import catalogue
from cadogan_games.engine import view
from cadogan_games.engine.table import Table
from tests.games.positions import SEED
from tests.games.screen import Screen, corners, covering, draw

RACES = [id for id in catalogue.ids() if catalogue.info(id).kind == "race"]
WINDOWS = {"desktop": (1280, 560), "phone": (390, 680), "phone held sideways": (742, 338)}
"""What a page of 1280 x 720, of 390 x 844 and of 844 x 390 leaves for the table."""

LEAST = {"desktop": 36, "phone": 35, "phone held sideways": 24}
"""Cards are at least so many pixels wide."""

ROWS_THAT_OVERLAP = {
    "babette": "garden",
    "blockade": "grid",
    "labyrinth": "maze",
    "labyrinth_wait": "maze",
    "reversal": "reserve",
}
"""Each row covers the lower part of the one above it: that is how they are laid."""


def look(table: Table, window: str) -> Screen:
    """Draw a table as the page does for its player."""
    piles, _ = view.state(table, 0)
    return draw(view.layout(table.game), piles, *WINDOWS[window])


def assert_right(screen: Screen, id: str, window: str) -> None:
    """Nothing lies outside the window or over another pile."""
    width, height = WINDOWS[window]
    for spot, middles in zip(screen.spots, screen.cards, strict=True):
        for middle in middles:
            for x, y in corners(spot, middle, screen.card):
                assert 0 <= x <= width, f"{spot.name} lies outside"
                assert 0 <= y <= height, f"{spot.name} lies outside"
    rows = ROWS_THAT_OVERLAP.get(id, "-")
    found = {pair for pair in covering(screen) if not all(name.startswith(f"{rows}/") for name in pair)}
    assert not found, f"these cover each other: {sorted(found)}"


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("id", RACES)
def test_nothing_overlaps_and_cards_are_not_tiny_after_the_deal(id: str, window: str) -> None:
    screen = look(catalogue.game(id).deal(SEED), window)
    assert screen.card >= LEAST[window]
    assert_right(screen, id, window)


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("id", RACES)
def test_nothing_overlaps_while_fans_grow(id: str, window: str) -> None:
    chance = random.Random(id)
    table = catalogue.game(id).deal(SEED)
    for _ in range(60):
        moves = table.moves()
        if not moves:
            break
        table.push(chance.choice(moves))
    assert_right(look(table, window), id, window)


@pytest.mark.parametrize("id", catalogue.ids())
def test_upright_places_are_those_of_groups_of_the_game(id: str) -> None:
    game = catalogue.game(id)
    sizes = {group.id: group.size for group in game.groups}
    for group, places in game.definition.upright.items():
        assert len(places) == sizes[group]
