"""Groups of piles that play the same part: their names, their places, and the cards that may be laid on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from cadogan_games.engine.cards import ACE, NOTHING, card, ranks
from cadogan_games.engine.layout import Order, Places, Tally
from cadogan_games.engine.relations import Relation, never
from cadogan_games.engine.table import Table

Kind = Literal["foundation", "tableau", "reserve", "stock", "waste", "discard", "hand", "fixed"]

NO_LIMIT = 1000
"""A limit that no pile ever reaches, in cards."""


@dataclass(frozen=True)
class Group:
    """A group of piles.

    Play: `accepts` gives the cards that go on a card. `base` is the set of cards that goes on an empty pile, `full` the
    number of cards that fills a pile; both may be lists with one value for each pile. If more than its top card decides
    what a pile takes, `wants(table, pile)` gives the set of cards that it takes now. With `in_order`, a card that
    several empty piles would take is offered to the first only. If only some piles can give or take cards, `in_play`
    gives their numbers, lowest first; its refusal says which they are.

    Display: `tail` spreads only the last cards, `counted` shows their number, `tally` the number of some of them,
    `order` the rank that comes next. `owned` hides the cards from everybody but the place's owner.

    A definition gives the `count` of piles. The game's layout (see `layouts`) gives their `places`, and also their
    `upright` places if a high window has other ones.
    """

    id: str
    name: str
    kind: Kind
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
    places: Places = ()
    upright: Places | None = None

    @property
    def size(self) -> int:
        """The number of piles."""
        return self.count or len(self.places)

    def bases(self) -> list[int]:
        """Return for each pile the set of cards that it takes when it is empty."""
        return _each(self.base, self.size)

    def limits(self) -> list[int]:
        """Return for each pile the number of cards that fill it."""
        return _each(self.full, self.size)

    def owners(self) -> list[int | None]:
        """Return for each pile the seat that alone sees its cards, or None if everybody does.

        Raises ValueError if the group is `owned` and a place has no owner.
        """
        if not self.owned:
            return [None] * self.size
        owners = [place.owner for place in self.places]
        if None in owners:
            raise ValueError(f"group {self.id} is owned, but not every place of it has an owner")
        return owners


def _each(value: int | Sequence[int], size: int) -> list[int]:
    return [value] * size if isinstance(value, int) else list(value)


def each_suit(rank: int = ACE, copies: int = 1) -> list[int]:
    """Return the bases of foundations that have their suits: for each suit `copies` piles that begin with its card of a
    rank."""
    return [1 << card(rank, suit) for suit in range(4) for _ in range(copies)]


OF_RANK = tuple(ranks(rank) for rank in range(14))
"""The set of a rank's cards, by rank from 1 to 13."""
