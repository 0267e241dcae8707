"""The worth of a position to the seat that has just ended its turn, in riddance cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from cadogan_client.bots.malice.sight import ACE, KING, WILD, Sight
from cadogan_client.bots.malice.turn import Position
from cadogan_client.bots.malice.way import THEIR_LUCK, Way

HAND_SIZE = 5
WIN = 1000.0
ANY_BUT_ACE = set(range(2, KING + 1))
GOING_ON = 0.5
"""The weight of a good or bad prospect while the turn goes on and may still change it."""


@dataclass(frozen=True)
class Weights:
    """The weight of each feature of a position, in riddance cards."""

    out: float = 1.0
    """The upcard has been played."""
    reach: float = 0.9
    """The seat's own upcard is sure to go next turn; in proportion less if it is less likely."""
    missing: float = 0.04
    """Each card that must come before the seat's own upcard can go."""
    long_run: float = 0.25
    """The smallest chance that a missing card comes some day."""
    danger: float = 0.8
    """The opponent's upcard is sure to go next turn. It counts up to 2.5 times as much if it is one of the last."""
    their_missing: float = 0.03
    """Each card that must come before the opponent's upcard can go."""
    fresh: float = 0.06
    """Each card that will be drawn."""
    renewed: float = 0.35
    """The hand is empty, so five cards are drawn within the turn."""
    wild: float = 0.35
    """A wild card is kept in hand."""
    wild_buried: float = 0.3
    """A wild card lies in one of the seat's own discard piles."""
    ace_held: float = 0.1
    """An ace is kept in hand in the standard game, in which it cannot be discarded."""
    run: float = 0.05
    """A card lies in a discard pile on a card one rank higher: the two can be played one after the other."""
    blocking: float = 0.03
    """A card lies on a lower one."""
    open_place: float = 0.12
    """A place for a discard pile is empty."""
    takes: float = 0.03
    """Each rank that can be discarded without harm."""
    next_upcard: float = 0.45
    """The upcard that turns up when one has been played, before it is known."""


class Worth:
    """Weighs the positions that follow from one turn. It computes once what they have in common."""

    def __init__(self, sight: Sight, weights: Weights) -> None:
        self.sight = sight
        self.weights = weights
        self._way = Way(sight)
        self._dangers: dict[tuple[int, ...], float] = {}
        self._reaches: dict[tuple[object, ...], float] = {}
        self._last = sight.left == 1
        self._feared = weights.danger * (1.0 + 1.5 / sight.their_left)

    # ---- positions ---------------------------------------------------------------------------------------------------

    def ended(self, position: Position, card: int | None = None, pile: int | None = None) -> float:
        """Return the worth of ending the turn, with this discard or, without one, with all cards where they are."""
        hand, piles = list(position.hand), self._piles(position)
        if card is not None and pile is not None:
            hand.remove(card)
            piles[pile] = [*piles[pile], card]
        return (
            self._reach(position.heights, hand, piles)
            - self._danger(position.heights)
            + self._held(hand)
            + self._order(piles)
            + self._partners(position)
        )

    def stopped(self, position: Position) -> float:
        """Return the worth of making no further play. It does not look for the discard that is still to come."""
        return self.ended(position)

    def got_out(self, position: Position) -> float:
        """Return the worth of having played the upcard. The turn goes on with an unknown upcard."""
        if self._last:
            return WIN
        weights = self.weights
        return (
            weights.out
            + weights.next_upcard
            + GOING_ON * weights.fresh * len(position.hand)
            - GOING_ON * self._danger(position.heights)
            + self._held(position.hand)
            + self._order(self._piles(position))
            + self._partners(position)
        )

    def emptied(self, position: Position) -> float:
        """Return the worth of having played the last card in hand. Five new ones are drawn, and the turn goes on."""
        piles = self._piles(position)
        return (
            self.weights.renewed
            + HAND_SIZE * self.weights.fresh
            + self._reach(position.heights, [], piles)
            - GOING_ON * self._danger(position.heights)
            + self._order(piles)
            + self._partners(position)
        )

    def _partners(self, position: Position) -> float:
        """Return the worth of having played the partner's upcard: that of the own."""
        pile = self.sight.partners_pile
        return self.weights.out if pile is not None and not position.depths[pile] else 0.0

    def _piles(self, position: Position) -> list[list[int]]:
        """Return the discard piles in this position."""
        piles = [pile[:depth] for pile, depth in zip(self.sight.discards, position.depths, strict=True)]
        return piles[: self.sight.partners_pile]

    # ---- features of a position --------------------------------------------------------------------------------------

    def _reach(self, heights: Sequence[int], hand: list[int], piles: list[list[int]]) -> float:
        """Return the worth of the prospects of the seat's own upcard: high if it can be played soon."""
        key = (tuple(heights), tuple(hand), tuple(map(tuple, piles)))
        found = self._reaches.get(key)
        if found is None:
            drawn = HAND_SIZE - len(hand)
            chance, missing = self._way.to(self.sight.upcard, heights, hand, piles, drawn, self.weights.long_run)
            found = self._reaches[key] = self.weights.reach * chance - self.weights.missing * missing
        return found

    def _danger(self, heights: tuple[int, ...]) -> float:
        """Return the danger from the opponent's upcard: high if it can be played soon."""
        found = self._dangers.get(heights)
        if found is None:
            sight = self.sight
            chance, missing = self._way.to(
                sight.theirs, heights, [], sight.their_discards, sight.their_hand, THEIR_LUCK
            )
            found = self._dangers[heights] = self._feared * chance - self.weights.their_missing * missing
        return found

    def _held(self, hand: Sequence[int]) -> float:
        """Return the worth of keeping these cards instead of drawing others."""
        weights = self.weights
        worth = weights.fresh * (HAND_SIZE - len(hand))
        for card in hand:
            if card == WILD:
                worth += weights.wild
            elif card == ACE and not self.sight.modern:
                worth -= weights.ace_held
        return worth

    def _order(self, piles: list[list[int]]) -> float:
        """Return the worth of the order of the discard piles, and of the number of ranks that they take without harm."""
        taken: set[int] = set()
        for pile in piles:
            if pile:
                taken |= {pile[-1], pile[-1] - 1} if pile[-1] != WILD else ANY_BUT_ACE
        return sum(map(self._pile, piles)) + self.weights.takes * len(taken)

    def _pile(self, pile: list[int]) -> float:
        weights = self.weights
        if not pile:
            return weights.open_place
        worth = -weights.wild_buried * pile.count(WILD)
        for below, card in pairwise(pile):
            if WILD in (below, card) or card == below:
                continue
            if card == below - 1:
                worth += weights.run
            elif card > below:
                worth -= weights.blocking * (1 + (card - below) / 4)
            else:
                worth -= weights.blocking * (below - card) / 6
        return worth
