"""Cards as small integers, and sets of cards as bit masks.

A card is 13 * suit + rank - 1. Suits are in the order clubs, diamonds, hearts, spades; the ace is 1 and the king 13; 52
is a joker. A card that lies face down has `DOWN` added. Copies of a card from several packs are equal: nothing tells
them apart.

A set of cards is an integer with bit c set for each card c in it, so `1 << card & cards` tests for membership. A card
that lies face down is in no set.
"""

from __future__ import annotations

from collections.abc import Iterable

RANK_LETTERS = "A23456789TJQK"
"""The letters of the ranks in the names of cards, the ace's first."""

SUIT_LETTERS = "CDHS"
"""The letters of the suits in the names of cards, in the order of the suits' numbers."""

SUIT_SIGNS = "♣♦♥♠"
"""The signs of the suits for people, in the order of the suits' numbers."""

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
ACE, JACK, QUEEN, KING = 1, 11, 12, 13

JOKER = 52
"""The number of a joker."""

DOWN = 64
"""Added to a card that lies face down."""

NOTHING = 0
"""The empty set of cards."""

ALL = (1 << 52) - 1
"""Every card but the joker."""
BIT = tuple(1 << card for card in range(2 * DOWN))
"""The set of a card alone, by card, face up or face down. A look-up takes less time than a shift."""


def card(rank: int, suit: int) -> int:
    """Return the card of a rank (1 to 13) and a suit (0 to 3)."""
    return 13 * suit + rank - 1


def bare(card: int) -> int:
    """Return the card itself, whichever way it lies."""
    return card & 63


def rank_of(card: int) -> int:
    """Return the rank of a card, 1 (ace) to 13 (king), whichever way it lies. A joker has none: 0."""
    card &= 63
    return card % 13 + 1 if card < JOKER else 0


def suit_of(card: int) -> int:
    """Return the suit of a card, 0 (clubs) to 3 (spades), whichever way it lies. A joker's is 4."""
    return (card & 63) // 13


def is_red(card: int) -> bool:
    """True if the card is a diamond or a heart."""
    return suit_of(card) in (DIAMONDS, HEARTS)


def ranks(*wanted: int) -> int:
    """Return the set of all cards of these ranks (1 to 13)."""
    return cards_where(lambda c: rank_of(c) in wanted)


def suits(*wanted: int) -> int:
    """Return the set of all cards of these suits (0 to 3)."""
    return cards_where(lambda c: suit_of(c) in wanted)


def cards_where(test: object) -> int:
    """Return the set of the cards, jokers excluded, for which `test(card)` is true."""
    assert callable(test)
    return set_of(c for c in range(52) if test(c))


def set_of(cards: Iterable[int]) -> int:
    """Return the set that holds these cards."""
    mask = 0
    for c in cards:
        mask |= 1 << c
    return mask


def members(cards: int) -> list[int]:
    """Return the cards of a set, in standard order."""
    return [c for c in range(JOKER + 1) if cards >> c & 1]


ACES = ranks(ACE)
KINGS = ranks(KING)
RED = suits(DIAMONDS, HEARTS)
BLACK = suits(CLUBS, SPADES)


def name(card: int) -> str:
    """Return the card's name as traces print it: `AS`, `TD`, `7C`, joker `JK`; a card that lies face down is `#7C`."""
    if card >= DOWN:
        return "#" + name(card - DOWN)
    if card == JOKER:
        return "JK"
    return RANK_LETTERS[card % 13] + SUIT_LETTERS[card // 13]


def parse(text: str) -> int:
    """Return the card with this name: the inverse of `name`. `10D` is read like `TD`.

    Raises ValueError for anything else.
    """
    if text.startswith("#"):
        return parse(text[1:]) + DOWN
    if text == "JK":
        return JOKER
    rank, suit = text[:-1].replace("10", "T"), text[-1:]
    if len(rank) != 1 or rank not in RANK_LETTERS or not suit or suit not in SUIT_LETTERS:
        raise ValueError(f"{text!r} is no card: write a rank of {RANK_LETTERS} and a suit of {SUIT_LETTERS}, as in 7C")
    return card(RANK_LETTERS.index(rank) + 1, SUIT_LETTERS.index(suit))


def spoken(card: int) -> str:
    """Return the card's name for people: `7♣`, `10♦`, `joker`."""
    card &= 63
    if card == JOKER:
        return "joker"
    return RANK_LETTERS[card % 13].replace("T", "10") + SUIT_SIGNS[card // 13]


def standard_order(packs: int, *, jokers: int = 0, of: int = ALL) -> list[int]:
    """Return the cards of some packs in standard order: by suit, ace to king, equal cards side by side, jokers last.

    `of` keeps only the cards of a set, for stripped packs.
    """
    return [c for c in members(of) for _ in range(packs)] + [JOKER] * jokers
