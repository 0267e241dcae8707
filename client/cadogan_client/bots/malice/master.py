"""The master: it searches its turn to the discard, and weighs each end by what such ends have led to."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from operator import mul

from cadogan_client.bots.malice.ends import NAMES, OWN, Ends
from cadogan_client.bots.malice.good import MaliceGood
from cadogan_client.bots.malice.sight import Sight
from cadogan_client.bots.malice.turn import Position, takes
from cadogan_client.bots.malice.worth import WIN

Weights = Mapping[str, Sequence[float]]
"""For each kind of end the weight of each of its features, in the order of `NAMES`."""


@cache
def fitted(game: str) -> Weights:
    """Return the weights for the standard or the modern game, in riddance cards. `python -m tests.bench.malice_fit` makes them."""
    kinds = json.loads((files(__package__) / "weights.json").read_text("utf-8"))[game]
    return {kind: [kinds[kind][name] for name in names] for kind, names in NAMES.items()}


class Fitted:
    """Weighs the positions of a turn, the discard included, by fitted weights."""

    def __init__(self, sight: Sight, weights: Weights) -> None:
        self.sight = sight
        self._ends = Ends(sight)
        self._weights = weights
        self._last = sight.left == 1

    def ended(self, position: Position, card: int | None = None, pile: int | None = None) -> float:
        """Return the worth of ending the turn, with this discard or, without one, with all cards where they are."""
        return self._sum("ended", self._ends.ended(position, card, pile)) + self._partners(position)

    def stopped(self, position: Position) -> float:
        """Return the worth of making no further play: that of the best discard."""
        ways = list(self._discards(position))
        return max(self.ended(position, *way) for way in ways) if ways else self.ended(position)

    def got_out(self, position: Position) -> float:
        """Return the worth of having played the upcard. The turn goes on with an unknown upcard."""
        return WIN if self._last else 1.0 + self._sum("out", self._ends.out(position)) + self._partners(position)

    def emptied(self, position: Position) -> float:
        """Return the worth of having played the last card in hand. Five new ones are drawn, and the turn goes on."""
        return self._sum("emptied", self._ends.emptied(position)) + self._partners(position)

    def _sum(self, kind: str, features: Sequence[float]) -> float:
        return sum(map(mul, self._weights[kind], features), 0.0)

    def _partners(self, position: Position) -> float:
        """Return the worth of having played the partner's upcard: that of the own."""
        pile = self.sight.partners_pile
        return 1.0 if pile is not None and not position.depths[pile] else 0.0

    def _discards(self, position: Position) -> Iterator[tuple[int, int]]:
        """Yield each rank that can be discarded, with each pile that takes it; of several empty places the first."""
        sight = self.sight
        piles = [pile[:depth] for pile, depth in zip(sight.discards[:OWN], position.depths, strict=False)]
        for card in dict.fromkeys(position.hand):
            for i, pile in enumerate(piles):
                if (pile or i == piles.index([])) and (sight.modern or takes(pile, card)):
                    yield card, i


class MaliceMaster(MaliceGood):
    """Searches its turn as the good bot does, but each sequence of plays with its best discard, and knows better what an end
    is worth: it was fitted to the riddance cards that either player played after such ends."""

    @staticmethod
    def judge(sight: Sight) -> Fitted:
        """Return what weighs the positions of a turn."""
        return Fitted(sight, fitted("modern" if sight.modern else "standard"))
