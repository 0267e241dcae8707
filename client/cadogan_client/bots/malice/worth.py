"""The worth of a position to the seat that has just ended its turn, in riddance cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from cadogan_client.bots.malice.sight import ACE, KING, WILD, Sight
from cadogan_client.bots.malice.turn import Position

HAND_SIZE = 5
WIN = 1000.0
ANY_BUT_ACE = set(range(2, KING + 1))
MOST_MISSING = 3
"""The largest number of missing cards for which a card can still be waited for; with more it is as good as out of
reach."""
LIKE_THE_FIRST = 0.6
"""Beyond that number, the share of the remaining cards that is assumed to be missing too."""
KNOWN = 0.97
"""The chance that a visible card will still lie there when it is needed."""
SPENT = 0.85
"""The same chance for a wild card, which may be wanted elsewhere."""
THEIR_LUCK = 0.1
"""The smallest chance that the opponent gets a missing card."""
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
    ace_kept: float = 0.0
    """An ace is kept in hand in the modern game."""
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
    direct: float = 0.0
    """The opponent's upcard fits a pile as it is."""
    one_away: float = 0.0
    """The opponent's upcard lacks one card."""
    their_top: float = 0.0
    """A discard pile of the opponent's has a top that fits."""
    own_top: float = 0.0
    """A discard pile of the seat's own has a top that fits."""
    playable: float = 0.0
    """Each rank in hand that fits."""
    pair: float = 0.0
    """Each card in hand of a rank that is there already. It is the less worth, the more of them are held."""


class Worth:
    """Weighs the positions that follow from one turn. It computes once what they have in common."""

    def __init__(self, sight: Sight, weights: Weights) -> None:
        self.sight = sight
        self.weights = weights
        unseen = sum(sight.unseen) or 1
        self._chance = [count / unseen for count in sight.unseen]
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
            + self._at_once(position.heights, hand, piles)
        )

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
            chance, missing = self._get_out(self.sight.upcard, heights, hand, piles, drawn, self.weights.long_run)
            found = self._reaches[key] = self.weights.reach * chance - self.weights.missing * missing
        return found

    def _danger(self, heights: tuple[int, ...]) -> float:
        """Return the danger from the opponent's upcard: high if it can be played soon."""
        found = self._dangers.get(heights)
        if found is None:
            sight = self.sight
            chance, missing = self._get_out(
                sight.theirs, heights, [], sight.their_discards, sight.their_hand, THEIR_LUCK
            )
            found = self._feared * chance - self.weights.their_missing * missing
            found = self._dangers[heights] = found + self._near_danger(heights)
        return found

    def _near_danger(self, heights: tuple[int, ...]) -> float:
        """Return the danger from cards of the opponent's that fit, or nearly so."""
        sight, weights = self.sight, self.weights
        found = weights.their_top * _fitting(sight.their_discards, heights)
        if sight.theirs != WILD:
            nearest = min((sight.theirs - 1 - height) % sight.full for height in heights)
            found += weights.direct if nearest == 0 else weights.one_away if nearest == 1 else 0.0
        return found

    def _held(self, hand: Sequence[int]) -> float:
        """Return the worth of keeping these cards instead of drawing others."""
        weights = self.weights
        worth = weights.fresh * (HAND_SIZE - len(hand))
        for card in hand:
            if card == WILD:
                worth += weights.wild
            elif card == ACE:
                worth += weights.ace_kept if self.sight.modern else -weights.ace_held
        return worth

    def _at_once(self, heights: Sequence[int], hand: list[int], piles: list[list[int]]) -> float:
        """Return the worth of the cards that could be played at once, and of having several ranks in hand."""
        weights, ranks = self.weights, set(hand)
        return (
            weights.playable * sum(rank - 1 in heights for rank in ranks)
            + weights.own_top * _fitting(piles, heights)
            + weights.pair * (len(hand) - len(ranks))
        )

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

    # ---- how far a card is from the centre ---------------------------------------------------------------------------

    def _get_out(
        self, card: int, heights: Sequence[int], hand: list[int], piles: list[list[int]], drawn: int, least: float
    ) -> tuple[float, float]:
        """Return the chance that a card can soon be played, and the number of cards missing for that at the best place.

        `hand` and `piles` are the known cards of its owner. `drawn` is the number of cards that the owner holds besides
        these or will draw.
        """
        if card == WILD:
            return 1.0, 0.0
        left, fewest = 1.0, 12.0
        for height in sorted(set(heights)):
            chance, missing = self._climb(height, card, hand, piles, drawn, least)
            left *= 1.0 - chance
            fewest = min(fewest, missing)
        return 1.0 - left, fewest

    def _climb(
        self, height: int, card: int, hand: list[int], piles: list[list[int]], drawn: int, least: float
    ) -> tuple[float, float]:
        """Return the same as `_get_out`, for one place."""
        full, likely = self.sight.full, self._chance
        depths = [len(pile) for pile in piles]
        held = hand[:]
        chance, missing = 1.0, 0.0
        steps = (card - 1 - height) % full
        for step in range(steps):
            rank = (height + step) % full + 1
            for i, pile in enumerate(piles):
                if depths[i] and pile[depths[i] - 1] in (rank, WILD):
                    depths[i] -= 1
                    chance *= KNOWN
                    break
            else:
                if rank in held:
                    held.remove(rank)
                    chance *= KNOWN
                elif WILD in held:
                    held.remove(WILD)
                    chance *= SPENT
                    missing += 0.5
                else:
                    missing += 1
                    if missing > MOST_MISSING:
                        return 0.0, missing + (steps - step) * LIKE_THE_FIRST
                    if drawn > 0:
                        chance *= max(1.0 - (1.0 - likely[rank] - likely[WILD]) ** drawn, least)
                        drawn -= 1
                    else:
                        chance *= least
        return chance, missing


def _fitting(piles: Sequence[Sequence[int]], heights: Sequence[int]) -> int:
    """Return the number of discard piles whose natural top card fits."""
    return sum(bool(pile) and pile[-1] - 1 in heights for pile in piles)
