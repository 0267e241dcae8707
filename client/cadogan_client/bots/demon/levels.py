"""Racing Demon, in three levels: the demon first, then what goes home, then the stock."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from cadogan_client.bots.policy import RANKS, Move, Policy, View

PASSES = 1.5
"""The passes through the own stock without a card home, of anybody, after which the bot says that it is stuck."""


class DemonLevel(Policy):
    """A policy for Racing Demon. It plays the best move that it notices, and turns the stock if it notices none.

    Attributes:
        notices: the chance to notice a move at a look, 0 to 1.
        plans: true if it moves runs to bare a card that goes home or to make a space.
    """

    notices: ClassVar[float] = 1.0
    plans: ClassVar[bool] = True

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self._before: tuple[int, ...] = ()
        self._turned = 0

    def choose(self, view: View, moves: Sequence[Move]) -> Move | None:
        """Return the move to make, or None only if no move is legal. The bot never gives up."""
        if not moves:
            return None
        self._look(view)
        worth = {move: worth for move in moves if (worth := self._worth(view, move)) > 0}
        noticed = [move for move in worth if self.random.random() < self.notices]
        if noticed:
            return max(noticed, key=lambda move: (worth[move], self.random.random()))
        named = {move[0]: move for move in moves if isinstance(move[0], str)}
        stock = next((move[1] for name, move in named.items() if name in ("turn", "redeal")), None)
        if "stuck" in named and (stock is None or self._turned >= self._pass(view, stock)):
            return named["stuck"]
        for name in ("turn", "redeal"):
            if name in named:
                self._turned += 1
                return named[name]
        return self.random.choice(list(worth) or list(moves))

    def _look(self, view: View) -> None:
        """Begin to count anew if a card has gone home, or all have gathered."""
        now = tuple(
            value
            for name, value in zip(view.counter_names, view.counters, strict=True)
            if name.startswith("home") or name == "gathered"
        )
        if now != self._before:
            self._before, self._turned = now, 0

    def _pass(self, view: View, stock: int) -> float:
        """Return the turns after which the whole stock has been seen often enough."""
        waste = view.group_of.index("waste") + stock - view.group_of.index("stock")
        cards = len(view.piles[stock]) + len(view.piles[waste])
        return PASSES * (cards / int(view.options.get("turn", 3)) + 2)

    def _worth(self, view: View, move: Move) -> float:
        """Return what a move is worth: 0 for one that gains nothing."""
        if isinstance(move[0], str):
            return 200.0 if move[0] == "out" else 0.0
        src, dst, count = move
        source, target = view.group_of[src], view.group_of[dst]
        from_demon = source == "demon"
        if target == "foundations":
            return 100.0 if from_demon else 70.0
        onto = bool(view.piles[dst])
        if from_demon:
            return 90.0 if onto else 80.0
        if source == "waste":
            return self._of_waste(view, src, onto=onto)
        return self._of_run(view, src, count, onto=onto) if self.plans else 0.0

    def _of_waste(self, view: View, waste: int, *, onto: bool) -> float:
        if not onto:
            demon = view.group_of.index("demon") + waste - view.group_of.index("waste")
            return 0.0 if view.piles[demon] else 20.0
        return 30.0

    def _of_run(self, view: View, src: int, count: int, *, onto: bool) -> float:
        """A run that goes to another pile: it leaves a space for the demon, or bares a card that goes home."""
        pile = view.piles[src]
        if count == len(pile):
            return 60.0 if onto else 0.0
        bared = pile[-1 - count]
        return 65.0 if onto and wanted(view, bared) else 0.0


class DemonEasy(DemonLevel):
    """Overlooks nearly half of the moves, and moves no runs."""

    notices = 0.55
    plans = False


class DemonFair(DemonLevel):
    """Overlooks a move now and then."""

    notices = 0.8


class DemonGood(DemonLevel):
    """Overlooks nothing."""


def wanted(view: View, card: int) -> bool:
    """Return True if a foundation takes a card now."""
    rank = card % RANKS
    return rank > 0 and any(
        pile and pile[-1] == card - 1 for pile, kind in zip(view.piles, view.kinds, strict=True) if kind == "foundation"
    )
