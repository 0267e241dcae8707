"""Runs of turns as one move: which cards of stock and waste can be played now, and where they would go.

In some games only the player's turns and redeals move stock and waste, and nothing else depends on how many cards are
turned. There a search need not look at single turns: it plays a card that can be turned up in one move with the turns
before it.
"""

from __future__ import annotations

from dataclasses import dataclass

from cadogan_games.engine.actions import Action
from cadogan_games.engine.auto import Local
from cadogan_games.engine.conditions import (
    RedealsLeft,
    is_the_waste,
    stock_and_waste_are_empty,
    stock_has_cards,
    stock_is_empty,
    waste_has_cards,
)
from cadogan_games.engine.game import Game
from cadogan_games.engine.plays import Play

TALON = {"stock", "waste"}
ENGINE = "cadogan_games.engine"
NO_LIMIT = 1 << 30
"""The limit of redeals where there is none."""


@dataclass(frozen=True)
class Talon:
    """The stock and the waste of a game together.

    Attributes:
        stock, waste: their piles.
        turns: the number of cards that are turned at once.
        redeals: the most redeals.
        counter: the index of the counter of redeals; -1 if there are none.
        plays: the rules by which the waste's top card is played.
        others: all other rules but turn and redeal.
    """

    stock: int
    waste: int
    turns: int
    redeals: int
    counter: int
    plays: tuple[Play, ...]
    others: tuple[Play, ...]

    @property
    def endless(self) -> bool:
        """True if the talon may be turned again and again."""
        return self.redeals == NO_LIMIT


def talon_of(game: Game) -> Talon | None:
    """Return the talon of a game, or None if it has none, or its definition does not show that turns touch nothing
    else."""
    turn, redeal = game.actions.get("turn"), game.actions.get("redeal")
    if turn is None or not turn.turns or turn.when != (stock_has_cards,) or game.forced:
        return None
    if set(game.actions) - {"turn", "redeal"} or not all(map(_keeps_off, game.definition.auto)):
        return None
    redeals = 0 if redeal is None else _most_redeals(redeal)
    plays = [rule for rule in game.moves if isinstance(rule, Play)]
    if redeals is None or any(group.in_play is not None or _is_own(group.wants) for group in game.index.groups):
        return None
    # One rule may be about the waste and other groups at once.
    of_waste = [play.taking("waste") for play in plays if "waste" in play.sources]
    others = [
        play.taking(*(id for id in play.sources if id != "waste")) for play in plays if play.sources != ("waste",)
    ]
    if not all(map(_is_plain, of_waste)) or not all(map(_is_apart, others)):
        return None
    counter = game.counter_index["redeals"] if redeals else -1
    return Talon(game.first["stock"], game.first["waste"], turn.turns, redeals, counter, tuple(of_waste), tuple(others))


def _keeps_off(auto: object) -> bool:
    """True if an auto is known to look at other groups alone."""
    return isinstance(auto, Local) and auto.groups is not None and not TALON & set(auto.groups)


def _most_redeals(redeal: Action) -> int | None:
    """Return how often a redeal may be made, or None if it does more than turn the waste over."""
    limits = [condition for condition in redeal.when if isinstance(condition, RedealsLeft)]
    if not redeal.returns or redeal.when != (stock_is_empty, waste_has_cards, *limits):
        return None
    return NO_LIMIT if redeal.times is None else redeal.times


def _is_plain(play: Play) -> bool:
    """True if a rule about the waste depends on its top card and the targets alone."""
    return (
        play.only_top
        and not play.when
        and play.free in (None, is_the_waste)
        and play.where is None
        and play.then is None
        and not play.turned
        and not TALON & set(play.targets)
    )


def _is_apart(play: Play) -> bool:
    """True if a rule about other piles does not depend on how far the stock is turned."""
    return (
        all(condition is stock_and_waste_are_empty for condition in play.when)
        and not _is_own(play.free)
        and not _is_own(play.where)
        and play.then is None
        and not TALON & {*play.sources, *play.targets}
    )


def _is_own(function: object) -> bool:
    """True if a game module defines this function, so that it may look at anything."""
    return function is not None and not str(getattr(function, "__module__", "")).startswith(ENGINE)
