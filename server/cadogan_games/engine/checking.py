"""Finds the faults of a definition, and describes each in a sentence. It runs once, when the definition's game is made
ready."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from cadogan_games.engine.actions import Action
from cadogan_games.engine.deals import BadDeal
from cadogan_games.engine.game import Game
from cadogan_games.engine.numbers import PYSOL, is_whole_packs, seed_of_number
from cadogan_games.engine.patience import Rule
from cadogan_games.engine.piles import UnknownGroup

SEED = bytes(32)
"""The seed of the deal that is tried."""


class BadDefinition(ValueError):
    """A definition that cannot become a game. The text names the game and describes each fault in a sentence."""

    def __init__(self, id: str, faults: list[str]) -> None:
        super().__init__(f"{id}: {'; '.join(faults)}")
        self.faults = faults


def faults(game: Game) -> list[str]:
    """Return the faults of the definition that a game was made of, as sentences; an empty list if it has none."""
    return [*_duplicates(game), *_without_refusal(game), *_deal(game), *_numbers(game), *_goal(game)]


def _duplicates(game: Game) -> Iterator[str]:
    """Find names that appear twice."""
    actions = [rule.name for rule in (*game.forced, *game.moves) if isinstance(rule, Action)]
    for what, names in (("group", [group.id for group in game.index.groups]), ("action", actions)):
        for name, times in Counter(names).items():
            if times > 1:
                yield f"{what} {name!r} is defined {times} times"
    for action in game.actions.values():
        if action.pile is not None and action.pile not in dict(game.first):
            yield f"action {action.name!r} is tapped on group {action.pile!r}, which is no group of the game"


def _without_refusal(game: Game) -> Iterator[str]:
    """Find rules that refuse a player without giving a reason."""
    for rule in (*game.forced, *game.moves):
        if isinstance(rule, Action) and not rule.text and not rule.has_spots:
            yield f"{_name(rule)} has no text: say in English what it does"
        for condition in _conditions(rule):
            if not hasattr(condition, "refusal"):
                yield f"{_name(rule)} depends on {condition.__name__!r}, which has no refusal: give it one with @refused"
    for group in game.index.groups:
        if group.in_play is not None and not hasattr(group.in_play, "refusal"):
            yield f"`in_play` of group {group.id!r} has no refusal: give it one with @refused"


def _conditions(rule: Rule) -> list[Callable[..., Any]]:
    if isinstance(rule, Action):
        return [*rule.when, *([rule.find] if rule.has_spots and not rule.text else [])]
    return [condition for condition in (*rule.when, rule.units, rule.free, rule.where) if condition is not None]


def _name(rule: Rule) -> str:
    if rule.numbers:
        return f"line {rule.numbers}"
    return f"action {rule.name!r}" if isinstance(rule, Action) else f"the rule from {' and '.join(rule.sources)}"


def _deal(game: Game) -> Iterator[str]:
    """Find a deal that asks for too many cards or leaves some over."""
    try:
        table = game.deal(SEED)
    except (BadDeal, UnknownGroup) as error:
        yield str(error)
        return
    laid = sum(map(len, table.piles))
    if laid != len(game.pack):
        yield f"the deal lays {laid} cards of {len(game.pack)}: does it end with rest()?"
    if len(game.pack) != game.head.cards and _is_usual(game):
        yield f"the pack has {len(game.pack)} cards, and the head of the sheet says {game.head.cards}"


def _numbers(game: Game) -> Iterator[str]:
    """Find numbered deals that the head does not tell of, or that are none."""
    numberings, steps = game.head.numberings, game.definition.by_number
    if (steps is None) == bool(numberings):
        has, lacks = ("head", "definition") if steps is None else ("definition", "head")
        yield f"the {has} has numbered deals, and the {lacks} has none: the one needs `numberings`, the other `by_number`"
    elif steps is not None and not is_whole_packs(game.pack):
        yield "only whole packs have numbered deals, and this pack is none"
    elif steps is not None:
        laid = sum(map(len, game.deal(seed_of_number(PYSOL, 1)).piles))
        if laid != len(game.pack):
            yield f"a numbered deal lays {laid} cards of {len(game.pack)}: does it end with rest()?"


def _goal(game: Game) -> Iterator[str]:
    """Find a progress that wins but differs from the head's `progress_max`."""
    if game.progress_max != game.head.progress_max and _is_usual(game):
        yield f"the goal is a progress of {game.progress_max}, and the head of the sheet says {game.head.progress_max}"


def _is_usual(game: Game) -> bool:
    """True if all options have their defaults."""
    return all(game.options.get(name, values[0]) == values[0] for name, values in game.head.options.items())
