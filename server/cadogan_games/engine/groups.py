"""Groups of piles that play the same part: what they are called, where they lie, what may be laid on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from cadogan_games.engine.cards import ACE, ACES, NOTHING, card, rank_of, ranks
from cadogan_games.engine.layout import Order as Order
from cadogan_games.engine.layout import Places
from cadogan_games.engine.layout import Tally as Tally
from cadogan_games.engine.relations import Relation, never
from cadogan_games.engine.table import Table

Kind = Literal["foundation", "tableau", "reserve", "stock", "waste", "discard", "hand", "fixed"]

NO_LIMIT = 1000
"""More cards than any pile ever holds."""


@dataclass(frozen=True)
class Group:
    """A group of piles.

    `accepts` says what goes on a card, `base` (a set of cards, or one for each pile) what goes on an empty pile, `full` (a
    number, or one for each pile) how many cards fill a pile. A pile that accepts by other things than its top card has
    `wants(table, pile)`, which gives the set of the cards it takes now. With `in_order`, of several empty piles that
    would take a card only the first is offered. Where only some piles can give or take cards, `in_play` gives their numbers,
    lowest first; its docstring says which they are. `tail` spreads only the last cards, `counted` shows their number, `tally`
    that of some, `order` the rank that comes next; `owned` hides the cards from all but the place's owner.
    A definition gives the `count` of piles, and the game's layout (see `layouts`) their places.
    """

    id: str
    name: str
    kind: Kind
    places: Places
    accepts: Relation = never
    base: int | Sequence[int] = NOTHING
    full: int | Sequence[int] = NO_LIMIT
    wants: Callable[[Table, int], int] | None = None
    in_order: bool = False
    in_play: Callable[[Table], Sequence[int]] | None = None
    tail: int = 0
    counted: bool = False
    tally: Tally | None = None
    order: Order | None = None
    owned: bool = False
    count: int = 0

    @property
    def size(self) -> int:
        """The number of piles."""
        return self.count or len(self.places)

    def bases(self) -> list[int]:
        """For each pile the set of cards that it takes when it is empty."""
        return _each(self.base, self.size)

    def limits(self) -> list[int]:
        """For each pile the number of cards that fill it."""
        return _each(self.full, self.size)

    def owners(self) -> list[int | None]:
        """For each pile the seat that alone sees its cards; None where everybody does. Raises ValueError for one without."""
        if not self.owned:
            return [None] * self.size
        owners = [place.owner for place in self.places]
        if None in owners:
            raise ValueError(f"group {self.id} is owned, but not every place of it has an owner")
        return owners


def _each(value: int | Sequence[int], size: int) -> list[int]:
    return [value] * size if isinstance(value, int) else list(value)


def foundations(
    id: str,
    places: Places,
    accepts: Relation,
    base: int | Sequence[int] = ACES,
    name: str = "foundation",
    full: int | Sequence[int] = 13,
    **more: Any,
) -> Group:
    """Piles that are built to completion; of several empty ones the first that the card may begin takes it."""
    return Group(id, name, "foundation", places, accepts, base, full, in_order=True, **more)


def each_suit(rank: int = ACE, copies: int = 1) -> list[int]:
    """The bases of foundations that have their suits: for each suit so many piles that begin with its card of a rank."""
    return [1 << card(rank, suit) for suit in range(4) for _ in range(copies)]


def foundations_alike(
    id: str, places: Places, accepts: Relation, name: str = "foundation", full: int = 13, **more: Any
) -> Group:
    """Foundations that all begin with the rank of the first card on the first of them."""

    def wants(table: Table, pile: int) -> int:
        cards = table.piles[pile]
        if cards:
            return accepts.on[cards[-1]]
        first = table.piles[table.game.first[id]]
        return OF_RANK[rank_of(first[0])] if first else NOTHING

    return foundations(id, places, accepts, NOTHING, name, full, wants=wants, **more)


OF_RANK = tuple(ranks(rank) for rank in range(14))
"""For each rank, 1 to 13, the set of its cards."""


def tableau(
    id: str,
    places: Places,
    accepts: Relation = never,
    base: int | Sequence[int] = NOTHING,
    name: str = "tableau",
    **more: Any,
) -> Group:
    """Piles that are built on during play."""
    return Group(id, name, "tableau", places, accepts, base, **more)


def reserve(id: str, places: Places, name: str = "reserve", **more: Any) -> Group:
    """Cards laid out to be played, but not built on."""
    return Group(id, name, "reserve", places, **more)


def stock(places: Places, id: str = "stock", name: str = "stock") -> Group:
    """The undealt cards, face down."""
    return Group(id, name, "stock", places, counted=True)


def waste(places: Places, id: str = "waste", name: str = "waste", **more: Any) -> Group:
    """The pile of cards turned from the stock and not yet played."""
    return Group(id, name, "waste", places, **more)


def discard(places: Places, id: str = "discard", name: str = "discard") -> Group:
    """Where cards lie that are out of the game."""
    return Group(id, name, "discard", places, counted=True)


def fixed(id: str, places: Places, name: str) -> Group:
    """Cards that lie there for show and never move."""
    return Group(id, name, "fixed", places)
