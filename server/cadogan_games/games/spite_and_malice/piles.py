"""The piles of both games, and the spots that a seat plays from."""

from __future__ import annotations

from collections.abc import Iterator

from cadogan_games.engine.cards import JOKER, rank_of
from cadogan_games.engine.groups import Group, stock
from cadogan_games.engine.layout import Places, at, fanned, owned, row
from cadogan_games.engine.table import Table

HAND = 5
SEATS = (0, 1)

RANKS = tuple(rank_of(card) for card in range(JOKER + 1))
"""The rank of each card that lies face up; a joker's is 0."""

Spot = int | tuple[int, int]
"""Where a card comes from: a pile, for its top card, or (hand, card from the left)."""


def groups(centre: Places, riddance: str) -> list[Group]:
    """The piles of the table; seat 0 sits at its lower edge. `riddance` is the game's name for the pile to get rid of."""
    return [
        Group("riddance", riddance, "reserve", owned(at((0, 4)), 0) + owned(at((0, 0)), 1), counted=True),
        Group("hand", "hand", "hand", hand_places(), owned=True),
        Group(
            "discards",
            "discard pile",
            "tableau",
            owned(fanned(row(2, 4, 4), dy=0.2), 0) + owned(fanned(row(2, 0, 4), dy=0.2), 1),
        ),
        Group("centre", "centre", "foundation", centre),
        Group("completed", "completed heap", "discard", at((9.5, 2)), counted=True),
        stock(at((0, 2))),
    ]


def hand_places() -> Places:
    """The hands: seat 0's along the lower edge, seat 1's beside its discard piles."""
    return owned(fanned(at((2, 5.3)), dx=1), 0) + owned(fanned(at((6, 0)), dx=1), 1)


def other(seat: int) -> int:
    """The opponent's seat."""
    return 1 - seat


def riddance(table: Table, seat: int) -> int:
    """The number of a seat's riddance pile."""
    return table.game.first["riddance"] + seat


def hand(table: Table, seat: int) -> int:
    """The number of a seat's hand."""
    return table.game.first["hand"] + seat


def discards(table: Table, seat: int) -> range:
    """The numbers of a seat's four discard piles."""
    first = table.game.first["discards"] + 4 * seat
    return range(first, first + 4)


def centre(table: Table) -> range:
    """The numbers of the centre places."""
    return table.game.indexes("centre")


def upcard(table: Table, seat: int) -> int | None:
    """The card that lies face up on a seat's riddance pile; None when the pile is played out."""
    pile = table.piles[riddance(table, seat)]
    return pile[-1] if pile else None


def spot_card(table: Table, spot: Spot) -> int:
    """The card that a spot names: the top of a pile, or the k-th card of one."""
    return table.piles[spot][-1] if isinstance(spot, int) else table.piles[spot[0]][spot[1]]


def hand_spots(table: Table, seat: int) -> list[Spot]:
    """The spots of the cards in a hand."""
    pile = hand(table, seat)
    return [(pile, k) for k in range(len(table.piles[pile]))]


def shown_spots(table: Table, seat: int) -> Iterator[int]:
    """The spots of the cards that a seat shows: its upcard, the tops of its discard piles."""
    if table.piles[riddance(table, seat)]:
        yield riddance(table, seat)
    for pile in discards(table, seat):
        if table.piles[pile]:
            yield pile


def own_spots(table: Table, seat: int) -> list[Spot]:
    """The spots from which a seat may play: upcard, tops of its discard piles, hand."""
    return [*shown_spots(table, seat), *hand_spots(table, seat)]
