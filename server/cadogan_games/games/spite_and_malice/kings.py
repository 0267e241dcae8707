"""What the games with wild kings have in common: a turn begins with five cards in hand, and ends with any discard."""

from __future__ import annotations

from cadogan_games.games.spite_and_malice.piles import HAND, discards, hand, hand_spots
from cadogan_games.games.spite_and_malice.stock import draw_one, form_stock
from cadogan_games.words import KING, Spots, Table, rank_of, refused

STAND = "with an empty hand the turn ends without a discard"

PILE = 12
"""The number of cards in a complete centre pile: ace to queen."""


def begin_turn(table: Table, seat: int) -> None:
    """Give a seat the turn; it draws up to five."""
    table.set("seat", seat)
    draw_up(table, seat)


def draw_up(table: Table, seat: int) -> None:
    """Draw up to five, one at a time. A new stock is formed when a card is due and there is none."""
    while len(table.piles[hand(table, seat)]) < HAND and (table.stock or form_stock(table)):
        draw_one(table, seat)


def all_discards(table: Table) -> list[Spots]:
    """Return every discard of a hand card on to a discard pile of its seat."""
    seat = table.count("seat")
    return [(spot, pile) for spot in hand_spots(table, seat) for pile in discards(table, seat)]


@refused("card_in_hand", "a turn ends with a discard as long as you hold a card")
def hand_is_empty(table: Table) -> bool:
    """True if the seat on turn holds no card."""
    return not table.piles[hand(table, table.count("seat"))]


def late_discard(table: Table, seat: int) -> tuple[tuple[int, int], int] | None:
    """Return the discard that is made for a seat whose time is up, as (card in hand, pile): the highest card that is no
    king. None if its hand is empty."""
    cards = table.piles[hand(table, seat)]
    if not cards:
        return None
    k = max(range(len(cards)), key=lambda k: (rank_of(cards[k]) != KING, rank_of(cards[k]), -k))
    return (hand(table, seat), k), _discard_pile(table, seat, rank_of(cards[k]))


def _discard_pile(table: Table, seat: int, rank: int) -> int:
    """Return the lowest own pile whose top is of the rank or one higher, else the lowest empty place, else place 4."""
    own = discards(table, seat)
    fitting = [p for p in own if table.piles[p] and rank_of(table.piles[p][-1]) in (rank, rank + 1)]
    empty = [p for p in own if not table.piles[p]]
    return (fitting or empty or [own[-1]])[0]
