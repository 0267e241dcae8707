"""Sentences about piles, for refusals."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_games.engine.cards import ALL, members, rank_of, spoken
from cadogan_games.engine.groups import Group
from cadogan_games.engine.relations import Relation


def wants_cards(group: Group, pile: Sequence[int], wanted: int, relation: Relation) -> str:
    """What a pile takes now, with the rule: the foundation builds one rank higher: it wants 7♣ on 6♣."""
    if not pile:
        return (
            f"an empty {group.name} place takes {some_of(wanted)}"
            if wanted
            else f"nothing may be put on an empty {group.name} place"
        )
    if not wanted:
        return f"nothing goes on {spoken(pile[-1])} in the {group.name}"
    return (
        f"the {group.name} is built with {_article(relation.english)}: on {spoken(pile[-1])} it wants {some_of(wanted)}"
    )


def _article(english: str) -> str:
    return english if english.startswith(("any", "nothing", "next")) else f"cards {english}"


def some_of(cards: int) -> str:
    """A set of cards in words: all of a rank, or their names, or how they begin."""
    if cards == ALL:
        return "any card"
    listed = members(cards)
    found = {rank_of(c) for c in listed}
    if len(found) == 1 and len(listed) == 4:
        return "any " + spoken(listed[0])[:-1]
    if len(listed) > 6:
        return ", ".join(spoken(c) for c in listed[:4]) + " or others"
    return " or ".join(spoken(c) for c in listed)
