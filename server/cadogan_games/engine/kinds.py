"""The kinds of groups, as a definition writes them: how many piles, which cards go on a card, which go into a space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cadogan_games.engine.cards import NOTHING, rank_of
from cadogan_games.engine.groups import OF_RANK, Group, each_suit
from cadogan_games.engine.relations import Relation, never
from cadogan_games.engine.table import Table


def foundations(
    accepts: Relation,
    id: str = "foundations",
    *,
    name: str = "",
    copies: int = 1,
    count: int = 0,
    base: int | Sequence[int] | None = None,
    full: int | Sequence[int] = 13,
    **more: Any,
) -> Group:
    """Piles that are built to completion. A card that could begin several empty ones goes to the first.

    Each pile begins with the rank that `accepts` goes up or down from. If `accepts` keeps to suits, each place has its
    own suit, with `copies` places for each. `base` sets other first cards, or `NOTHING` if the deal sets the first
    cards out. `name` is by default the id without its plural.
    """
    piles = count or 4 * copies
    if base is None:
        base = each_suit(accepts.first, copies) if accepts.by_suit else OF_RANK[accepts.first]
    shown_name = name or id.replace("_", " ").removesuffix("s")
    return Group(id, shown_name, "foundation", accepts, base, full, in_order=True, count=piles, **more)


def foundations_alike(accepts: Relation, id: str = "foundations", *, count: int = 4, **more: Any) -> Group:
    """Foundations that all begin with the rank of the first card on the first of them."""

    def wants(table: Table, pile: int) -> int:
        cards = table.piles[pile]
        if cards:
            return accepts.on[cards[-1]]
        first = table.piles[table.game.first[id]]
        return OF_RANK[rank_of(first[0])] if first else NOTHING

    return foundations(accepts, id, count=count, base=NOTHING, wants=wants, **more)


def tableau(
    count: int,
    accepts: Relation = never,
    id: str = "tableau",
    *,
    space: int | Sequence[int] = NOTHING,
    name: str = "tableau",
    **more: Any,
) -> Group:
    """Piles that are built on during play. `space` is the set of cards that go into an empty one, by default none."""
    return Group(id, name, "tableau", accepts, space, count=count, **more)


def reserve(
    count: int, id: str = "reserve", *, space: int | Sequence[int] = NOTHING, name: str = "reserve", **more: Any
) -> Group:
    """Cards laid out to be played, but not built on. `space` is the set that goes into an empty one; `ALL` makes it a
    free cell."""
    return Group(id, name, "reserve", base=space, count=count, **more)


def stock(*, name: str = "stock") -> Group:
    """The undealt cards, face down."""
    return Group("stock", name, "stock", counted=True, count=1)


def waste(id: str = "waste", *, name: str = "waste", shows: int = 0, **more: Any) -> Group:
    """The pile of cards turned from the stock and not yet played. It `shows` that many of its last cards spread."""
    return Group(id, name, "waste", tail=shows, count=1, **more)


def discard() -> Group:
    """The cards that are out of the game."""
    return Group("discard", "discard", "discard", counted=True, count=1)


def fixed(count: int, id: str, name: str) -> Group:
    """Cards on show that never move."""
    return Group(id, name, "fixed", count=count)
