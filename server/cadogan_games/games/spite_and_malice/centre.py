"""Plays to the centre: which cards fit, and what follows a play."""

from __future__ import annotations

from collections.abc import Iterable

from cadogan_games.engine.actions import Spots
from cadogan_games.engine.cards import KING
from cadogan_games.engine.table import Table
from cadogan_games.games.spite_and_malice.ending import finish
from cadogan_games.games.spite_and_malice.piles import RANKS, SEATS, Spot, centre, riddance, spot_card


def plays(table: Table, spots: Iterable[Spot], wild: int) -> list[Spots]:
    """Return the plays to the centre with cards from these spots, as (spot, place). Cards of the set `wild` fit
    anywhere."""
    piles = table.piles
    places = centre(table)
    takers: list[list[int]] = [[] for _ in range(KING + 1)]
    for place in places:
        takers[len(piles[place]) + 1].append(place)
    found: list[Spots] = []
    for spot in spots:
        card = spot_card(table, spot)
        fitting = places if wild >> card & 1 else takers[RANKS[card]]
        found += [(spot, place) for place in fitting]
    return found


def put_card(table: Table, spot: Spot, place: int, full: int) -> None:
    """Put a card from a spot on the centre. The next riddance card is turned up, and a full pile goes to the heap."""
    if isinstance(spot, int):
        table.shift(spot, place)
        if table.game.group_of[spot].id == "riddance" and table.piles[spot]:
            table.flip(spot)
    else:
        table.take(*spot, place, len(table.piles[place]))
    if len(table.piles[place]) == full:
        table.turn_over(place, table.number("completed"), full)


def play_card(table: Table, spot: Spot, place: int, full: int) -> None:
    """Do what `put_card` does. The last riddance card of a seat ends the game."""
    put_card(table, spot, place, full)
    for seat in SEATS:
        if not table.piles[riddance(table, seat)]:
            finish(table, 1 + seat)
