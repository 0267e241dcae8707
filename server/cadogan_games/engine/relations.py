"""Relations: they say which cards may be laid on a card. They combine, have an English text, and are look-up tables inside.

same_suit & down            one rank lower, of the same suit
alternate_colour & down     the build of Klondike
same_suit & (up | down)     either way
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from cadogan_games.engine.cards import ACE, JOKER, KING, is_red, rank_of, set_of, suit_of, suits


@dataclass(frozen=True)
class Relation:
    """The set of cards that may be laid on a card, by card.

    `on[card]` is a set (see `cards`); jokers take no part. `&` requires both relations, `|` one of them. `first` is the
    rank that a pile built by the relation begins with (0: the relation does not say). `barren` is the name and the
    English of the refusal of any card on one that takes none, if a game has its own words for that.
    """

    on: tuple[int, ...]
    english: str
    first: int = 0
    barren: tuple[str, str] | None = None

    def __and__(self, other: Relation) -> Relation:
        on = tuple(a & b for a, b in zip(self.on, other.on, strict=True))
        return Relation(on, _and(self.english, other.english), self.first or other.first)

    def __or__(self, other: Relation) -> Relation:
        on = tuple(a | b for a, b in zip(self.on, other.on, strict=True))
        return Relation(on, one_of(self.english, other.english))

    @property
    def by_suit(self) -> bool:
        """True if all cards of a pile built by the relation are of one suit."""
        return all(not self.on[card] & ~suits(suit_of(card)) for card in range(JOKER))

    def holds(self, upper: int, lower: int) -> bool:
        """True if `upper` may be laid on `lower`; false if either lies face down."""
        return lower < 52 and bool(self.on[lower] >> upper & 1)

    def named(self, english: str) -> Relation:
        """The same relation under a better name."""
        return replace(self, english=english)


def one_of(first: str, second: str) -> str:
    """Return the English of either relation, with common words said once: of the same suit one rank higher or lower."""
    a, b = first.split(), second.split()
    if a == b or len(a) != len(b):
        return first if a == b else f"{first} or {second}"
    differ = [i for i, (word, other) in enumerate(zip(a, b, strict=True)) if word != other]
    start, end = differ[0], differ[-1] + 1
    return " ".join([*a[:end], "or", *b[start:end], *a[end:]])


def _and(first: str, second: str) -> str:
    return f"{first} {second}" if first and second else first or second


def relation(english: str, test: Callable[[int, int], bool], barren: tuple[str, str] | None = None) -> Relation:
    """The relation that holds where `test(upper, lower)` is true; `barren` as in `Relation`."""
    on = tuple(set_of(u for u in range(52) if test(u, lower)) for lower in range(52))
    return Relation(on, english, barren=barren)


def step(by: int, *, wrap: bool = False, english: str = "") -> Relation:
    """The upper card's rank is `by` more than the lower's; with `wrap` king and ace are neighbours."""
    words = english or f"{abs(by)} rank{'s' * (abs(by) > 1)} {'higher' if by > 0 else 'lower'}"
    around = 13 if wrap else 26
    if wrap:
        words += " (king and ace are neighbours)"
    return relation(words, lambda upper, lower: (rank_of(upper) - rank_of(lower) - by) % around == 0)


def sequence(order: Sequence[int], *, wrap: bool = False) -> Relation:
    """The upper card's rank follows the lower's in an order of ranks, such as J 10 9 ... 2 A K."""
    after = dict(zip(order, [*order[1:], order[0]], strict=True))
    if not wrap:
        del after[order[-1]]
    return relation(
        "next in the order " + " ".join("_A23456789TJQK"[r].replace("T", "10") for r in order),
        lambda upper, lower: after.get(rank_of(lower)) == rank_of(upper),
    )


never = relation("nothing", lambda upper, lower: False)
anything = relation("any card", lambda upper, lower: True)
same_suit = relation("of the same suit", lambda upper, lower: suit_of(upper) == suit_of(lower))
same_rank = relation("of the same rank", lambda upper, lower: rank_of(upper) == rank_of(lower))
alternate_colour = relation("of the other colour", lambda upper, lower: is_red(upper) != is_red(lower))
same_colour = relation("of the same colour", lambda upper, lower: is_red(upper) == is_red(lower))
up = step(1, english="one rank higher")
down = step(-1, english="one rank lower")
up_wrapping = step(1, wrap=True, english="one rank higher")
down_wrapping = step(-1, wrap=True, english="one rank lower")
beside_wrapping = (up_wrapping | down_wrapping).named("one rank higher or lower; king and ace are neighbours")


def up_from(first: int) -> Relation:
    """One rank higher, for piles that begin with the rank `first`: from 2 up to the king, then on to the ace as the
    last card."""
    if first == ACE:
        return replace(up, first=ACE)
    order = [*range(first, KING + 1), *range(ACE, first)]
    return replace(sequence(order), first=first)


def down_from(first: int) -> Relation:
    """One rank lower, for piles that begin with the rank `first`: from the queen down to the ace, then on to the king
    as the last card."""
    if first == KING:
        return replace(down, first=KING)
    order = [*range(first, 0, -1), *range(KING, first, -1)]
    return replace(sequence(order), first=first)
