"""What is wrong with a definition, in sentences: looked for once, when its game is made ready."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from cadogan_games.engine.actions import Action
from cadogan_games.engine.deals import BadDeal
from cadogan_games.engine.game import Game, Line
from cadogan_games.engine.piles import UnknownGroup

SEED = bytes(32)
"""The deal that is tried."""


class BadDefinition(ValueError):
    """A definition that no game can be made of. The text names the game and says each fault in a sentence."""

    def __init__(self, id: str, faults: list[str]) -> None:
        super().__init__(f"{id}: {'; '.join(faults)}")
        self.faults = faults


def faults(game: Game) -> list[str]:
    """What is wrong with the definition that a game was made of; nothing where all is well."""
    return [*_twice(game), *_without_refusal(game), *_deal(game), *_goal(game)]


def _twice(game: Game) -> Iterator[str]:
    """What there may be only once."""
    actions = [line.name for line in (*game.forced, *game.moves) if isinstance(line, Action)]
    for what, names in (("group", [group.id for group in game.groups]), ("action", actions)):
        for name, times in Counter(names).items():
            if times > 1:
                yield f"{what} {name!r} is there {times} times"
    for action in game.actions.values():
        if action.pile is not None and action.pile not in dict(game.first):
            yield f"action {action.name!r} is tapped on group {action.pile!r}, which is no group of the game"


def _without_refusal(game: Game) -> Iterator[str]:
    """Rules that have nothing to say to a player in whose way they are."""
    for line in (*game.forced, *game.moves):
        if isinstance(line, Action) and not line.rule and not line.has_spots:
            yield f"{_name(line)} says nothing: give it a rule, what it does in English"
        for rule in _rules(line):
            if not hasattr(rule, "refusal"):
                yield f"{_name(line)} depends on {rule.__name__!r}, which has no refusal: give it one with @refused"
    for group in game.groups:
        if group.in_play is not None and not hasattr(group.in_play, "refusal"):
            yield f"what is in play of group {group.id!r} has no refusal: give it one with @refused"


def _rules(line: Line) -> list[Callable[..., Any]]:
    if isinstance(line, Action):
        return [*line.when, *([line.find] if line.has_spots and not line.rule else [])]
    return [rule for rule in (*line.when, line.units, line.free, line.where) if rule is not None]


def _name(line: Line) -> str:
    if line.line:
        return f"line {line.line}"
    return f"action {line.name!r}" if isinstance(line, Action) else f"the line from {' and '.join(line.sources)}"


def _deal(game: Game) -> Iterator[str]:
    """Whether the deal lays all cards there are, and no more."""
    try:
        table = game.deal(SEED)
    except (BadDeal, UnknownGroup) as error:
        yield str(error)
        return
    laid = sum(map(len, table.piles))
    if laid != len(game.pack):
        yield f"the deal lays {laid} cards of {len(game.pack)}: does it end with rest()?"
    if len(game.pack) != game.info.cards and _is_usual(game):
        yield f"the pack has {len(game.pack)} cards, and the head of the sheet says {game.info.cards}"


def _goal(game: Game) -> Iterator[str]:
    """Whether the progress that wins is that of the head."""
    if game.progress_max != game.info.progress_max and _is_usual(game):
        yield f"the goal is a progress of {game.progress_max}, and the head of the sheet says {game.info.progress_max}"


def _is_usual(game: Game) -> bool:
    """Whether all options have their defaults."""
    return all(game.options.get(name, values[0]) == values[0] for name, values in game.info.options.items())
