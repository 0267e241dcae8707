"""The piles of both games, and the spots that a seat plays from."""

from __future__ import annotations

from collections.abc import Iterator

from cadogan_games.engine.cards import JOKER, rank_of
from cadogan_games.engine.groups import Group
from cadogan_games.engine.kinds import reserve, stock, tableau
from cadogan_games.engine.table import Table

HAND = 5
SEATS = (0, 1)

RANKS = tuple(rank_of(card) for card in range(JOKER + 1))
"""The rank of each face-up card; a joker's is 0."""

Spot = int | tuple[int, int]
"""The origin of a card: a pile, for its top card, or (hand, card from the left)."""


def groups(centre: int, riddance: str) -> list[Group]:
    """Return the piles of the table, with `centre` in the centre. `riddance` is the game's name for the pile to get rid
    of."""
    return [
        reserve(2, "riddance", name=riddance, counted=True),
        Group("hand", "hand", "hand", owned=True, count=2),
        tableau(8, id="discards", name="discard pile"),
        Group("centre", "centre", "foundation", count=centre),
        Group("completed", "completed heap", "discard", counted=True, count=1),
        stock(),
    ]


def other(seat: int) -> int:
    """Return the opponent's seat."""
    return 1 - seat


def riddance(table: Table, seat: int) -> int:
    """Return the number of a seat's riddance pile."""
    return table.game.first["riddance"] + seat


def hand(table: Table, seat: int) -> int:
    """Return the number of a seat's hand."""
    return table.game.first["hand"] + seat


def discards(table: Table, seat: int) -> range:
    """Return the numbers of a seat's four discard piles."""
    first = table.game.first["discards"] + 4 * seat
    return range(first, first + 4)


def centre(table: Table) -> range:
    """Return the numbers of the centre places."""
    return table.numbers("centre")


def upcard(table: Table, seat: int) -> int | None:
    """Return the card that lies face up on a seat's riddance pile; None if the pile is played out."""
    pile = table.piles[riddance(table, seat)]
    return pile[-1] if pile else None


def spot_card(table: Table, spot: Spot) -> int:
    """Return the card that a spot names: the top of a pile, or the k-th card of one."""
    return table.piles[spot][-1] if isinstance(spot, int) else table.piles[spot[0]][spot[1]]


def hand_spots(table: Table, seat: int) -> list[Spot]:
    """Return the spots of the cards in a hand."""
    pile = hand(table, seat)
    return [(pile, k) for k in range(len(table.piles[pile]))]


def shown_spots(table: Table, seat: int) -> Iterator[int]:
    """Yield the spots of the cards that a seat shows: its upcard, and the tops of its discard piles."""
    if table.piles[riddance(table, seat)]:
        yield riddance(table, seat)
    for pile in discards(table, seat):
        if table.piles[pile]:
            yield pile


def own_spots(table: Table, seat: int) -> list[Spot]:
    """Return the spots from which a seat may play: upcard, tops of its discard piles, hand."""
    return [*shown_spots(table, seat), *hand_spots(table, seat)]
