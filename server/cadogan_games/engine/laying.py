"""Puts the piles of a definition at the places of its layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cadogan_games.engine.cards import SUIT_SIGNS, members, suit_of
from cadogan_games.engine.groups import Group
from cadogan_games.engine.layout import Layout, Places


class BadLayout(ValueError):
    """A layout does not fit the groups of its game."""


def laid_out(groups: Sequence[Group], layout: Layout) -> list[Group]:
    """Return the groups with their places. Foundations of one suit each are labelled with it if the layout has no labels.

    Raises BadLayout if a group has no places or not as many as it has piles, or if a place has no group.
    """
    for name, places in (("wide", layout.wide), ("upright", layout.upright)):
        for id in places.keys() - {group.id for group in groups}:
            raise BadLayout(f"the {name} layout has places for {id!r}, which is no group of the game")
        for group in groups:
            _check(group, places.get(group.id), name)
    return [
        replace(group, places=_labelled(group, layout.wide[group.id]), upright=layout.upright.get(group.id))
        for group in groups
    ]


def _check(group: Group, places: Places | None, name: str) -> None:
    if places is None and name == "wide":
        raise BadLayout(f"the layout has no places for group {group.id!r}")
    if places is not None and len(places) != group.size:
        raise BadLayout(f"the {name} layout has {len(places)} places for the {group.size} piles of group {group.id!r}")


def _labelled(group: Group, places: Places) -> Places:
    if group.kind != "foundation" or any(place.label for place in places):
        return places
    suits = [{suit_of(card) for card in members(base)} for base in group.bases()]
    if any(len(suit) != 1 for suit in suits):
        return places
    return tuple(replace(place, label=SUIT_SIGNS[suit.pop()]) for place, suit in zip(places, suits, strict=True))
